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

/**
 * Settings of the coordinator on a database.
 *
 * @param namespace what separates applications within the tables; at most 200 characters
 * @param callTimeout the deadline of every call but a renewal, whose deadline is min(1.5
 * s, TTL/5)
 * @param pollInterval the time between two looks of the watch where the database does not
 * notify
 * @param heartbeat the time between two questions whether a connection that waits for
 * notifications is alive
 */
public record JdbcCoordinatorSettings(String namespace, Duration callTimeout, Duration pollInterval,
		Duration heartbeat) {

	private static final int LONGEST_NAMESPACE = 200;

	/**
	 * Create settings.
	 * @throws IllegalArgumentException if a setting is wrong, with a message that names
	 * it
	 */
	public JdbcCoordinatorSettings {
		if (namespace.isBlank()) {
			throw new IllegalArgumentException("'namespace' must not be blank");
		}
		if (namespace.length() > LONGEST_NAMESPACE) {
			throw new IllegalArgumentException("'namespace' must have at most %d characters, but has %d"
				.formatted(LONGEST_NAMESPACE, namespace.length()));
		}
		requireMillisecond("call-timeout", callTimeout);
		requireMillisecond("poll-interval", pollInterval);
		requireMillisecond("heartbeat", heartbeat);
	}

	/**
	 * Return settings with defaults: calls of at most 1.5 s, a look every 500 ms where
	 * the database does not notify, and a heartbeat every five seconds where it does.
	 * @param namespace what separates applications
	 * @return the settings
	 */
	public static JdbcCoordinatorSettings of(String namespace) {
		return new JdbcCoordinatorSettings(namespace, Duration.ofMillis(1500), Duration.ofMillis(500),
				Duration.ofSeconds(5));
	}

	/**
	 * Return these settings with other times.
	 * @param callTimeout the deadline of every call but a renewal
	 * @param pollInterval the time between two looks of the watch
	 * @param heartbeat the time between two heartbeats of the watch
	 * @return the settings
	 */
	public JdbcCoordinatorSettings withTimes(Duration callTimeout, Duration pollInterval, Duration heartbeat) {
		return new JdbcCoordinatorSettings(this.namespace, callTimeout, pollInterval, heartbeat);
	}

	private static void requireMillisecond(String name, Duration value) {
		if (value.isNegative() || value.toMillis() < 1) {
			throw new IllegalArgumentException(
					"'%s' must be at least 1 ms, but is %d ms".formatted(name, value.toMillis()));
		}
	}

}
