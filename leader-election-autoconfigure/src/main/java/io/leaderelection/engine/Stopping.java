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
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.ControlRequest;
import io.leaderelection.coordinator.EventLoop.Cancellable;
import org.jspecify.annotations.Nullable;

/**
 * End of an engine in good order: every term is drained, revoked and released, then the
 * sessions are closed. Bounded in each part.
 */
final class Stopping {

	private static final ControlRequest REQUEST = new ControlRequest("engine", "The engine was stopped");

	private static final Duration RELEASE_BOUND = Duration.ofSeconds(2);

	private final EngineRun run;

	private @Nullable Runnable done;

	private @Nullable Cancellable bound;

	private boolean closing;

	Stopping(EngineRun run) {
		this.run = run;
	}

	boolean isUnderWay() {
		return this.done != null;
	}

	/**
	 * Return whether all elections have stopped, so that the sessions are being closed
	 * and with them everything that lives under them.
	 * @return whether the sessions are being closed
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
			closeSessions();
		}
	}

	private void halt() {
		this.run.drivers().forEach((driver) -> driver.feed(new Input.Halt()));
		driverStopped();
	}

	private void closeSessions() {
		this.closing = true;
		if (this.bound != null) {
			this.bound.cancel();
		}
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

	private void finish() {
		Runnable whenDone = this.done;
		if (whenDone != null) {
			this.run.end();
			this.run.orders().abandon();
			whenDone.run();
		}
	}

}
