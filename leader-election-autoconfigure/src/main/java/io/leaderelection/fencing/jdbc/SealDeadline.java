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

package io.leaderelection.fencing.jdbc;

import java.time.Duration;

/**
 * Time until which a fence must be raised.
 *
 * @param start the time when sealing began, as {@link System#nanoTime()}
 * @param bound the longest time that it may take
 */
record SealDeadline(long start, Duration bound) {

	private static final Duration MAX_GRACE = Duration.ofMillis(500);

	private static final Duration MAX_MARGIN = Duration.ofMillis(500);

	Duration elapsed() {
		return Duration.ofNanos(System.nanoTime() - this.start);
	}

	Duration remaining() {
		Duration remaining = this.bound.minus(elapsed());
		return remaining.isNegative() ? Duration.ZERO : remaining;
	}

	/**
	 * Return the time that a statement may take, so that its error, which says why,
	 * arrives before the time is up.
	 * @return the time
	 */
	Duration remainingForStatement() {
		Duration margin = remaining().dividedBy(10);
		return remaining().minus((margin.compareTo(MAX_MARGIN) < 0) ? margin : MAX_MARGIN);
	}

	boolean hasPassed() {
		return remaining().isZero();
	}

	/**
	 * Return how long transactions of older grants may take to end by themselves.
	 * @return the time
	 */
	Duration grace() {
		Duration quarter = this.bound.dividedBy(4);
		return (quarter.compareTo(MAX_GRACE) < 0) ? quarter : MAX_GRACE;
	}

}
