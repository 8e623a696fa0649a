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

import io.leaderelection.coordinator.EventLoop;

/**
 * Clocks of an engine, which number the moments and notice when the process stood still:
 * a task that runs long after the regular tick was due tells of a pause.
 */
final class EngineClock {

	static final Duration TICK = Duration.ofMillis(250);

	private static final Duration SMALLEST_TOLERANCE = Duration.ofMillis(200);

	private static final int TOLERANCE_DIVISOR = 10;

	private final EventLoop loop;

	private long tolerance = Long.MAX_VALUE;

	private long sequence;

	private long due;

	EngineClock(EventLoop loop) {
		this.loop = loop;
		this.due = loop.nanoTime() + TICK.toNanos();
	}

	/**
	 * Return the present as the next moment in the engine's order.
	 * @return the moment
	 */
	Moment now() {
		return new Moment(++this.sequence, this.loop.nanoTime(), this.loop.wallMillis());
	}

	/**
	 * Take note of a lease, the shortest of which decides how long a pause is harmless.
	 * @param ttl the time-to-live
	 */
	void noteLease(Duration ttl) {
		long harmless = Math.max(SMALLEST_TOLERANCE.toNanos(), ttl.toNanos() / TOLERANCE_DIVISOR);
		this.tolerance = Math.min(this.tolerance, harmless);
	}

	/**
	 * Return whether the process stood still, and wait for the next tick in any case.
	 * @param now the present
	 * @return whether it stood still
	 */
	boolean stoodStill(Moment now) {
		boolean late = now.nanos() - this.due > this.tolerance;
		if (late) {
			ticked(now);
		}
		return late;
	}

	void ticked(Moment now) {
		this.due = now.nanosPlus(TICK);
	}

}
