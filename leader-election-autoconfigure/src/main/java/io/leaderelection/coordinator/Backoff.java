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

package io.leaderelection.coordinator;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Pauses between attempts that double and vary, so that instances which lost the
 * coordinator together do not come back together. Not thread-safe.
 */
public final class Backoff {

	private static final Duration FIRST = Duration.ofMillis(50);

	private static final Duration LONGEST = Duration.ofSeconds(2);

	private final RandomGenerator random;

	private Duration next = FIRST;

	/**
	 * Create a back-off that begins with its shortest pause.
	 * @param random the source of the variation
	 */
	public Backoff(RandomGenerator random) {
		this.random = random;
	}

	/**
	 * Return the next pause.
	 * @return between half of it and all of it
	 */
	public Duration next() {
		long nanos = this.next.toNanos();
		Duration doubled = this.next.multipliedBy(2);
		this.next = (doubled.compareTo(LONGEST) < 0) ? doubled : LONGEST;
		return Duration.ofNanos(nanos / 2 + this.random.nextLong(nanos / 2 + 1));
	}

	/**
	 * Begin anew with the shortest pause, after a success.
	 */
	public void reset() {
		this.next = FIRST;
	}

}
