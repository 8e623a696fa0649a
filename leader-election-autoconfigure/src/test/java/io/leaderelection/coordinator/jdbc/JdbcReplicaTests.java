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
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.LeaderGrantedEvent;
import io.leaderelection.RevocationReason;
import io.leaderelection.coordinator.ThreadEventLoop;
import io.leaderelection.fencing.jdbc.FenceSchemaInitializer;
import io.leaderelection.fencing.jdbc.FencedDatabase;
import io.leaderelection.fencing.jdbc.JdbcFenceSealer;
import io.leaderelection.fencing.jdbc.JdbcFencing;
import io.leaderelection.fencing.jdbc.ProtectedDatabases;
import io.leaderelection.servers.PostgresDatabase;
import io.leaderelection.servers.PostgresProcess;
import io.leaderelection.servers.PostgresServer;
import io.leaderelection.servers.TcpRelay;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.AbstractDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JdbcCoordinator} on a replica that is promoted without the last term,
 * as happens with asynchronous replication. The fence lies in another database.
 */
class JdbcReplicaTests {

	@RegisterExtension
	static final PostgresDatabase fenced = PostgresServer.database();

	private static final Duration TTL = Duration.ofSeconds(5);

	private static final Duration LONG = Duration.ofSeconds(90);

	private final JdbcCoordinatorSettings settings = JdbcCoordinatorSettings.of(UUID.randomUUID().toString());

	private final AtomicInteger port = new AtomicInteger();

	private final List<JdbcParticipant> participants = new ArrayList<>();

	private final JdbcTemplate fences = new JdbcTemplate(fenced.dataSource());

	private PostgresProcess primary;

	private TcpRelay replication;

	private PostgresProcess replica;

	private JdbcFenceSealer sealer;

	@BeforeEach
	void start() {
		this.primary = PostgresProcess.start();
		CoordinatorTables.create(this.primary.dataSource());
		this.replication = new TcpRelay(this.primary.port());
		this.replica = this.primary.replicate(this.replication.port());
		this.port.set(this.primary.port());
		FenceSchemaInitializer schema = new FenceSchemaInitializer(DatabaseInitializationMode.ALWAYS);
		ProtectedDatabases databases = ProtectedDatabases.single(new FencedDatabase("payments", fenced.dataSource()));
		schema.initialize(databases);
		this.fences.execute("TRUNCATE leader_fence, leader_fence_intent");
		this.sealer = new JdbcFenceSealer(
				new JdbcFencing(this.settings.namespace(), databases, (election) -> Duration.ofSeconds(5)), schema);
	}

	@AfterEach
	void stop() {
		this.participants.forEach(JdbcParticipant::close);
		this.sealer.close();
		this.replica.close();
		this.replication.close();
		this.primary.close();
	}

	/**
	 * Promises I1 and I2.
	 */
	@Test
	void instancesThatLivedThroughItNoticeAndRepeatNoTerm() {
		JdbcParticipant first = lead("first", 0);
		JdbcParticipant second = start("second");
		loseTermTwo(first, second);
		promote();
		assertThat(second.awaitRevoked(LONG).getReason()).isEqualTo(RevocationReason.RESTORED);
		Awaitility.await().atMost(LONG).until(() -> first.election().isLeader() || second.election().isLeader());
		List<Long> terms = this.participants.stream()
			.flatMap((participant) -> participant.events().stream())
			.map(JdbcParticipant.Event::event)
			.filter(LeaderGrantedEvent.class::isInstance)
			.map((event) -> ((LeaderGrantedEvent) event).getToken().term())
			.sorted()
			.toList();
		assertThat(terms).startsWith(1L, 2L).doesNotHaveDuplicates().hasSizeGreaterThan(2);
		assertThat(fence()).startsWith(terms.get(terms.size() - 1) + " ");
	}

	/**
	 * Promises I1 and I2. The new instance remembers nothing, and is granted the term
	 * that was lost; only the fence knows that it had another holder.
	 */
	@Test
	void fenceKeepsTheSecondHolderOfARepeatedTermApart() {
		JdbcParticipant first = lead("first", 0);
		JdbcParticipant second = start("second");
		loseTermTwo(first, second);
		String lost = fence();
		assertThat(lost).startsWith("2 ");
		this.participants.forEach(JdbcParticipant::crash);
		this.participants.clear();
		promote();
		JdbcParticipant fresh = lead("fresh", 1);
		assertThat(fresh.election().status().token().term()).isGreaterThan(2);
		assertThat(fence()).startsWith("%d %s".formatted(fresh.election().status().token().term(),
				fresh.election().status().token().grantId()));
		String repeated = new JdbcTemplate(this.replica.dataSource()).queryForObject(
				"SELECT grant_id FROM leader_history WHERE namespace = ? AND term = 2", String.class,
				this.settings.namespace());
		assertThat(lost).doesNotContain(repeated);
		assertThat(fresh.events()).extracting(JdbcParticipant.Event::event)
			.filteredOn(LeaderGrantedEvent.class::isInstance)
			.hasSize(1);
	}

	/**
	 * Let a term be won that the replica never hears of.
	 */
	private void loseTermTwo(JdbcParticipant first, JdbcParticipant second) {
		Awaitility.await().atMost(LONG).until(() -> "1".equals(term(this.replica)));
		this.replication.refuse();
		first.resign(LONG);
		second.awaitGrant(1, LONG);
		assertThat(term(this.primary)).isEqualTo("2");
		assertThat(term(this.replica)).isEqualTo("1");
	}

	private void promote() {
		this.primary.kill();
		this.replica.promote();
		this.port.set(this.replica.port());
	}

	private String term(PostgresProcess server) {
		return new JdbcTemplate(server.dataSource())
			.queryForList("SELECT term FROM leader_election WHERE namespace = ? AND leader_grant IS NOT NULL",
					String.class, this.settings.namespace())
			.stream()
			.findFirst()
			.orElse("");
	}

	private String fence() {
		return this.fences.queryForObject("SELECT fence_token || ' ' || grant_id FROM leader_fence", String.class);
	}

	private JdbcParticipant lead(String name, long after) {
		JdbcParticipant participant = start(name);
		participant.awaitGrant(after, LONG);
		return participant;
	}

	private JdbcParticipant start(String name) {
		JdbcParticipant participant = new JdbcParticipant(name, new CurrentPrimary(), this.settings, TTL,
				new ThreadEventLoop(name), (builder) -> builder.fenceSealer(this.sealer))
			.join();
		this.participants.add(participant);
		return participant;
	}

	/**
	 * DataSource that connects to whatever server is the primary now.
	 */
	private final class CurrentPrimary extends AbstractDataSource {

		@Override
		public Connection getConnection() throws SQLException {
			return PostgresProcess.dataSource(JdbcReplicaTests.this.port.get()).getConnection();
		}

		@Override
		public Connection getConnection(String username, String password) throws SQLException {
			return getConnection();
		}

	}

}
