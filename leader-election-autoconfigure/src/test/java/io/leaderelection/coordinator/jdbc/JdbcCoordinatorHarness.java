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

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;

import javax.sql.DataSource;

import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.CoordinatorHarness;
import io.leaderelection.servers.TcpRelay;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Coordinator on a real database, with a relay in front of it for each client.
 */
class JdbcCoordinatorHarness extends CoordinatorHarness {

	private final DatabaseUnderTest database;

	private final JdbcCoordinatorSettings settings = JdbcCoordinatorSettings.of(UUID.randomUUID().toString())
		.withTimes(Duration.ofSeconds(2), Duration.ofMillis(200), Duration.ofMillis(500));

	private final Map<Coordinator, TcpRelay> relays = new HashMap<>();

	JdbcCoordinatorHarness(DatabaseUnderTest database) {
		this.database = database;
	}

	@Override
	protected Coordinator createClient() {
		TcpRelay relay = new TcpRelay(this.database.port());
		JdbcCoordinator client = new JdbcCoordinator(this.settings, dataSource(relay.port()));
		this.relays.put(client, relay);
		return client;
	}

	/**
	 * Return the DataSource of a client.
	 * @param port the port of the relay in front of the server
	 * @return the DataSource
	 */
	DataSource dataSource(int port) {
		return this.database.dataSource(port);
	}

	@Override
	protected Duration ttl() {
		// Long enough for the server to be started again meanwhile.
		return Duration.ofSeconds(5);
	}

	@Override
	protected Duration expiryGranularity() {
		// Whoever looks notices at once, but this machine does other things too.
		return Duration.ofSeconds(1);
	}

	@Override
	protected void pass(Duration duration) {
		Awaitility.await().pollDelay(duration).atMost(duration.plusSeconds(10)).until(() -> true);
	}

	@Override
	protected void passUntil(Duration atMost, BooleanSupplier condition) {
		try {
			Awaitility.await()
				.pollDelay(Duration.ZERO)
				.pollInterval(Duration.ofMillis(5))
				.atMost(atMost)
				.until(condition::getAsBoolean);
		}
		catch (ConditionTimeoutException ex) {
			throw new AssertionError("The condition did not hold within " + atMost, ex);
		}
	}

	@Override
	protected void restartServer() {
		this.database.restart();
	}

	@Override
	protected Runnable takeSnapshot() {
		return this.database.snapshot();
	}

	@Override
	protected void disturb(Coordinator client, Disturbance disturbance) {
		TcpRelay relay = relay(client);
		switch (disturbance) {
			case CUT -> relay.refuse();
			case SILENCE -> relay.blackHole();
			case LOST_ANSWERS -> relay.hold(TcpRelay.Direction.TO_CLIENT);
			case HELD_REQUESTS -> relay.holdNextRequest();
		}
	}

	@Override
	protected void recover(Coordinator client) {
		TcpRelay relay = relay(client);
		if (relay.isHolding(TcpRelay.Direction.TO_CLIENT) && !relay.isHolding(TcpRelay.Direction.TO_SERVER)) {
			relay.cut();
		}
		relay.resume();
	}

	@Override
	protected void overwriteTerm(String election, long term) {
		try (Connection connection = this.database.dataSource(this.database.port()).getConnection();
				PreparedStatement update = connection
					.prepareStatement("UPDATE leader_election SET term = ? WHERE namespace = ? AND election = ?")) {
			update.setLong(1, term);
			update.setString(2, this.settings.namespace());
			update.setString(3, election);
			if (update.executeUpdate() != 1) {
				throw new IllegalStateException("There is no election '%s'".formatted(election));
			}
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		super.close();
		this.relays.values().forEach(TcpRelay::close);
	}

	private TcpRelay relay(Coordinator client) {
		TcpRelay relay = this.relays.get(client);
		if (relay == null) {
			throw new IllegalArgumentException("'client' must be a client of this harness");
		}
		return relay;
	}

}
