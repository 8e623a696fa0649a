/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.leaderelection.coordinator.EventLoop.Cancellable;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.Subscription;
import io.leaderelection.coordinator.WatchEvent;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Engine between one start and one stop, under one identity. Everything in it happens on
 * the thread of the event loop; each task first looks at the clocks, so that an answer
 * which waited while the process stood still is judged by the time at which it is read.
 */
final class EngineRun {

	private static final Log logger = LogFactory.getLog(EngineRun.class);

	private static final Duration WATCH_RETRY = Duration.ofSeconds(1);

	private final EngineParts parts;

	private final String instance;

	private final String nonce;

	private final EngineClock clock;

	private final Map<String, ElectionDriver> drivers = new TreeMap<>();

	private final Map<Duration, SessionLoop> sessions = new LinkedHashMap<>();

	private final Calls calls = new Calls(this);

	private final Admission admission = new Admission(this);

	private final LineageWatch lineage = new LineageWatch(this);

	private final Orders orders = new Orders();

	private final BurnedTerms burnedTerms = new BurnedTerms(this);

	private final Stopping stopping = new Stopping(this);

	private final Contact contact;

	private @Nullable Subscription subscription;

	private Moment restored;

	private boolean ended;

	EngineRun(EngineParts parts, String instance) {
		this.parts = parts;
		this.instance = instance;
		this.nonce = HexFormat.of().toHexDigits(parts.random().nextLong());
		this.clock = new EngineClock(parts.loop());
		this.contact = new Contact(parts.contactListeners(), this.clock);
		this.restored = this.clock.now();
	}

	void begin(Collection<ParticipatingElection> elections) {
		this.lineage.read();
		elections.forEach(this::join);
		tick();
		watch();
	}

	void join(ParticipatingElection election) {
		if (this.ended || this.stopping.isUnderWay() || this.drivers.containsKey(election.name())) {
			return;
		}
		ElectionSettings settings = election.settings();
		election.identify(this.instance);
		SessionLoop session = this.sessions.computeIfAbsent(settings.ttl(), (ttl) -> new SessionLoop(this, ttl));
		Profile profile = new Profile(election.name(), this.instance, this.nonce, this.parts.protects(election.name()),
				settings, this.parts.rules());
		ElectionDriver driver = new ElectionDriver(this, new ElectionMachine(profile), election, session);
		this.drivers.put(election.name(), driver);
		this.clock.noteLease(settings.ttl());
		driver.start();
		this.parts.prepareFences(election.name());
		String known = this.lineage.known();
		if (known != null) {
			driver.feed(new Input.LineageKnown(known));
		}
		session.join(driver);
	}

	void stop(Runnable done) {
		this.stopping.begin(done);
	}

	/**
	 * Run a task of this engine, unless it has ended.
	 * @param task the task
	 */
	void enter(Runnable task) {
		if (this.ended) {
			return;
		}
		Moment now = this.clock.now();
		boolean stoodStill = this.clock.stoodStill(now);
		for (SessionLoop session : List.copyOf(this.sessions.values())) {
			session.check(now, stoodStill);
		}
		task.run();
	}

	Cancellable after(Duration delay, Runnable task) {
		return this.parts.loop().schedule(delay, () -> enter(task));
	}

	/**
	 * Return a delay with a random addition.
	 * @param delay the shortest delay
	 * @param jitter the longest addition
	 * @return the delay
	 */
	Duration jittered(Duration delay, Duration jitter) {
		return jitter.isZero() ? delay : delay.plusNanos((long) (this.parts.random().nextDouble() * jitter.toNanos()));
	}

	/**
	 * Feed an input to an election, if this instance takes part in it.
	 * @param election the name of the election
	 * @param input the input
	 */
	void feed(String election, Input input) {
		ElectionDriver driver = this.drivers.get(election);
		if (driver != null) {
			driver.feed(input);
		}
	}

	/**
	 * Deal with the definite end of a session.
	 * @param session the session
	 * @param detail the evidence
	 */
	void gone(Session session, String detail) {
		sessions().forEach((loop) -> loop.gone(session, detail));
	}

	/**
	 * Forget everything, because the coordinator lost part of its past.
	 * @param detail the evidence
	 */
	void restored(String detail) {
		logger.error("The coordinator was restored from a backup or replaced, every term is void: " + detail);
		this.restored = this.clock.now();
		this.lineage.forget();
		this.burnedTerms.forget();
		this.drivers.values().forEach((driver) -> driver.feed(new Input.Restored(detail)));
		this.sessions.values().forEach(SessionLoop::restored);
		this.lineage.read();
	}

	/**
	 * End this engine: nothing happens in it any more.
	 */
	void end() {
		this.ended = true;
		if (this.subscription != null) {
			this.subscription.close();
		}
	}

	EngineParts parts() {
		return this.parts;
	}

	String instance() {
		return this.instance;
	}

	EngineClock clock() {
		return this.clock;
	}

	Contact contact() {
		return this.contact;
	}

	Orders orders() {
		return this.orders;
	}

	BurnedTerms burnedTerms() {
		return this.burnedTerms;
	}

	@Nullable String lineage() {
		return this.lineage.known();
	}

	/**
	 * Return when the last restore was noticed.
	 * @return the moment; answers to earlier requests tell nothing
	 */
	Moment restored() {
		return this.restored;
	}

	Calls calls() {
		return this.calls;
	}

	Admission admission() {
		return this.admission;
	}

	@Nullable ElectionDriver driver(String election) {
		return this.drivers.get(election);
	}

	Collection<ElectionDriver> drivers() {
		return List.copyOf(this.drivers.values());
	}

	Collection<SessionLoop> sessions() {
		return List.copyOf(this.sessions.values());
	}

	Stopping stopping() {
		return this.stopping;
	}

	private void tick() {
		this.clock.ticked(this.clock.now());
		this.parts.loop().schedule(EngineClock.TICK, () -> enter(this::tick));
	}

	private void watch() {
		try {
			this.subscription = this.parts.coordinator()
				.watch((event) -> this.parts.loop().execute(() -> enter(() -> watched(event))));
		}
		catch (RuntimeException ex) {
			logger.error("The coordinator cannot be watched; it is tried again", ex);
			after(WATCH_RETRY, this::watch);
		}
	}

	private void watched(WatchEvent event) {
		if (event instanceof WatchEvent.Observed observed) {
			ElectionDriver driver = this.drivers.get(observed.view().election());
			if (driver != null) {
				driver.feed(new Input.Observed(observed.view(), null));
			}
			this.stopping.observed(observed.view());
		}
		else if (event instanceof WatchEvent.Vacated vacated) {
			feed(vacated.election(), new Input.Vacated(vacated.term()));
		}
		else if (event instanceof WatchEvent.Silent silent) {
			this.contact.watchLost(silent.detail());
			drivers().forEach((driver) -> driver.feed(new Input.WatchSilent(silent.detail())));
			this.lineage.read();
		}
		else if (event instanceof WatchEvent.Reset reset) {
			restored(reset.detail());
		}
	}

}
