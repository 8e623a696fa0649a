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
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.ControlRequest;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.EventLoop.Cancellable;
import io.leaderelection.coordinator.LeaderRecord;
import org.jspecify.annotations.Nullable;

/**
 * End of an engine in good order: every term is drained, revoked and released, then the
 * sessions are closed. Bounded in each part. Between the two it waits for a moment until
 * others lead where it did, because what goes down with it – sessions, connections, the
 * process – would compete with their way to the next term.
 */
final class Stopping {

	private static final ControlRequest REQUEST = new ControlRequest("engine", "The engine was stopped");

	private static final Duration RELEASE_BOUND = Duration.ofSeconds(2);

	private static final Duration SUCCESSION_BOUND = Duration.ofMillis(100);

	private final EngineRun run;

	private final Set<String> awaitingSuccessor = new HashSet<>();

	private @Nullable Runnable done;

	private @Nullable Cancellable bound;

	private boolean closing;

	private boolean closed;

	Stopping(EngineRun run) {
		this.run = run;
	}

	boolean isUnderWay() {
		return this.done != null;
	}

	/**
	 * Return whether all elections have stopped, so that the sessions are about to be
	 * closed and with them everything that lives under them.
	 * @return whether the sessions are about to be closed
	 */
	boolean isClosing() {
		return this.closing;
	}

	void begin(Runnable whenDone) {
		this.done = whenDone;
		Duration longest = this.run.drivers()
			.stream()
			.map((driver) -> driver.election().settings().drainTimeout())
			.reduce(Duration.ZERO, (left, right) -> (left.compareTo(right) >= 0) ? left : right);
		this.bound = this.run.after(longest.plus(RELEASE_BOUND), this::halt);
		this.run.drivers()
			.stream()
			.filter(this::hasSuccessors)
			.map(Stopping::name)
			.forEach(this.awaitingSuccessor::add);
		this.run.drivers().forEach((driver) -> driver.feed(new Input.Stop(REQUEST)));
		this.run.admission().vacate();
		driverStopped();
	}

	/**
	 * Go on if the last election has stopped.
	 */
	void driverStopped() {
		if (this.done != null && !this.closing
				&& this.run.drivers().stream().allMatch((driver) -> driver.state().phase() instanceof Phase.Stopped)) {
			leave();
		}
	}

	/**
	 * Take note of what was seen of an election.
	 * @param view its state
	 */
	void observed(ElectionView view) {
		boolean over = isLedByAnother(view) || view.pause() != null || Restraining.isAlone(view, this.run.instance());
		if (over && this.awaitingSuccessor.remove(view.election()) && this.awaitingSuccessor.isEmpty()
				&& this.closing) {
			closeSessions();
		}
	}

	private void leave() {
		this.closing = true;
		if (this.bound != null) {
			this.bound.cancel();
		}
		if (this.awaitingSuccessor.isEmpty()) {
			closeSessions();
		}
		else {
			this.run.after(SUCCESSION_BOUND, this::closeSessions);
		}
	}

	private void halt() {
		this.run.drivers().forEach((driver) -> driver.feed(new Input.Halt()));
		driverStopped();
	}

	private void closeSessions() {
		if (this.closed) {
			return;
		}
		this.closed = true;
		AtomicInteger open = new AtomicInteger(1);
		Runnable closed = () -> {
			if (open.decrementAndGet() == 0) {
				finish();
			}
		};
		this.run.after(RELEASE_BOUND, this::finish);
		for (SessionLoop session : this.run.sessions()) {
			open.incrementAndGet();
			session.end(closed);
		}
		closed.run();
	}

	private boolean hasSuccessors(ElectionDriver driver) {
		ElectionView view = driver.state().knowledge().view();
		return driver.state().holding() != null && view != null && !Restraining.isAlone(view, this.run.instance());
	}

	private boolean isLedByAnother(ElectionView view) {
		LeaderRecord leader = view.leader();
		return leader != null && !leader.instance().equals(this.run.instance());
	}

	private static String name(ElectionDriver driver) {
		return driver.election().name();
	}

	private void finish() {
		Runnable whenDone = this.done;
		if (whenDone != null) {
			this.run.end();
			this.run.orders().abandon();
			whenDone.run();
		}
	}

}
