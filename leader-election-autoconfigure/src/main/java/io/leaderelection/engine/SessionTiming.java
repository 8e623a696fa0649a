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
 * Timing of a session: the strictest of what its elections ask for.
 *
 * @param renewInterval the time between renewals
 * @param attemptTimeout the deadline of one renewal
 * @param suspectAfter the time without an acknowledged renewal until suspicion
 * @param margin the safety margin of the deadline
 */
record SessionTiming(Duration renewInterval, Duration attemptTimeout, Duration suspectAfter, Duration margin) {

	static SessionTiming of(ElectionSettings settings) {
		return new SessionTiming(settings.renewInterval(), settings.attemptTimeout(), settings.suspectAfter(),
				settings.margin());
	}

	SessionTiming strictest(SessionTiming other) {
		return new SessionTiming(min(this.renewInterval, other.renewInterval),
				min(this.attemptTimeout, other.attemptTimeout), min(this.suspectAfter, other.suspectAfter),
				(this.margin.compareTo(other.margin) >= 0) ? this.margin : other.margin);
	}

	/**
	 * Return the deadline for opening a session, which may take a write to disk.
	 * @return the deadline
	 */
	Duration openTimeout() {
		return this.attemptTimeout.multipliedBy(2);
	}

	private static Duration min(Duration left, Duration right) {
		return (left.compareTo(right) <= 0) ? left : right;
	}

}
