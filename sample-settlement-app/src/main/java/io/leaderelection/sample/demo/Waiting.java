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

package io.leaderelection.sample.demo;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Waiting for what has to happen in a drill.
 */
class Waiting {

	private static final Duration INTERVAL = Duration.ofMillis(50);

	private final Leash leash;

	Waiting(Leash leash) {
		this.leash = leash;
	}

	/**
	 * Wait until something has happened.
	 * @param patience the longest time to wait
	 * @param what what is to happen, in words
	 * @param condition whether it has happened
	 * @throws DrillFailedException if it did not happen in time
	 */
	void until(Duration patience, String what, BooleanSupplier condition) {
		long deadline = System.nanoTime() + patience.toNanos();
		while (!condition.getAsBoolean()) {
			if (System.nanoTime() - deadline > 0) {
				throw new DrillFailedException("Within " + Console.show(patience) + ", " + what + " did not happen");
			}
			this.leash.pause(INTERVAL);
		}
	}

	/**
	 * Let some time pass.
	 * @param time the time
	 */
	void pass(Duration time) {
		this.leash.pause(time);
	}

}
