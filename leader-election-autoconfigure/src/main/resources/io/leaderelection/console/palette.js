import { element, shape } from './elements.js';
import { shortName } from './names.js';

// One colour for each instance, the same on each page as long as no two of them want the
// same one. A colour never stands alone: the name is always beside it.

const COLOURS = 8;

let taken = new Map();

function wish(instance) {
	let hash = 2166136261;
	for (const character of instance) {
		hash = Math.imul(hash ^ character.codePointAt(0), 16777619) >>> 0;
	}
	return hash % COLOURS;
}

// The first ones get colours of their own, and keep those that they have.
export function giveColours(instances) {
	const given = new Map();
	const used = new Set();
	const give = (instance, slot) => {
		given.set(instance, slot);
		used.add(slot);
	};
	const first = instances.slice(0, COLOURS);
	for (const instance of first) {
		if (taken.has(instance) && !used.has(taken.get(instance))) {
			give(instance, taken.get(instance));
		}
	}
	for (const instance of first.filter((each) => !given.has(each))) {
		let slot = wish(instance);
		while (used.has(slot)) {
			slot = (slot + 1) % COLOURS;
		}
		give(instance, slot);
	}
	for (const instance of instances.slice(COLOURS)) {
		given.set(instance, taken.has(instance) ? taken.get(instance) : wish(instance));
	}
	taken = given;
}

export function colour(instance) {
	return `c${taken.has(instance) ? taken.get(instance) : wish(instance)}`;
}

export function swatch(instance, size = 12) {
	return shape('svg', { class: 'swatch', width: size, height: size, viewBox: '0 0 12 12', 'aria-hidden': 'true' },
		shape('rect', { class: colour(instance), width: 12, height: 12, rx: 3 }));
}

export function named(instance) {
	return element('span', { class: 'named', title: instance }, swatch(instance), shortName(instance));
}
