import { element, role, show } from './elements.js';
import { showCandidates, showFailovers, showRejections, showTerms, who } from './facts.js';
import { shortName } from './names.js';
import { EVERYDAY, LABELS } from './orders.js';
import { swatch } from './palette.js';
import { drawRenewals } from './sparkline.js';
import { drawTimeline } from './timeline.js';
import { dateTime, elapsed, time } from './words.js';

// Section of one election. It is built once and changed in place, so that the focus and
// what is open stay.

let sections = 0;

export class ElectionSection {

	constructor(name, onOrder) {
		this.onOrder = onOrder;
		const heading = `election-${++sections}`;
		this.heading = element('h2', { id: heading, tabindex: '-1' }, name);
		this.actions = element('div', { class: 'actions', role: 'group', 'aria-label': `Orders for ${name}` });
		this.rare = element('details', { class: 'rare', hidden: true }, element('summary', {}, 'After a restore'),
			element('div', { class: 'actions' }));
		this.elsewhere = element('p', { class: 'quiet' });
		this.notices = element('div', { class: 'notices' });
		this.node = element('section', { class: 'election', 'data-election': name, 'aria-labelledby': heading },
			element('header', {}, this.heading, element('span', { class: 'state', 'data-role': 'state' })),
			element('p', { class: 'leader', 'data-role': 'leader' }),
			element('p', { class: 'since' }, 'Term ', element('strong', { 'data-role': 'term' }),
				element('span', { class: 'age' })),
			this.notices,
			element('figure', { 'data-role': 'timeline' }),
			element('details', { class: 'terms' }, element('summary', {}, 'All terms'),
				element('div', { class: 'table' })),
			element('div', { class: 'facts' },
				fact('Candidates', 'candidates'), fact('Fail-overs', 'failovers'), fact('Renewals', 'rtt'),
				fact('Refused writes', 'rejections')),
			this.actions, this.elsewhere, this.rare);
	}

	update(state, own, span, now) {
		this.election = own.election;
		this.own = own;
		this.renewals = state.renewals;
		this.coordinator = state.coordinator;
		const leader = own.election.leader;
		this.node.classList.toggle('leaderless', !leader);
		show(role(this.node, 'leader'), ...headline(own.election));
		role(this.node, 'leader').dataset.instance = leader ? leader.instance : '';
		show(role(this.node, 'term'), String(own.election.term));
		const label = role(this.node, 'state');
		label.dataset.state = own.election.state;
		show(label, `this instance: ${own.election.state.toLowerCase()}${own.election.suspected ? ', in doubt' : ''}`);
		show(this.notices, ...notices(own.election));
		showCandidates(role(this.node, 'candidates'), own.election, state.instance);
		showFailovers(role(this.node, 'failovers'), own.failovers);
		showRejections(role(this.node, 'rejections'), own.rejections);
		showTerms(this.node.querySelector('.terms > .table'), own);
		this.offer(state, own);
		this.draw(span, now);
	}

	draw(span, now) {
		drawTimeline(role(this.node, 'timeline'), this.own, span, now);
		drawRenewals(role(this.node, 'rtt'), this.renewals, now);
		this.tick(now);
	}

	tick(now) {
		const leader = this.election.leader;
		const since = leader ? leader.since : withoutLeaderSince(this.own);
		show(this.node.querySelector('.age'), since
			? `${leader ? '' : ', nobody leads'} since ${today(since, now)}, for ${elapsed(now - Date.parse(since))}` : '');
	}

	// Buttons are only made anew if there are others, and the focus is not lost with them.
	offer(state, own) {
		const everyday = own.orders.filter((action) => EVERYDAY.includes(action));
		const rare = own.orders.filter((action) => !EVERYDAY.includes(action));
		this.buttons(this.actions, everyday);
		this.buttons(this.rare.querySelector('.actions'), rare);
		this.actions.hidden = everyday.length === 0;
		this.rare.hidden = rare.length === 0;
		const leader = own.election.leader;
		const elsewhere = state.writable && leader && !leader.self;
		this.elsewhere.hidden = state.writable && !elsewhere;
		show(this.elsewhere, !state.writable ? 'This page only reads: it gives no orders.'
			: elsewhere ? `To resign or transfer, open the page of ${shortName(leader.instance)}, which leads.` : '');
	}

	buttons(parent, actions) {
		const present = [...parent.children].map((button) => button.dataset.action);
		if (present.join() === actions.join()) {
			return;
		}
		const focused = parent.contains(document.activeElement) ? document.activeElement.dataset.action : undefined;
		parent.replaceChildren(...actions.map((action) => {
			const button = element('button', { type: 'button', 'data-action': action }, `${LABELS[action]} …`);
			button.addEventListener('click', () => this.onOrder(action, this.own, this.coordinator, this.heading));
			return button;
		}));
		if (focused) {
			(parent.querySelector(`[data-action="${focused}"]`) || this.heading).focus();
		}
	}

}

function fact(title, name) {
	return element('section', { class: 'fact' }, element('h3', {}, title), element('div', { 'data-role': name }));
}

function withoutLeaderSince(own) {
	const last = own.terms.find((term) => term.kind === 'GRANTED');
	return own.election.paused ? own.election.paused.since : last && last.ended;
}

function headline(election) {
	if (!election.leader) {
		return [element('strong', {}, election.paused ? 'Paused' : 'Nobody leads')];
	}
	const { instance, self } = election.leader;
	return [swatch(instance, 20), element('strong', {}, shortName(instance)), ' leads ',
		self ? element('span', { class: 'self' }, 'this instance ') : null,
		instance !== shortName(instance) ? element('span', { class: 'identity' }, instance) : null];
}

function notices(election) {
	const texts = [];
	if (election.paused) {
		texts.push(`Paused by ${election.paused.by} at ${dateTime(election.paused.since)}: ${election.paused.reason}`);
	}
	else if (election.holdBack) {
		texts.push(`This instance does not campaign: ${election.holdBack.detail || election.holdBack.reason}`);
	}
	if (election.suspected) {
		texts.push('This instance cannot tell whether its term still holds, and starts no guarded work.');
	}
	if (election.successor) {
		texts.push(`${shortName(election.successor)} is to follow.`);
	}
	if (election.lastError) {
		texts.push(`Last error: ${election.lastError}`);
	}
	return texts.map((text, index) => element('p', { class: index || !election.paused ? 'notice' : 'notice strong' }, text));
}

function today(instant, now) {
	return now - Date.parse(instant) < 12 * 3600000 ? time(instant) : dateTime(instant);
}

export function inWords(own) {
	const election = own.election;
	return election.leader ? `${election.name}: ${who(election.leader)} leads in term ${election.leader.term}.`
		: `${election.name}: ${election.paused ? 'paused' : 'nobody leads'}.`;
}
