// Words for people: durations and times.

const UNITS = [[86400, 'd'], [3600, 'h'], [60, 'min'], [1, 's']];

export function duration(millis) {
	if (millis < 1000) {
		return `${Math.round(millis)} ms`;
	}
	if (millis < 60000) {
		return `${(Math.floor(millis / 100) / 10).toFixed(millis < 10000 ? 1 : 0)} s`;
	}
	const seconds = Math.floor(millis / 1000);
	const at = UNITS.findIndex(([size]) => seconds >= size);
	const [size, unit] = UNITS[at];
	const rest = UNITS[at + 1] ? Math.floor((seconds % size) / UNITS[at + 1][0]) : 0;
	return `${Math.floor(seconds / size)} ${unit}${rest ? ` ${rest} ${UNITS[at + 1][1]}` : ''}`;
}

// Whole seconds, for what is counted while one looks on.
export function elapsed(millis) {
	return millis < 60000 ? `${Math.max(0, Math.floor(millis / 1000))} s` : duration(millis);
}

export function roundTrip(millis) {
	return millis < 10 ? `${millis.toFixed(1)} ms` : duration(millis);
}

const two = (number) => String(number).padStart(2, '0');

export function time(instant, seconds = true) {
	const date = new Date(instant);
	return `${two(date.getHours())}:${two(date.getMinutes())}${seconds ? `:${two(date.getSeconds())}` : ''}`;
}

export function dateTime(instant) {
	const date = new Date(instant);
	const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
	return `${day} ${time(instant)}`;
}

export function sentence(text) {
	return text ? text.charAt(0).toUpperCase() + text.slice(1) : '';
}

export function median(numbers) {
	const sorted = [...numbers].sort((a, b) => a - b);
	return sorted.length ? sorted[Math.floor((sorted.length - 1) / 2)] : undefined;
}
