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

package io.leaderelection.coordinator.jdbc;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * When a watch looks. Every interval varies, so that instances which were started
 * together do not ask together.
 */
final class WatchTiming {

	/**
	 * Shortest time between the beginnings of two looks, so that many changes in a row do
	 * not cost a look each.
	 */
	static final Duration SPACING = Duration.ofMillis(20);

	/**
	 * Within this time after a session has expired one of many instances sweeps it; the
	 * others, which follow a moment later, see that it is done.
	 */
	static final Duration SWEEP_SPREAD = Duration.ofMillis(100);

	private static final Duration SWEEP_SHARE = Duration.ofMillis(4);

	/**
	 * Time between two lists of everything that nothing calls for.
	 */
	static final Duration LIST_INTERVAL = Duration.ofMinutes(5);

	private static final int VARIATION = 10;

	private final JdbcCoordinatorSettings settings;

	private final RandomGenerator random;

	WatchTiming(JdbcCoordinatorSettings settings, RandomGenerator random) {
		this.settings = settings;
		this.random = random;
	}

	/**
	 * Return the time until the next look.
	 * @param notified whether the database is seen to notify
	 * @return the heartbeat or the poll interval, or up to a tenth less
	 */
	Duration interval(boolean notified) {
		Duration longest = notified ? this.settings.heartbeat() : this.settings.pollInterval();
		return longest.minus(upTo(longest.dividedBy(VARIATION)));
	}

	/**
	 * Return how long after the expiry of a session this instance looks whether it has to
	 * be swept. The time within which the first instance does does not grow with their
	 * number, and who is the only one left does not wait at all.
	 * @param sessions how many sessions there are, one of which has expired
	 * @return the delay
	 */
	Duration sweepDelay(long sessions) {
		Duration spread = SWEEP_SHARE.multipliedBy(Math.max(0, sessions - 2));
		return upTo((spread.compareTo(SWEEP_SPREAD) < 0) ? spread : SWEEP_SPREAD);
	}

	private Duration upTo(Duration longest) {
		return Duration.ofNanos(this.random.nextLong(longest.toNanos() + 1));
	}

}
