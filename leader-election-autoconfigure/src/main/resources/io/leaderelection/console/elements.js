// Builds everything by the DOM: what comes from outside only ever becomes text.

const SVG = 'http://www.w3.org/2000/svg';

export function element(tag, attributes = {}, ...children) {
	return fill(document.createElement(tag), attributes, children);
}

export function shape(tag, attributes = {}, ...children) {
	return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(created, attributes, children) {
	for (const [name, value] of Object.entries(attributes)) {
		if (value !== undefined && value !== null && value !== false) {
			created.setAttribute(name, value === true ? '' : value);
		}
	}
	created.append(...children.filter((child) => child !== null && child !== undefined && child !== ''));
	return created;
}

// Leaves what is the same alone, so that a selection or the place of a reader stays.
export function show(parent, ...children) {
	const next = fill(document.createElement('div'), {}, children);
	const same = parent.childNodes.length === next.childNodes.length
		&& [...next.childNodes].every((node, index) => node.isEqualNode(parent.childNodes[index]));
	if (!same) {
		parent.replaceChildren(...next.childNodes);
	}
}

export function role(parent, name) {
	return parent.querySelector(`[data-role="${name}"]`);
}
