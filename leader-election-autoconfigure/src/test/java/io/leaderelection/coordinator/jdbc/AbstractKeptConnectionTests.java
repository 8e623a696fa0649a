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
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

import javax.sql.DataSource;

import io.leaderelection.coordinator.ContactLog;
import io.leaderelection.coordinator.UnreadableRecordException;
import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what a script that the database refused costs a {@link ConnectionLane}: not
 * its connection, if that is in order, and no transaction is left on it.
 */
abstract class AbstractKeptConnectionTests {

	private static final Duration TIMEOUT = Duration.ofSeconds(10);

	private final ForwardedLoop timer = new ForwardedLoop();

	private final List<ConnectionLane> lanes = new ArrayList<>();

	private final JdbcFixture fixture;

	private final String namespace;

	private final ConnectionLane lane;

	AbstractKeptConnectionTests(DatabaseUnderTest database) {
		this.fixture = new JdbcFixture(database);
		this.namespace = this.fixture.namespace();
		this.lane = lane(this.fixture.dataSource());
	}

	@BeforeEach
	void createNamespace() {
		this.fixture.sql()
			.update("INSERT INTO leader_namespace (namespace, lineage, revision) VALUES (?, 'first', 1)",
					this.namespace);
	}

	@AfterEach
	void close() {
		this.lanes.forEach(ConnectionLane::close);
		this.timer.close();
		this.fixture.close();
	}

	@Test
	void refusedScriptIsUndoneAndCostsNoConnection() {
		Connection before = connection(this.lane);
		for (int i = 0; i < 8; i++) {
			assertRefused(this.lane, refused());
		}
		assertThat(connection(this.lane)).isSameAs(before);
		assertNothingIsOpen();
		JdbcFixture.await(run(this.lane, revised(7)));
		assertThat(revision()).isEqualTo(7);
	}

	/**
	 * MariaDB undoes nothing but the last statement.
	 */
	@Test
	void scriptThatWaitedForALockForTooLongIsUndoneAndCostsNoConnection() throws SQLException {
		this.fixture.sql()
			.update("INSERT INTO leader_namespace (namespace, lineage, revision) VALUES (?, 'first', 1)",
					this.namespace + "-2");
		Connection before = connection(this.lane);
		try (Connection forgotten = this.fixture.foreignTransaction(); var statement = forgotten.createStatement()) {
			statement.execute("UPDATE leader_namespace SET revision = 2 WHERE namespace = '" + this.namespace + "-2'");
			Script script = revised(100);
			script.update("UPDATE leader_namespace SET revision = 3 WHERE namespace = ?", this.namespace + "-2");
			assertRefused(this.lane, script);
			assertNothingIsOpen();
			forgotten.rollback();
		}
		assertThat(connection(this.lane)).isSameAs(before);
		JdbcFixture.await(run(this.lane, revised(7)));
		assertThat(revision()).isEqualTo(7);
	}

	@Test
	void connectionThatCannotBeRolledBackIsReplaced() {
		ConnectionLane unrollable = lane(new UnrollableDataSource(this.fixture.dataSource()));
		Connection before = connection(unrollable);
		assertRefused(unrollable, refused());
		assertThat(connection(unrollable)).isNotSameAs(before);
		assertNothingIsOpen();
	}

