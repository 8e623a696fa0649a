import { element, shape, show } from './elements.js';
import { elapsed, median, roundTrip } from './words.js';

// Round trips of the last renewals. Elections share leases, so they are the instance's.

const SHOWN = 60;

const HEIGHT = 36;

const LATE = 10000;

export function drawRenewals(parent, renewals, now) {
	const shown = renewals.slice(-SHOWN);
	const answered = shown.filter((each) => each.renewed);
	if (!shown.length) {
		show(parent, element('p', { class: 'quiet' }, 'No renewal yet'));
		return;
	}
	const failed = shown.length - answered.length;
	const trips = answered.map((each) => each.millis);
	const last = answered[answered.length - 1];
	const late = last ? now - Date.parse(last.at) : 0;
	const words = last ? `median ${roundTrip(median(trips))}, worst ${roundTrip(Math.max(...trips))}` : 'none answered';
	const summary = `${words} of this instance's last ${shown.length}${failed ? `, ${failed} failed` : ''}`;
	show(parent,
		element('p', { class: 'figure' }, last ? roundTrip(last.millis) : '–',
			late > LATE ? element('span', { class: 'quiet' }, ` ${elapsed(late)} ago`) : null),
		picture(shown, Math.max(120, parent.clientWidth), `Round trips of renewals: ${summary}`),
		element('p', { class: 'quiet' }, summary));
}

function picture(shown, width, label) {
	const highest = Math.max(1, ...shown.filter((each) => each.renewed).map((each) => each.millis));
	const x = (index) => (width - 8) * (shown.length > 1 ? index / (shown.length - 1) : 1) + 4;
	const y = (millis) => HEIGHT - 4 - (millis / highest) * (HEIGHT - 10);
	const line = [];
	let drawing = false;
	shown.forEach((each, index) => {
		if (each.renewed) {
			line.push(`${drawing ? 'L' : 'M'}${x(index).toFixed(1)} ${y(each.millis).toFixed(1)}`);
		}
		drawing = each.renewed;
	});
	const marks = shown.flatMap((each, index) => {
		if (!each.renewed) {
			return [shape('path', { class: 'failed', d: `M${x(index) - 3} 3l6 6m0 -6l-6 6` })];
		}
		return index === shown.length - 1 ? [shape('circle', { class: 'last', cx: x(index), cy: y(each.millis), r: 3 })]
			: [];
	});
	return shape('svg', { class: 'sparkline', role: 'img', 'aria-label': label, width, height: HEIGHT,
		viewBox: `0 0 ${width} ${HEIGHT}` }, shape('path', { class: 'line', d: line.join('') }), ...marks);
}
