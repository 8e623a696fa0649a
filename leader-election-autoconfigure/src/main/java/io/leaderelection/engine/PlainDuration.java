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
 * Duration that is written as people write it in a configuration, such as {@code 500ms}
 * or {@code 5s}.
 *
 * @param value the duration
 */
public record PlainDuration(Duration value) {

	@Override
	public String toString() {
		long seconds = this.value.toSeconds();
		if (!this.value.equals(Duration.ofSeconds(seconds))) {
			long millis = this.value.toMillis();
			return this.value.equals(Duration.ofMillis(millis)) ? millis + "ms" : this.value.toString();
		}
		for (Unit unit : Unit.values()) {
			if (seconds != 0 && seconds % unit.seconds == 0) {
				return seconds / unit.seconds + unit.symbol;
			}
		}
		return seconds + "s";
	}

	private enum Unit {

		DAY(86_400, "d"), HOUR(3_600, "h"), MINUTE(60, "m");

		private final long seconds;

		private final String symbol;

		Unit(long seconds, String symbol) {
			this.seconds = seconds;
			this.symbol = symbol;
		}

	}

}
