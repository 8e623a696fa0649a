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

package io.leaderelection.runs;

import java.time.Duration;

/**
 * Settings of a ledger.
 *
 * @param retention how long finished runs are kept, zero for ever. A key that was removed
 * would be run again
 * @param maxAttempts how often a key is attempted, at least 1
 */
public record RunSettings(Duration retention, int maxAttempts) {

	/**
	 * Settings that keep finished runs for 90 days and attempt a key as often as asked.
	 */
	public static final RunSettings DEFAULTS = new RunSettings(Duration.ofDays(90), Integer.MAX_VALUE);

	public RunSettings {
		if (retention.isNegative()) {
			throw new IllegalArgumentException(
					"'retention' must not be negative, but is %d ms".formatted(retention.toMillis()));
		}
		if (maxAttempts < 1) {
			throw new IllegalArgumentException("'maxAttempts' must be at least 1, but is " + maxAttempts);
		}
	}

}
