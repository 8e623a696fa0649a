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
import java.time.Instant;

/**
 * Moment at which the engine's thread handles an input or sends a request.
 *
 * @param sequence the place in the engine's order of inputs, unique per start
 * @param nanos the monotonic clock
 * @param wallMillis the wall clock
 */
record Moment(long sequence, long nanos, long wallMillis) {

	/**
	 * Return whether this moment came after the other one in the engine's order.
	 * @param other the other moment
	 * @return whether it came later
	 */
	boolean isAfter(Moment other) {
		return this.sequence > other.sequence;
	}

	/**
	 * Return whether the monotonic clock has reached the given reading.
	 * @param reading the reading
	 * @return whether it has been reached
	 */
	boolean hasReached(long reading) {
		return this.nanos - reading >= 0;
	}

	Instant wallTime() {
		return Instant.ofEpochMilli(this.wallMillis);
	}

	long nanosPlus(Duration duration) {
		return this.nanos + duration.toNanos();
	}

}
