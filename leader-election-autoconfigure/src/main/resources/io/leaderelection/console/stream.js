// Stream of states from the server. Says each second how things stand, so that the page
// never passes old news off as new. A page that nobody sees has no stream: browsers keep
// few connections to a server, and an order needs one.

const SILENCE = 12000;

const LONGEST_PAUSE = 10000;

export function follow(url, onState, onConnection) {
	let source;
	let last;
	let live = false;
	let pause = 1000;
	let reopening;

	function open() {
		reopening = undefined;
		source = new EventSource(url);
		source.addEventListener('elections', (event) => {
			last = performance.now();
			live = true;
			pause = 1000;
			onState(JSON.parse(event.data));
			tell();
		});
		source.addEventListener('error', lost);
	}

	function lost() {
		live = false;
		tell();
		if (source.readyState === EventSource.CLOSED) {
			reopen();
		}
	}

	function reopen() {
		if (!reopening) {
			source.close();
			reopening = setTimeout(open, pause);
			pause = Math.min(pause * 2, LONGEST_PAUSE);
		}
	}

	function tell() {
		onConnection({ live, age: last === undefined ? undefined : performance.now() - last });
	}

	function onVisibility() {
		clearTimeout(reopening);
		source.close();
		if (!document.hidden) {
			open();
		}
	}

	setInterval(() => {
		if (document.hidden) {
			return;
		}
		if (live && performance.now() - last > SILENCE) {
			live = false;
			reopen();
		}
		tell();
	}, 1000);
	document.addEventListener('visibilitychange', onVisibility);
	open();
}
