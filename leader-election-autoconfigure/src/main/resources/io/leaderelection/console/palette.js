import { element, shape } from './elements.js';
import { shortName } from './words.js';

// One colour for each name, the same on each page as long as no two names want the same
// one. A colour never stands alone: the name is always beside it.

const COLOURS = 8;

const taken = new Map();

function wish(name) {
	let hash = 2166136261;
	for (const character of name) {
		hash = Math.imul(hash ^ character.codePointAt(0), 16777619) >>> 0;
	}
	return hash % COLOURS;
}

export function colour(instance) {
	const name = shortName(instance);
	if (!taken.has(name)) {
		const used = new Set(taken.values());
		let slot = wish(name);
		while (used.size < COLOURS && used.has(slot)) {
			slot = (slot + 1) % COLOURS;
		}
		taken.set(name, slot);
	}
	return `c${taken.get(name)}`;
}

export function swatch(instance, size = 12) {
	return shape('svg', { class: 'swatch', width: size, height: size, viewBox: '0 0 12 12', 'aria-hidden': 'true' },
		shape('rect', { class: colour(instance), width: 12, height: 12, rx: 3 }));
}

export function named(instance) {
	return element('span', { class: 'named', title: instance }, swatch(instance), shortName(instance));
}
