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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.Done;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.LineageOutcome;
import io.leaderelection.coordinator.Refused;
import io.leaderelection.coordinator.RenewalOutcome;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.Unknown;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link JdbcCoordinator} on MariaDB, beyond the contract.
 */
class MariaDbCoordinatorTests {

	private final MariaDbUnderTest database = MariaDbUnderTest.shared();

	private final JdbcFixture fixture = new JdbcFixture(this.database);

	@AfterEach
	void close() {
		this.fixture.close();
	}

	@Test
	void instancesThatDifferByCaseOrSpaceAreDifferentCandidates() {
		Coordinator coordinator = this.fixture.coordinator();
		List<String> instances = List.of("node", "Node", "node ", "n\u00f6de");
		for (String instance : instances) {
			Session session = JdbcFixture.open(coordinator, instance);
			JdbcFixture.await(coordinator.enlist(session, JdbcFixture.ELECTION, Map.of("k", instance)), Done.class);
		}
		assertThat(JdbcFixture.read(coordinator).candidates()).containsOnlyKeys(instances);
	}

	@Test
	void namespacesThatDifferByCaseAreDifferent() {
		String name = "App-" + UUID.randomUUID();
		LineageOutcome upper = lineage(name);
		assertThat(lineage(name.toLowerCase(Locale.ROOT))).isNotEqualTo(upper);
		assertThat(lineage(name)).isEqualTo(upper);
	}

	private LineageOutcome lineage(String namespace) {
		try (JdbcCoordinator coordinator = new JdbcCoordinator(
				JdbcCoordinatorSettings.of(namespace)
					.withTimes(Duration.ofSeconds(3), Duration.ofSeconds(1), Duration.ofSeconds(1)),
				this.fixture.dataSource())) {
			return JdbcFixture.await(coordinator.lineage(), LineageOutcome.Known.class);
		}
	}

	@Test
	void wrongPasswordIsARefusalThatDoesNotTellIt() {
		Coordinator coordinator = this.fixture.coordinator(
				this.database.dataSource(this.database.port(), this.database.server().user(), "wrong-password-7"));
		assertThat(JdbcFixture.await(coordinator.read(JdbcFixture.ELECTION))).isInstanceOfSatisfying(Refused.class,
				(refused) -> {
					assertThat(refused.kind()).isEqualTo(Refused.Kind.DENIED);
					assertThat(refused.detail()).contains("Access denied", "check the user and the password")
						.doesNotContain("wrong-password-7");
				});
	}

	@Test
	void failureOfTheLastStatementUndoesAll() throws SQLException {
		Coordinator coordinator = this.fixture.coordinator();
		JdbcFixture.await(coordinator.lineage(), LineageOutcome.Known.class);
		DatabaseSession session = new Connector(this.fixture.dataSource(), Duration.ofSeconds(3)).connect();
		Script script = new Script();
		script.update("UPDATE leader_namespace SET revision = 100 WHERE namespace = ?", this.fixture.namespace());
		script.update("UPDATE leader_namespace SET lineage = NULL WHERE namespace = ?", this.fixture.namespace());
		assertThatExceptionOfType(SQLException.class).isThrownBy(() -> session.run(script))
			.satisfies((ex) -> assertThat(DatabaseFault.of(ex)).isEqualTo(DatabaseFault.CONSTRAINT));
		session.connection().close();
		assertThat(this.fixture.sql()
			.queryForObject("SELECT revision FROM leader_namespace WHERE namespace = ?", Long.class,
					this.fixture.namespace()))
			.isEqualTo(1);
	}

	/**
	 * Lesson 9.
	 */
	@Test
	void lockHeldBySomebodyElseMakesACallUnknown() throws SQLException {
		Coordinator coordinator = this.fixture.coordinator();
		Session session = JdbcFixture.open(coordinator, "leader");
		LeaderRecord record = JdbcFixture.win(coordinator, session);
		try (Connection forgotten = this.fixture.foreignTransaction();
				var statement = forgotten
					.prepareStatement("UPDATE leader_namespace SET revision = revision WHERE namespace = ?")) {
			statement.setString(1, this.fixture.namespace());
			statement.executeUpdate();
			JdbcFixture.await(coordinator.discard(record), Unknown.class);
			JdbcFixture.await(coordinator.renew(session), RenewalOutcome.Renewed.class);
		}
		assertThat(JdbcFixture.await(coordinator.discard(record))).isNotInstanceOf(Unknown.class);
	}

}
