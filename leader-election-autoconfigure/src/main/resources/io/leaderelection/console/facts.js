import { element, show } from './elements.js';
import { shortName } from './names.js';
import { named } from './palette.js';
import { dateTime, duration, elapsed, median, sentence, time } from './words.js';

// What stands below the time line: candidates, fail-overs, refused writes, all terms.

const SHOWN_FAILOVERS = 4;

export function showCandidates(parent, election, instance) {
	const names = Object.keys(election.candidates).sort();
	if (!names.length) {
		show(parent, element('p', { class: 'quiet' }, 'None known'));
		return;
	}
	show(parent, element('ul', {}, ...names.map((name) => {
		const facts = Object.entries(election.candidates[name]).map(([key, value]) => `${key} ${value}`);
		const marks = [
			election.leader && election.leader.instance === name ? 'leads' : null,
			election.successor === name ? 'is to follow' : null,
			name === instance ? 'this instance' : null,
		].filter((mark) => mark);
		return element('li', { 'data-instance': name }, named(name),
			element('span', { class: 'quiet' }, [...marks, ...facts].join(' · ')));
	})));
}

export function showFailovers(parent, failovers) {
	const known = failovers.filter((each) => each.millis !== null);
	if (!failovers.length) {
		show(parent, element('p', { class: 'quiet' }, 'None in the history'));
		return;
	}
	const times = known.map((each) => each.millis);
	const latest = failovers[0];
	show(parent,
		element('p', { class: 'figure' }, latest.millis === null ? 'not known' : length(latest)),
		element('p', { class: 'quiet' }, `without a working leader until ${time(latest.at)}`),
		times.length > 1 ? element('p', { class: 'quiet' },
			`median ${duration(median(times))}, worst ${duration(Math.max(...times))} of ${times.length}`) : null,
		element('ol', {}, ...failovers.slice(0, SHOWN_FAILOVERS).map((each) => element('li', {},
			named(each.from), ' → ', named(each.to),
			element('span', { class: 'quiet' }, ` term ${each.term}, ${between(each)}`)))));
}

function between(failover) {
	if (failover.millis === null) {
		return 'nobody here saw the end before';
	}
	return length(failover) + (failover.estimated ? ', a lease had to run out' : '');
}

// An estimate is no better than to the second.
function length(failover) {
	return failover.estimated ? `about ${elapsed(Math.round(failover.millis / 1000) * 1000)}` : duration(failover.millis);
}

export function showRejections(parent, rejections) {
	const total = rejections.fence + rejections.process;
	show(parent,
		element('p', { class: total ? 'figure some' : 'figure' }, String(total)),
		element('p', { class: 'quiet' }, total
			? `${rejections.fence} by the fence, ${rejections.process} before they left this process`
			: 'on this instance, since it started'));
}

export function showTerms(parent, election) {
	const rows = election.terms.map((term) => element('tr', {},
		element('th', { scope: 'row' }, String(term.term)),
		element('td', {}, holder(term)),
		element('td', {}, dateTime(term.began)),
		element('td', {}, end(term, election.election.leader)),
		element('td', {}, why(term))));
	show(parent,
		election.termsError ? element('p', { class: 'notice' }, `The history cannot be read: ${election.termsError}`) : null,
		element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `Terms of ${election.election.name}` },
			element('table', {},
				element('thead', {}, element('tr', {}, ...['Term', 'Holder', 'Began', 'Ended', 'Why']
					.map((head) => element('th', { scope: 'col' }, head)))),
				element('tbody', {}, ...rows))));
}

// The order that ended a term of an instance, but the one that began any other.
function why(term) {
	const order = [term.reason, term.by ? `by ${term.by}` : null];
	const ended = sentence((term.endReason || '').toLowerCase());
	return (term.instance ? [ended, ...order] : [...order, ended]).filter((part) => part).join(' · ');
}

function holder(term) {
	return term.instance ? named(term.instance)
		: element('span', {}, { PAUSED: 'paused', RELEASED: 'forced release', RAISED: 'raised' }[term.kind]);
}

function end(term, leader) {
	if (term.ended) {
		return dateTime(term.ended) + (term.noted ? '' : ' (seen)');
	}
	return leader && leader.term === term.term ? 'leads' : term.kind === 'PAUSED' ? 'goes on' : 'not noted';
}

export function who(leader) {
	return leader ? shortName(leader.instance) : 'nobody';
}
