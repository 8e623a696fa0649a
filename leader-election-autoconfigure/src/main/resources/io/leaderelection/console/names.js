// Names of instances for people. Identities end with a random part, of which only as much
// is shown as tells those on the page apart.

const RANDOM = /-[0-9a-f]{8}$/;

const LEAST_RANDOM = 4;

const MOST_RANDOM = 8;

let names = new Map();

export function learnNames(instances) {
	const groups = new Map();
	for (const instance of new Set(instances)) {
		const group = groups.get(readable(instance)) || [];
		groups.set(readable(instance), [...group, instance]);
	}
	names = new Map();
	for (const [name, group] of groups) {
		const shown = group.length > 1 ? distinguishing(name, group) : 0;
		group.forEach((instance) => names.set(instance, shown ? cut(instance, name, shown) : name));
	}
}

export function shortName(instance) {
	return names.get(instance) || readable(instance);
}

function readable(instance) {
	return instance.replace(RANDOM, '');
}

function distinguishing(name, group) {
	let shown = LEAST_RANDOM;
	while (shown < MOST_RANDOM && new Set(group.map((instance) => cut(instance, name, shown))).size < group.length) {
		shown++;
	}
	return shown;
}

function cut(instance, name, shown) {
	return instance.slice(0, name.length + 1 + shown);
}

// All instances of a state, those first that matter most now.
export function instancesOf(state) {
	const all = [
		...state.elections.map(({ election }) => election.leader && election.leader.instance),
		state.instance,
		...state.elections.flatMap(({ election }) => [election.successor, ...Object.keys(election.candidates).sort()]),
		...state.elections.flatMap(({ terms, failovers }) => [...terms, ...failovers])
			.sort((a, b) => Date.parse(b.began || b.at) - Date.parse(a.began || a.at))
			.flatMap((each) => each.instance ? [each.instance] : [each.to, each.from]),
	];
	return [...new Set(all.filter((instance) => instance))];
}
