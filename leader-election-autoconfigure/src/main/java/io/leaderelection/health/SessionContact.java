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

package io.leaderelection.health;

import java.time.Duration;
import java.util.function.LongSupplier;

import io.leaderelection.spi.ContactListener;

/**
 * Memory of the last time that the coordinator opened or renewed a session. Other answers
 * do not count: a member that has lost the others may still tell its version.
 */
public final class SessionContact implements ContactListener {

	private final LongSupplier nanoTime;

	private volatile long answered;

	/**
	 * Create a memory, as if the coordinator had answered just now.
	 * @param nanoTime the monotonic clock
	 */
	public SessionContact(LongSupplier nanoTime) {
		this.nanoTime = nanoTime;
		this.answered = nanoTime.getAsLong();
	}

	@Override
	public void answered(Call call, Duration elapsed) {
		this.answered = this.nanoTime.getAsLong();
	}

	/**
	 * Return how long ago the last answer came.
	 * @return the time
	 */
	public Duration silence() {
		return Duration.ofNanos(Math.max(0, this.nanoTime.getAsLong() - this.answered));
	}

}
