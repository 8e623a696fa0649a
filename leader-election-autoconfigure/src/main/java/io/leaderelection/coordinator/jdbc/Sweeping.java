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

package io.leaderelection.coordinator.jdbc;

import java.time.Duration;
import java.util.random.RandomGenerator;

import io.leaderelection.coordinator.Backoff;
import io.leaderelection.coordinator.ContactLog;
import io.leaderelection.coordinator.EventLoop;
import org.jspecify.annotations.Nullable;

/**
 * When a watch sweeps expired sessions: as soon as the first one is due, or a moment
 * later if there are many who could, and if a look then still finds it. Whether anything
 * has expired is the database's to say. Lives on the event loop.
 */
final class Sweeping {

	private final ChangeFeed feed;

	private final EventLoop loop;

	private final WatchTiming timing;

	private final ContactLog log;

	private final Runnable look;

	private final Runnable lookAtSwept;

	private final Backoff backoff;

	private long generation;

	private EventLoop.@Nullable Cancellable timer;

	private boolean wanted;

	private boolean underWay;

	/**
	 * Create the sweeping of a watch.
	 * @param feed the database
	 * @param loop the loop of the watch
	 * @param timing when to sweep
	 * @param log told of failures
	 * @param random the source of variation
	 * @param look lets the watch look, and tell what it found to {@link #found}
	 * @param lookAtSwept lets the watch look at what was swept, if nothing told it
	 * already
	 */
	Sweeping(ChangeFeed feed, EventLoop loop, WatchTiming timing, ContactLog log, RandomGenerator random, Runnable look,
			Runnable lookAtSwept) {
		this.feed = feed;
		this.loop = loop;
		this.timing = timing;
		this.log = log;
		this.backoff = new Backoff(random);
		this.look = look;
		this.lookAtSwept = lookAtSwept;
	}

	void found(Changes changes) {
		Duration untilSweep = changes.untilSweep();
		if (this.underWay) {
			return;
		}
		if (untilSweep == null) {
			forget();
		}
		else if (!changes.isSweepDue()) {
			schedule(untilSweep.plus(this.timing.sweepDelay(changes.sessions())));
		}
		else if (this.wanted) {
			sweep();
		}
		else if (this.timer == null) {
			schedule(this.timing.sweepDelay(changes.sessions()));
		}
	}

	void forget() {
		this.generation++;
		this.underWay = false;
		cancel();
	}

	private void sweep() {
		cancel();
		this.underWay = true;
		long current = this.generation;
		this.feed.sweep().whenComplete((done, failure) -> this.loop.execute(() -> {
			if (current == this.generation) {
				swept(failure);
			}
		}));
	}

	private void swept(@Nullable Throwable failure) {
		this.underWay = false;
		if (failure != null) {
			this.log.failed("Expired sessions cannot be ended: " + Failures.describe(failure));
			schedule(this.backoff.next());
			return;
		}
		this.backoff.reset();
		this.lookAtSwept.run();
	}

	private void schedule(Duration delay) {
		cancel();
		this.timer = this.loop.schedule(delay, () -> {
			this.timer = null;
			this.wanted = true;
			this.look.run();
		});
	}

	private void cancel() {
		this.wanted = false;
		if (this.timer != null) {
			this.timer.cancel();
			this.timer = null;
		}
	}

}