	@Test
	void connectionWhoseModeWasChangedIsReplaced() {
		Connection before = connection(this.lane);
		assertFails(this.lane.submit((session) -> {
			session.connection().setAutoCommit(!session.connection().getAutoCommit());
			throw new SQLException("refused", "23000");
		}, TIMEOUT));
		assertThat(connection(this.lane)).isNotSameAs(before);
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "08006", "08S01", "08P01", "57P01", "25006", "25P02", "40003", "42601", "XX000", "HY000", "" })
	void connectionOfWhichNothingIsCertainIsReplaced(String state) {
		Connection before = connection(this.lane);
		assertFails(this.lane.submit((session) -> {
			throw new SQLException("failed", state);
		}, TIMEOUT));
		assertThat(connection(this.lane)).isNotSameAs(before);
	}

	/**
	 * Rights that were granted may count for new connections only.
	 */
	@Test
	void connectionOfAUserWithoutRightsIsReplacedNowAndThen() {
		Connection before = connection(this.lane);
		deny();
		assertThat(connection(this.lane)).isSameAs(before);
		this.timer.forward(Duration.ofSeconds(11));
		deny();
		Connection after = connection(this.lane);
		assertThat(after).isNotSameAs(before);
		deny();
		assertThat(connection(this.lane)).isSameAs(after);
	}

	private void deny() {
		assertFails(this.lane.submit((session) -> {
			throw new SQLException("denied", "42501");
		}, TIMEOUT));
	}

	@Test
	void recordThatIsUnreadableCostsNoConnection() {
		Connection before = connection(this.lane);
		assertFails(this.lane.submitRepeatable((session) -> {
			Script script = new Script();
			Script.Query<String> unreadable = script.query((row) -> {
				throw new UnreadableRecordException("cannot be read");
			}, "SELECT n.lineage FROM leader_namespace n WHERE n.namespace = ?", this.namespace);
			return session.run(script).only(unreadable);
		}, TIMEOUT));
		assertThat(connection(this.lane)).isSameAs(before);
	}

	@Test
	void watchNeedsNotListAnewAfterARefusedChange() {
		JdbcStore store = new JdbcStore(this.fixture.settings(), "kept-connection-test",
				new RestoreGuard((evidence) -> {
				}), lane(this.fixture.dataSource()), this.lane);
		Exchange<Long> look = (script) -> (answer, revision) -> revision;
		JdbcFixture.await(store.follow(look));
		assertFails(store.change((script) -> {
			script.update("UPDATE leader_namespace SET lineage = ? WHERE namespace = ?", null, this.namespace);
			return (answer, revision) -> revision;
		}));
		assertThat(JdbcFixture.await(store.follow(look))).isEqualTo(1);
	}

	private ConnectionLane lane(DataSource dataSource) {
		ConnectionLane created = new ConnectionLane("kept-connection-test",
				new Connector(dataSource, Duration.ofSeconds(3)), this.timer, new ContactLog(this.timer::wallTime),
				RandomGenerator.getDefault());
		this.lanes.add(created);
		return created;
	}

	private Script revised(long revision) {
		Script script = new Script();
		script.update("UPDATE leader_namespace SET revision = ? WHERE namespace = ?", revision, this.namespace);
		return script;
	}

	private Script refused() {
		Script script = revised(100);
		script.update("UPDATE leader_namespace SET lineage = ? WHERE namespace = ?", null, this.namespace);
		return script;
	}

	/**
	 * Require that nobody holds the lock on the row that scripts have changed.
	 */
	private void assertNothingIsOpen() {
		Awaitility.await()
			.ignoreExceptions()
			.until(() -> this.fixture.sql()
				.update("UPDATE leader_namespace SET revision = 5 WHERE namespace = ? AND revision = 1",
						this.namespace) == 1);
		this.fixture.sql().update("UPDATE leader_namespace SET revision = 1 WHERE namespace = ?", this.namespace);
	}

	private long revision() {
		Long found = this.fixture.sql()
			.queryForObject("SELECT revision FROM leader_namespace WHERE namespace = ?", Long.class, this.namespace);
		return Assertions.assertThat(found).isNotNull().actual();
	}

	private static CompletableFuture<ScriptAnswer> run(ConnectionLane lane, Script script) {
		return lane.submit((session) -> session.run(script), TIMEOUT);
	}

	private static Connection connection(ConnectionLane lane) {
		return JdbcFixture.await(lane.submitRepeatable(DatabaseSession::connection, TIMEOUT));
	}

	private static void assertRefused(ConnectionLane lane, Script script) {
		assertThat(run(lane, script)).failsWithin(Duration.ofSeconds(20))
			.withThrowableThat()
			.withRootCauseInstanceOf(SQLException.class);
	}

	private static void assertFails(CompletableFuture<?> answer) {
		assertThat(answer).failsWithin(Duration.ofSeconds(20));
	}

}
