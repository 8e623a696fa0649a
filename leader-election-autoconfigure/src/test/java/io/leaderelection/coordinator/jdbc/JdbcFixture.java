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
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import io.leaderelection.ControlRequest;
import io.leaderelection.coordinator.Campaign;
import io.leaderelection.coordinator.CampaignOutcome;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.ReadOutcome;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.SessionOutcome;
import io.leaderelection.coordinator.SessionRequest;
import io.leaderelection.coordinator.TermRecord;
import io.leaderelection.servers.TcpRelay;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Coordinators of one namespace in a database under test, calls of theirs that wait, and
 * a look behind them.
 */
final class JdbcFixture implements AutoCloseable {

	static final String ELECTION = "settlement";

	static final ControlRequest REQUEST = new ControlRequest("operator", "test");

	static final Duration TTL = Duration.ofSeconds(10);

	private final List<JdbcCoordinator> coordinators = new ArrayList<>();

	private final List<TcpRelay> relays = new ArrayList<>();

	private final List<Connection> connections = new ArrayList<>();

	private final DatabaseUnderTest database;

	private final JdbcCoordinatorSettings settings = JdbcCoordinatorSettings.of(UUID.randomUUID().toString())
		.withTimes(Duration.ofSeconds(3), Duration.ofMillis(200), Duration.ofMillis(500));

	JdbcFixture(DatabaseUnderTest database) {
		this.database = database;
	}

	JdbcCoordinatorSettings settings() {
		return this.settings;
	}

	String namespace() {
		return this.settings.namespace();
	}

	JdbcCoordinator coordinator() {
		return coordinator(dataSource());
	}

	JdbcCoordinator coordinator(DataSource dataSource) {
		JdbcCoordinator coordinator = new JdbcCoordinator(this.settings, dataSource);
		this.coordinators.add(coordinator);
		return coordinator;
	}

	JdbcCoordinator coordinator(TcpRelay relay) {
		return coordinator(this.database.dataSource(relay.port()));
	}

	TcpRelay relay() {
		TcpRelay relay = new TcpRelay(this.database.port());
		this.relays.add(relay);
		return relay;
	}

	DatabaseUnderTest database() {
		return this.database;
	}

	DataSource dataSource() {
		return this.database.dataSource(this.database.port());
	}

	JdbcTemplate sql() {
		return new JdbcTemplate(dataSource());
	}

	/**
	 * Open a connection of somebody else, with a transaction.
	 */
	Connection foreignTransaction() throws SQLException {
		Connection connection = dataSource().getConnection();
		connection.setAutoCommit(false);
		this.connections.add(connection);
		return connection;
	}

	/**
	 * Let a session be over by the database's clock.
	 */
	void expire(Session session) {
		assertThat(sql().update("UPDATE leader_session SET expires_at = 1 WHERE namespace = ? AND session_id = ?",
				namespace(), session.id()))
			.isEqualTo(1);
	}

	static <O> O await(CompletionStage<O> stage) {
		return stage.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
	}

	static <O> O await(CompletionStage<? super O> stage, Class<O> expected) {
		Object outcome = await(stage);
		assertThat(outcome).isInstanceOf(expected);
		return expected.cast(outcome);
	}

	static Session open(Coordinator coordinator, String instance) {
		return await(coordinator.open(new SessionRequest(instance, TTL)), SessionOutcome.Opened.class).session();
	}

	static ElectionView read(Coordinator coordinator) {
		return await(coordinator.read(ELECTION), ReadOutcome.Read.class).view();
	}

	static Campaign prepare(Session session, TermRecord known) {
		return new Campaign(ELECTION, session, UUID.randomUUID().toString(), known, Instant.now(), Map.of());
	}

	static CampaignOutcome campaign(Coordinator coordinator, Session session) {
		return await(coordinator.campaign(prepare(session, read(coordinator).term())));
	}

	static LeaderRecord win(Coordinator coordinator, Session session) {
		CampaignOutcome outcome = campaign(coordinator, session);
		assertThat(outcome).isInstanceOf(CampaignOutcome.Won.class);
		return ((CampaignOutcome.Won) outcome).record();
	}

	@Override
	public void close() {
		this.coordinators.forEach(JdbcCoordinator::close);
		this.relays.forEach(TcpRelay::close);
		for (Connection connection : this.connections) {
			try {
				connection.close();
			}
			catch (SQLException ex) {
				throw new IllegalStateException(ex);
			}
		}
	}

}
