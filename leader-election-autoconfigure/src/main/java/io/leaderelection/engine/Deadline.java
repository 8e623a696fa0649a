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

/**
 * Local deadline of a lease, counted from when the renewal was <em>sent</em>: the
 * earliest moment at which the coordinator may let the lease expire, less a drift of the
 * clocks of one percent and a margin. The wall-clock copy notices a suspend, during which
 * the monotonic clock stands still.
 */
final class Deadline {

	private static final int DRIFT_DIVISOR = 100;

	private static final long NANOS_PER_MILLI = 1_000_000L;

	private final long nanos;

	private final long wallMillis;

	private final long clockOffset;

	private final long tolerance;

	private Deadline(long nanos, long wallMillis, long clockOffset, long tolerance) {
		this.nanos = nanos;
		this.wallMillis = wallMillis;
		this.clockOffset = clockOffset;
		this.tolerance = tolerance;
	}

	/**
	 * Return the deadline that follows from a renewal.
	 * @param sent when the renewal was sent
	 * @param ttl the time-to-live that the coordinator granted
	 * @param margin the safety margin
	 * @return the deadline
	 */
	static Deadline of(Moment sent, Duration ttl, Duration margin) {
		long length = ttl.toNanos() - ttl.toNanos() / DRIFT_DIVISOR - margin.toNanos();
		long offset = sent.wallMillis() * NANOS_PER_MILLI - sent.nanos();
		return new Deadline(sent.nanos() + length, sent.wallMillis() + length / NANOS_PER_MILLI, offset,
				margin.toNanos());
	}

	/**
	 * Return the deadline as a reading of the monotonic clock.
	 * @return the reading
	 */
	long nanos() {
		return this.nanos;
	}

	boolean isPast(long now) {
		return now - this.nanos >= 0;
	}

	boolean isLaterThan(Deadline other) {
		return this.nanos - other.nanos > 0;
	}

	/**
	 * Return whether the clocks agree with each other and the wall clock has not passed
	 * its copy of the deadline.
	 * @param now the monotonic clock
	 * @param wallNow the wall clock
	 * @return whether the clocks can be trusted
	 */
	boolean isTrusted(long now, long wallNow) {
		long drift = wallNow * NANOS_PER_MILLI - now - this.clockOffset;
		return wallNow < this.wallMillis && drift <= this.tolerance && drift >= -this.tolerance;
	}

	/**
	 * Return whether the deadline is ahead by both clocks.
	 * @param now the monotonic clock
	 * @param wallNow the wall clock
	 * @return whether work may go on
	 */
	boolean isAhead(long now, long wallNow) {
		return now - this.nanos < 0 && isTrusted(now, wallNow);
	}

	Duration remaining(long now) {
		return Duration.ofNanos(Math.max(0, this.nanos - now));
	}

}
