import { ElectionSection, inWords } from './election.js';
import { element, role, show } from './elements.js';
import { instancesOf, learnNames } from './names.js';
import { OrderDialog } from './orders.js';
import { giveColours } from './palette.js';
import { follow } from './stream.js';
import { elapsed } from './words.js';

// The page: shows each state that the stream brings, and knows nothing else.

const here = new URL('.', import.meta.url);

const main = document.querySelector('main');

const span = role(document, 'window');

const connection = role(document, 'connection');

const say = (text) => show(role(document, 'announcer'), text);

const dialog = new OrderDialog(role(document, 'order'), role(document, 'answer'), new URL('orders', here), say);

const sections = new Map();

let state;

let receivedAt = 0;

let live = false;

let announced = new Map();

// The time of the state, which goes on as long as more states can come.
function now() {
	return Date.parse(state.at) + (live ? performance.now() - receivedAt : 0);
}

function onState(next) {
	if (state && state.instance !== next.instance) {
		renewTokens();
	}
	state = next;
	receivedAt = performance.now();
	live = true;
	const instances = instancesOf(state);
	learnNames(instances);
	giveColours(instances);
	show(role(document, 'instance'), state.instance);
	showCoordinator(state.coordinator);
	const present = new Set(state.elections.map((own) => own.election.name));
	for (const [name, section] of sections) {
		if (!present.has(name)) {
			section.node.remove();
			sections.delete(name);
		}
	}
	let before = null;
	for (const own of state.elections) {
		const name = own.election.name;
		if (!sections.has(name)) {
			sections.set(name, new ElectionSection(name, (...order) => dialog.open(...order)));
		}
		const section = sections.get(name);
		if (!section.node.parentNode || (before && before.nextElementSibling !== section.node)) {
			if (before) {
				before.after(section.node);
			}
			else {
				main.prepend(section.node);
			}
		}
		section.update(state, own, span.value, now());
		before = section.node;
	}
	role(document, 'empty').hidden = state.elections.length > 0;
	announce();
}

function announce() {
	const words = new Map(state.elections.map((own) => [own.election.name, inWords(own)]));
	const news = [...words].filter(([name, text]) => announced.get(name) !== text).map(([, text]) => text);
	if (news.length && announced.size) {
		say(news.join(' '));
	}
	announced = words;
}

function showCoordinator(coordinator) {
	const place = role(document, 'coordinator');
	if (!coordinator) {
		show(place, '');
		return;
	}
	place.dataset.state = coordinator.available ? 'well' : 'away';
	const members = coordinator.voters > 1 ? `, ${coordinator.answering} of ${coordinator.voters} members answer` : '';
	show(place, element('strong', {}, coordinator.type),
		coordinator.available ? ` decides${members}` : ` cannot decide${members}${coordinator.error ? `: ${coordinator.error}` : ''}`);
}

function onConnection({ live: connected, age }) {
	live = connected;
	const kind = connected ? 'live' : age === undefined ? 'connecting' : 'lost';
	const words = {
		live: () => 'Live',
		connecting: () => 'Connecting …',
		lost: () => `Connection lost. This is the state of ${elapsed(age)} ago. Trying again …`,
	}[kind]();
	if (connection.dataset.state !== kind) {
		connection.dataset.state = kind;
		document.body.classList.toggle('lost', kind === 'lost');
		if (kind === 'lost') {
			say('Connection lost.');
		}
	}
	show(connection, words);
	if (state) {
		sections.forEach((section) => section.tick(now()));
	}
}

// Another process answers now, which made other tokens.
async function renewTokens() {
	try {
		const response = await fetch(location.href, { credentials: 'same-origin', cache: 'no-store' });
		const page = new DOMParser().parseFromString(await response.text(), 'text/html');
		for (const meta of document.querySelectorAll('meta[data-header]')) {
			const fresh = page.querySelector(`meta[name="${meta.name}"]`);
			if (fresh) {
				meta.content = fresh.content;
				meta.dataset.header = fresh.dataset.header;
			}
		}
	}
	catch (failure) {
		console.warn('The tokens of the new process could not be read; orders need the page to be loaded again', failure);
	}
}

function draw() {
	if (state) {
		sections.forEach((section) => section.draw(span.value, now()));
	}
}

span.addEventListener('change', draw);
new ResizeObserver(draw).observe(main);
follow(new URL('events', here), onState, onConnection);
