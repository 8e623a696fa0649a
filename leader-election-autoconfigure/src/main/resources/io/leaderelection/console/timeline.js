import { element, shape, show } from './elements.js';
import { shortName } from './names.js';
import { colour, named } from './palette.js';
import { dateTime, duration, time } from './words.js';

// Time line of the terms of an election.

const BAR = { top: 4, height: 34 };

const HEIGHT = 62;

const SHOWN_TERMS = 6;

const LEAST_SPAN = 60000;

const STEPS = [1, 5, 10, 30, 60, 300, 600, 1800, 3600, 10800, 21600, 43200, 86400, 172800, 604800, 2592000]
	.map((seconds) => seconds * 1000);

export function drawTimeline(figure, election, span, now) {
	const spans = drawn(election, now);
	const from = begin(spans, span, now);
	const shown = spans.filter((each) => each.end >= from);
	const width = Math.max(200, Math.floor(figure.clientWidth));
	const x = (at) => Math.max(0, Math.min(width, ((at - from) / (now - from)) * width));
	const picture = shape('svg', {
		class: 'timeline', role: 'img', width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`,
		'aria-label': inWords(election.election.name, shown, from),
	}, shape('rect', { class: 'track', x: 0, y: BAR.top, width, height: BAR.height, rx: 5 }),
	...ticks(from, now, x, width), ...shown.map((each) => bar(each, x)));
	const instances = [...new Set(shown.filter((each) => each.instance).map((each) => each.instance))];
	const legend = element('figcaption', { class: 'legend' },
		...instances.map((instance) => named(instance)),
		shown.some((each) => each.silent) ? element('span', { class: 'named' }, silence(), 'not renewed, its lease ran out') : null,
		shown.some((each) => each.kind === 'PAUSED') ? element('span', { class: 'named' }, hatch(), 'paused') : null);
	show(figure, picture, legend);
}

// The end of a term whose leader died is only known to who saw it; it was over at the
// latest when the next one began.
function drawn(election, now) {
	const leading = election.election.leader;
	const ascending = [...election.terms].reverse();
	const failovers = new Map(election.failovers.map((each) => [each.term, each]));
	const spans = ascending.map((term, index) => {
		const next = ascending[index + 1];
		const start = Date.parse(term.began);
		const goesOn = (leading && leading.term === term.term) || (term.kind === 'PAUSED' && !term.ended);
		const granted = ascending.slice(index + 1).find((each) => each.kind === 'GRANTED');
		const limit = next ? Date.parse(next.began) : now;
		const end = term.ended ? Math.min(Date.parse(term.ended), limit) : goesOn ? now : limit;
		const silent = term.kind === 'GRANTED' && granted ? lastRenewal(failovers.get(granted.term)) : undefined;
		return { ...term, start, end: Math.max(start, end), goesOn, silent: silent < end ? Math.max(start, silent) : undefined };
	});
	if (leading && !election.terms.some((term) => term.term === leading.term)) {
		spans.push({ term: leading.term, kind: 'GRANTED', instance: leading.instance, start: Date.parse(leading.since),
			end: now, goesOn: true });
	}
	return spans.filter((each) => each.start <= now);
}

// Where a leader gave nothing up and its lease ran out, it is taken to have worked until then.
function lastRenewal(failover) {
	return failover && failover.estimated && failover.millis !== null ? Date.parse(failover.at) - failover.millis
		: undefined;
}

function begin(spans, span, now) {
	const granted = spans.filter((each) => each.kind === 'GRANTED');
	if (span !== 'auto' && span !== 'all') {
		return now - Number(span) * 1000;
	}
	const first = (span === 'all') ? spans[0] : granted[Math.max(0, granted.length - SHOWN_TERMS)];
	const start = first ? first.start : now;
	return start - Math.max(LEAST_SPAN - (now - start), (now - start) * 0.02);
}

function bar(each, x) {
	const left = x(each.start);
	if (each.kind === 'RELEASED' || each.kind === 'RAISED') {
		return shape('g', {}, title(each), shape('rect', { class: 'burned', x: left - 1, y: BAR.top, width: 2,
			height: BAR.height }));
	}
	const width = Math.max(2, x(each.end) - left);
	const paused = each.kind === 'PAUSED';
	const name = paused ? 'paused' : shortName(each.instance);
	const silent = each.silent ? Math.max(left, x(each.silent)) : left + width;
	const room = silent - left;
	const text = [`${each.term} ${name}`, String(each.term)].find((label) => label.length * 7.2 + 10 < room);
	return shape('g', { 'data-term': each.term },
		title(each),
		shape('rect', { class: paused ? 'paused' : colour(each.instance), x: left, y: BAR.top, width,
			height: BAR.height, rx: Math.min(5, width / 2) }),
		paused ? hatching(left, width) : null,
		each.silent ? shape('rect', { class: 'silent', x: silent, y: BAR.top, width: left + width - silent,
			height: BAR.height }) : null,
		text ? shape('text', { class: paused ? 'label dark' : 'label', x: left + room / 2, y: BAR.top + 22,
			'text-anchor': 'middle' }, text) : null);
}

function hatching(left, width) {
	const path = [];
	for (let at = left + 8; at < left + width; at += 8) {
		path.push(`M${at} ${BAR.top}L${Math.max(left, at - 8)} ${BAR.top + BAR.height}`);
	}
	return shape('path', { class: 'hatching', d: path.join('') });
}

function hatch() {
	return shape('svg', { class: 'swatch', width: 12, height: 12, viewBox: '0 0 12 12', 'aria-hidden': 'true' },
		shape('rect', { class: 'paused', width: 12, height: 12, rx: 3 }),
		shape('path', { class: 'hatching', d: 'M6 0L0 12M12 0L6 12' }));
}

function silence() {
	return shape('svg', { class: 'swatch', width: 12, height: 12, viewBox: '0 0 12 12', 'aria-hidden': 'true' },
		shape('rect', { class: 'unnamed', width: 12, height: 12, rx: 3 }),
		shape('rect', { class: 'silent', width: 12, height: 12, rx: 3 }));
}

function title(each) {
	return shape('title', {}, describe(each));
}

function describe(each) {
	const who = { PAUSED: 'paused', RELEASED: 'forced release', RAISED: 'raised' }[each.kind] || each.instance;
	const until = each.goesOn ? 'until now' : `until ${time(each.end)} (${duration(each.end - each.start)})`;
	const why = each.endReason ? `, ended by ${each.endReason}` : '';
	const silent = each.silent ? `, not renewed from about ${time(each.silent)}` : '';
	return `Term ${each.term}, ${who}, from ${dateTime(each.start)} ${until}${silent}${why}`;
}

function ticks(from, now, x, width) {
	const step = STEPS.find((each) => (now - from) / each <= Math.max(2, width / 90)) || STEPS[STEPS.length - 1];
	const offset = new Date(now).getTimezoneOffset() * 60000;
	const marks = [];
	for (let at = Math.ceil((from - offset) / step) * step + offset; at <= now; at += step) {
		const left = x(at);
		if (left > 24 && left < width - 24) {
			marks.push(shape('rect', { class: 'tick', x: left, y: BAR.top + BAR.height, width: 1, height: 5 }),
				shape('text', { class: 'axis', x: left, y: HEIGHT - 5, 'text-anchor': 'middle' },
					step >= 86400000 ? dateTime(at).slice(5, 10) : time(at, step < 60000)));
		}
	}
	return marks;
}

function inWords(name, shown, from) {
	const last = shown.slice(-SHOWN_TERMS).reverse().map(describe);
	return `Terms of ${name} since ${dateTime(from)}, latest first. ${last.join('. ') || 'None'}.`;
}
