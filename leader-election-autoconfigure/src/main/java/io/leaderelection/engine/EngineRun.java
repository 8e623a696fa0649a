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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import io.leaderelection.coordinator.EventLoop.Cancellable;
import io.leaderelection.coordinator.LineageOutcome;
import io.leaderelection.coordinator.Restored;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.Subscription;
import io.leaderelection.coordinator.Unknown;
import io.leaderelection.coordinator.WatchEvent;
import io.leaderelection.spi.FenceSealer;
import io.leaderelection.spi.SealOutcome;
import io.leaderelection.spi.SealRequest;
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

	private static final Duration CALL_BOUND = Duration.ofSeconds(2);

	private static final Duration RETRY = Duration.ofMillis(200);

	private static final int SLOWEST_RETRY = 4;

	private final EngineParts parts;

	private final String instance;

	private final String nonce;

	private final EngineClock clock;

	private final Map<String, ElectionDriver> drivers = new TreeMap<>();

	private final Map<Duration, SessionLoop> sessions = new LinkedHashMap<>();

	private final Orders orders = new Orders();

	private final BurnedTerms burnedTerms = new BurnedTerms(this);

	private final Stopping stopping = new Stopping(this);

	private @Nullable Subscription subscription;

	private @Nullable String lineage;

	private Moment restored;

	private int lineageFailures;

	private boolean ended;

	EngineRun(EngineParts parts, String instance) {
		this.parts = parts;
		this.instance = instance;
		this.nonce = HexFormat.of().toHexDigits(parts.random().nextLong());
		this.clock = new EngineClock(parts.loop());
		this.restored = this.clock.now();
	}

	void begin(Collection<ParticipatingElection> elections) {
		readLineage();
		elections.forEach(this::join);
		this.subscription = this.parts.coordinator()
			.watch((event) -> this.parts.loop().execute(() -> enter(() -> watched(event))));
		tick();
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
		if (this.lineage != null) {
			driver.feed(new Input.LineageKnown(this.lineage));
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
	 * Ask something of the coordinator. The handler may be called twice: with an unknown
	 * outcome when the bound has passed, and with the answer that came later.
	 * @param <T> the type of the outcome
	 * @param call the call
	 * @param bound the deadline
	 * @param unanswered makes the unknown outcome
	 * @param handler the receiver of the outcome and of the moment at which it was asked
	 */
	<T> void ask(Supplier<? extends CompletionStage<? extends T>> call, Duration bound,
			Function<Unknown, ? extends T> unanswered, BiConsumer<T, Moment> handler) {
		ask(this.clock.now(), call, bound, unanswered, handler);
	}

	<T> void ask(Moment sent, Supplier<? extends CompletionStage<? extends T>> call, Duration bound,
			Function<Unknown, ? extends T> unanswered, BiConsumer<T, Moment> handler) {
		Cancellable deadline = after(bound,
				() -> handler.accept(unanswered.apply(new Unknown("No answer within " + bound)), sent));
		CompletionStage<? extends T> stage;
		try {
			stage = call.get();
		}
		catch (RuntimeException ex) {
			stage = CompletableFuture.failedFuture(ex);
		}
		stage.whenComplete((outcome, failure) -> this.parts.loop().execute(() -> enter(() -> {
			deadline.cancel();
			T answer = (outcome != null) ? outcome : unanswered.apply(new Unknown(String.valueOf(failure)));
			if (answer instanceof Restored restoredAnswer && sent.isAfter(this.restored)) {
				restored(restoredAnswer.detail());
			}
			handler.accept(answer, sent);
		})));
	}

	/**
	 * Raise fences, which is bounded here too. The receiver is called once.
	 * @param request what to seal
	 * @param receiver the receiver of the outcome
	 */
	void seal(SealRequest request, Consumer<SealOutcome> receiver) {
		FenceSealer sealer = this.parts.fenceSealer();
		if (sealer == null) {
			receiver.accept(new SealOutcome.Sealed(List.of()));
			return;
		}
		AtomicBoolean answered = new AtomicBoolean();
		this.<SealOutcome>ask(() -> sealer.seal(request), request.bound(),
				(unknown) -> new SealOutcome.Failed(List.of(), unknown.detail()), (outcome, sent) -> {
					if (!answered.getAndSet(true)) {
						receiver.accept(outcome);
					}
				});
	}

	/**
	 * Have an election read again, because an order is likely to have changed it.
	 * @param election the name of the election
	 */
	void refresh(String election) {
		ElectionDriver driver = this.drivers.get(election);
		if (driver != null) {
			driver.feed(new Input.Refresh());
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
		this.lineage = null;
		this.burnedTerms.forget();
		this.drivers.values().forEach((driver) -> driver.feed(new Input.Restored(detail)));
		this.sessions.values().forEach(SessionLoop::restored);
		readLineage();
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

	Orders orders() {
		return this.orders;
	}

	BurnedTerms burnedTerms() {
		return this.burnedTerms;
	}

	@Nullable String lineage() {
		return this.lineage;
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

	private void watched(WatchEvent event) {
		if (event instanceof WatchEvent.Observed observed) {
			ElectionDriver driver = this.drivers.get(observed.view().election());
			if (driver != null) {
				driver.feed(new Input.Observed(observed.view(), null));
			}
		}
		else if (event instanceof WatchEvent.Silent silent) {
			drivers().forEach((driver) -> driver.feed(new Input.WatchSilent(silent.detail())));
			readLineage();
		}
		else if (event instanceof WatchEvent.Reset reset) {
			restored(reset.detail());
		}
	}

	private void readLineage() {
		this.<LineageOutcome>ask(() -> this.parts.coordinator().lineage(), CALL_BOUND, (unknown) -> unknown,
				this::lineageRead);
	}

	private void lineageRead(LineageOutcome outcome, Moment sent) {
		if (!sent.isAfter(this.restored)) {
			return;
		}
		if (!(outcome instanceof LineageOutcome.Known known)) {
			if (this.lineage == null) {
				Duration delay = RETRY.multipliedBy(1L << Math.min(SLOWEST_RETRY, this.lineageFailures++));
				after(jittered(delay, RETRY), this::readLineageIfUnknown);
			}
			return;
		}
		this.lineageFailures = 0;
		if (this.lineage != null && !this.lineage.equals(known.lineage())) {
			restored("The lineage changed from '%s' to '%s'".formatted(this.lineage, known.lineage()));
		}
		else if (this.lineage == null) {
			this.lineage = known.lineage();
			drivers().forEach((driver) -> driver.feed(new Input.LineageKnown(known.lineage())));
		}
	}

	private void readLineageIfUnknown() {
		if (this.lineage == null) {
			readLineage();
		}
	}

}
