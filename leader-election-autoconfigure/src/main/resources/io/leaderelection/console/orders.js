import { element, role, show } from './elements.js';
import { shortName } from './names.js';

// The dialog in which an order is confirmed, and the sending of it.

export const EVERYDAY = ['transfer', 'resign', 'pause', 'resume', 'release'];

export const LABELS = {
	transfer: 'Transfer', resign: 'Resign', pause: 'Pause', resume: 'Resume', release: 'Release',
	'raise-term': 'Raise the term', adopt: 'Adopt the fences',
};

const EFFECTS = {
	transfer: ({ leader }) => `${shortName(leader.instance)} ends its work in good order, and the instance that you choose follows.`,
	resign: ({ leader }) => `${shortName(leader.instance)} ends its work in good order and lets others try.`,
	pause: ({ leader }) => `${leader ? `${shortName(leader.instance)} is forced out, and nobody` : 'Nobody'} leads until somebody resumes. Work in flight is refused.`,
	resume: () => 'Candidates may campaign again.',
	release: ({ leader }) => `${shortName(leader.instance)} is forced out of term ${leader.term}, and candidates campaign at once. Work in flight is refused.`,
	'raise-term': ({ term }) => `The leader is forced out, and terms go on above the one given. The present one is ${term}.`,
	adopt: (election, lineage) => `The coordinator's present lineage ${lineage} adopts the fences of the databases. Only if no instance of the former one runs any more.`,
};

export class OrderDialog {

	constructor(dialog, answer, url, announce) {
		this.announce = announce;
		this.dialog = dialog;
		this.answer = answer;
		this.url = url;
		this.form = dialog.querySelector('form');
		this.reason = dialog.querySelector('[name=reason]');
		this.target = dialog.querySelector('#order-target');
		this.floor = dialog.querySelector('#order-term');
		this.complaint = dialog.querySelector('.complaint');
		this.submit = role(dialog, 'submit');
		this.form.addEventListener('submit', (event) => {
			event.preventDefault();
			this.send();
		});
		role(dialog, 'cancel').addEventListener('click', () => dialog.close());
		// The button that had the focus may be gone, as another order is offered now.
		dialog.addEventListener('close', () => {
			if (document.activeElement === document.body) {
				this.heading.focus();
			}
		});
	}

	open(action, own, coordinator, heading) {
		const election = own.election;
		this.heading = heading;
		this.order = { election: election.name, action };
		this.busy(false);
		this.complain('');
		if (action === 'release' || action === 'raise-term') {
			this.order.term = String(action === 'release' ? election.leader.term : election.term);
		}
		if (action === 'adopt') {
			this.order.lineage = coordinator.lineage;
		}
		show(this.dialog.querySelector('h2'), `${LABELS[action]}: ${election.name}`);
		show(this.dialog.querySelector('#order-effect'), EFFECTS[action](election, this.order.lineage));
		show(this.submit, LABELS[action]);
		this.offer('to-instance', this.target, action === 'transfer');
		this.offer('to-term', this.floor, action === 'raise-term');
		const others = Object.keys(election.candidates)
			.filter((name) => !election.leader || name !== election.leader.instance)
			.sort();
		show(this.target, ...others.map((name) => element('option', { value: name }, name)));
		this.floor.value = '';
		this.reason.value = '';
		this.dialog.showModal();
		(action === 'transfer' ? this.target : action === 'raise-term' ? this.floor : this.reason).focus();
	}

	// Only one of the two fields has the name at a time.
	offer(field, input, offered) {
		this.dialog.querySelector(`[data-field="${field}"]`).hidden = !offered;
		if (offered) {
			input.name = 'to';
		}
		else {
			input.removeAttribute('name');
		}
	}

	complain(text, input) {
		show(this.complaint, text);
		for (const each of [this.reason, this.floor]) {
			each.setAttribute('aria-invalid', each === input);
		}
		if (input) {
			input.focus();
		}
	}

	busy(sending) {
		this.submit.disabled = sending;
		this.dialog.setAttribute('aria-busy', sending);
	}

	async send() {
		const to = this.dialog.querySelector('[name=to]');
		if (to && !to.value.trim()) {
			this.complain(to === this.floor ? 'Say to which term.' : 'There is no other candidate.', to);
			return;
		}
		if (!this.reason.value.trim()) {
			this.complain('Say why: the reason is kept in the history.', this.reason);
			return;
		}
		const order = { ...this.order, reason: this.reason.value.trim() };
		if (to) {
			order.to = to.value.trim();
		}
		this.busy(true);
		const sent = this.order;
		const outcome = await this.post(order);
		if (this.order === sent) {
			this.dialog.close();
		}
		this.tell(order, outcome);
	}

	async post(order) {
		try {
			const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
			for (const meta of document.querySelectorAll('meta[data-header]')) {
				if (meta.dataset.header) {
					headers[meta.dataset.header] = meta.content;
				}
			}
			const response = await fetch(this.url, { method: 'POST', headers, body: JSON.stringify(order),
				credentials: 'same-origin', redirect: 'error' });
			const type = response.headers.get('Content-Type') || '';
			const body = type.includes('json') ? await response.json() : {};
			return { status: response.status, title: body.title || (response.ok ? 'Done' : 'Refused'),
				detail: body.detail || `The server answered with status ${response.status}` };
		}
		catch (failure) {
			return { status: 0, title: 'Not confirmed', detail: `No answer came, so that it is not known what became of it: ${failure.message}` };
		}
	}

	tell(order, { status, title, detail }) {
		const kind = status >= 200 && status < 300 ? 'done' : 'refused';
		this.answer.dataset.outcome = kind;
		this.answer.dataset.status = status;
		this.answer.hidden = false;
		const dismiss = element('button', { type: 'button', class: 'plain' }, 'Dismiss');
		dismiss.addEventListener('click', () => {
			this.answer.hidden = true;
		});
		const head = `${LABELS[order.action]} ${order.election}: ${title}. `;
		this.answer.replaceChildren(element('p', {}, element('strong', {}, head), detail), dismiss);
		this.announce(head + detail);
	}

}
