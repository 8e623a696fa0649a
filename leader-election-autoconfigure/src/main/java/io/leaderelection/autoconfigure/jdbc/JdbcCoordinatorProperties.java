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

package io.leaderelection.autoconfigure.jdbc;

import java.time.Duration;

import io.leaderelection.autoconfigure.DurationRange;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of the coordinator on a database.
 *
 * @param url JDBC URL of the database that decides who leads. By default that of the
 * application.
 * @param username User to log in as. By default that of the application, if the URL is.
 * @param password Password to log in with.
 * @param driverClassName Name of the driver's class. By default derived from the URL.
 * @param callTimeout Longest time that a call may take before its outcome counts as
 * unknown. By default 1500ms, but at most three quarters of the shortest time-to-live.
 * @param pollInterval Time between two looks for changes, in databases that do not tell
 * of them. Lowering it makes the others notice a resignation sooner, at the price of
 * queries.
 * @param heartbeat Time between two questions whether the connection that changes are
 * told on is alive, in databases that tell of them.
 */
@ConfigurationProperties("leader-election.jdbc")
public record JdbcCoordinatorProperties(@Nullable String url, @Nullable String username, @Nullable String password,
		@Nullable String driverClassName, @Nullable Duration callTimeout, @DefaultValue("500ms") Duration pollInterval,
		@DefaultValue("5s") Duration heartbeat) {

	static final String PREFIX = "leader-election.jdbc.";

	private static final DurationRange POLL_INTERVAL = new DurationRange(Duration.ofMillis(20), Duration.ofDays(7),
			"each look costs queries");

	private static final DurationRange HEARTBEAT = new DurationRange(Duration.ofMillis(50), Duration.ofMinutes(1),
			"each costs a query, and for so long it stays unknown that the connection is dead");

	public JdbcCoordinatorProperties {
		POLL_INTERVAL.check(PREFIX + "poll-interval", pollInterval);
		HEARTBEAT.check(PREFIX + "heartbeat", heartbeat);
	}

	/**
	 * Return the settings without the password, and without the parameters of the URL,
	 * which may have one.
	 */
	@Override
	public String toString() {
		return "JdbcCoordinatorProperties[username=%s, callTimeout=%s, pollInterval=%s, heartbeat=%s]"
			.formatted(this.username, this.callTimeout, this.pollInterval, this.heartbeat);
	}

}
