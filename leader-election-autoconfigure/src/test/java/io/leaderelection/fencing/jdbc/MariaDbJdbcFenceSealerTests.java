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

package io.leaderelection.fencing.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.FencingToken;
import io.leaderelection.jdbc.Dialect;
import io.leaderelection.servers.MariaDbDatabase;
import io.leaderelection.spi.SealOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link JdbcFenceSealer} on MariaDB.
 */
class MariaDbJdbcFenceSealerTests extends AbstractJdbcFenceSealerTests {

	@Override
	TestDatabase database() {
		return TestDatabase.mariaDb();
	}

	@Test
	void sessionOfTheSealerGetsItsTimeoutsBack() {
		String timeouts = "SELECT CONCAT_WS(' ', @@SESSION.innodb_lock_wait_timeout, @@SESSION.lock_wait_timeout,"
				+ " @@SESSION.idle_transaction_timeout)";
		try (HikariDataSource pool = this.fixture.home.pool(1)) {
			pool.setConnectionInitSql(
					"SET SESSION innodb_lock_wait_timeout = 33, lock_wait_timeout = 44, idle_transaction_timeout = 55");
			JdbcFenceSealer careful = sealerOf(Map.of("payments", pool));
			assertThat(seal(careful, FencingFixture.token(5), "lineage", BOUND)).isInstanceOf(SealOutcome.Sealed.class);
			assertThat(new JdbcTemplate(pool).queryForObject(timeouts, String.class)).isEqualTo("33 44 55");
			careful.close();
		}
	}

	@Test
	void migrationThatLocksTheTableIsNotTerminatedAndTheSealIsBounded() throws SQLException {
		seal(5);
		try (Connection migration = this.fixture.home.dataSource().getConnection();
				Statement statement = migration.createStatement()) {
			statement.execute("LOCK TABLES leader_fence READ");
			long start = System.nanoTime();
			assertThat(seal(this.sealer, FencingFixture.token(6), "lineage", Duration.ofSeconds(1)))
				.isInstanceOf(SealOutcome.Failed.class);
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
			statement.execute("UNLOCK TABLES");
		}
	}

	@Test
	void commitsThatAreNotDurableAreNoSeal() {
		seal(5);
		this.fixture.admin.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 2");
		try {
			assertThat(seal(6)).isInstanceOfSatisfying(SealOutcome.Failed.class,
					(failed) -> assertThat(failed.detail()).contains("innodb_flush_log_at_trx_commit must be 1"));
		}
		finally {
			this.fixture.admin.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 1");
		}
		assertThat(fence()).startsWith("5 ");
	}

	@Test
	void userWhoMayNotSeeWhoBlocksIsTold() throws SQLException {
		MariaDbDatabase database = (MariaDbDatabase) this.fixture.home;
		this.fixture.admin.execute("CREATE OR REPLACE USER blind@'%' IDENTIFIED BY 'blind'");
		this.fixture.admin.execute("GRANT ALL ON " + database.name() + ".* TO blind@'%'");
		try (Connection connection = database.dataSource("blind", "blind").getConnection()) {
			assertThat(Dialect.of(connection).fence().terminationProblem(connection)).contains("Grant PROCESS");
			this.fixture.admin.execute("GRANT PROCESS ON *.* TO blind@'%'");
		}
		try (Connection connection = database.dataSource("blind", "blind").getConnection()) {
			assertThat(Dialect.of(connection).fence().terminationProblem(connection)).isNull();
		}
		this.fixture.admin.execute("DROP USER blind@'%'");
	}

	@Test
	void namesAreToldApartByTheirCase() {
		seal(5);
		assertThat(seal(this.sealer, new FencingToken("Settlement", 1, "grant-1"), "lineage", BOUND))
			.isInstanceOf(SealOutcome.Sealed.class);
		assertThat(this.fixture.admin.queryForObject("SELECT count(*) FROM leader_fence", Integer.class)).isEqualTo(2);
	}

	@Test
	void fiveSealersAtOnceAllGetThrough() throws SQLException {
		List<String> elections = List.of("one", "two", "three", "four", "five");
		elections.forEach((election) -> seal(this.sealer, new FencingToken(election, 5, "grant-5"), "lineage", BOUND));
		List<Connection> frozen = new ArrayList<>();
		try {
			for (String election : elections) {
				frozen.add(this.fixture.home.dataSource().getConnection());
				hold(frozen.get(frozen.size() - 1), election);
			}
			List<CompletableFuture<SealOutcome>> outcomes = elections.stream()
				.map((election) -> CompletableFuture.supplyAsync(
						() -> seal(this.sealer, new FencingToken(election, 6, "grant-6"), "lineage", BOUND),
						this.tasks))
				.toList();
			assertThat(outcomes)
				.allSatisfy((outcome) -> assertThat(outcome.join()).isInstanceOf(SealOutcome.Sealed.class));
		}
		finally {
			for (Connection connection : frozen) {
				connection.close();
			}
		}
	}

	/**
	 * A transaction that is prepared belongs to no session that could be ended, so who
	 * waits for it looks again and again.
	 */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void sealersThatLookInVainDoNotBlindAnother(boolean oneProcess) throws Exception {
		// A process seals four elections of a database at once.
		List<String> stuck = oneProcess ? List.of("one", "two", "three") : List.of("one", "two", "three", "four");
		seal(5);
		stuck.forEach((election) -> seal(this.sealer, new FencingToken(election, 5, "grant-5"), "lineage", BOUND));
		List<JdbcFenceSealer> sealers = new ArrayList<>();
		try (Connection frozen = this.fixture.home.dataSource().getConnection()) {
			List<CompletableFuture<SealOutcome>> vain = new ArrayList<>();
			for (String election : stuck) {
				prepare(election);
				JdbcFenceSealer own = oneProcess ? this.sealer : anotherProcess(election);
				sealers.add(own);
				CompletableFuture<SealOutcome> outcome = new CompletableFuture<>();
				CompletableFuture.delayedExecutor(37L * vain.size(), TimeUnit.MILLISECONDS, this.tasks)
					.execute(() -> outcome.complete(
							seal(own, new FencingToken(election, 6, "grant-6"), "lineage", BOUND.multipliedBy(2))));
				vain.add(outcome);
			}
			await().until(() -> stuck.stream()
				.allMatch((election) -> this.fixture.meters.contains("intent needed %s payments".formatted(election))));
			hold(frozen, FencingFixture.ELECTION);
			assertThat(seal(6)).isInstanceOf(SealOutcome.Sealed.class);
			for (CompletableFuture<SealOutcome> outcome : vain) {
				assertThat(outcome.get()).isInstanceOf(SealOutcome.Failed.class);
			}
		}
		finally {
			for (String election : stuck) {
				this.fixture.admin.execute("XA ROLLBACK '" + election + "'");
			}
			sealers.forEach(JdbcFenceSealer::close);
		}
	}

	private JdbcFenceSealer anotherProcess(String election) {
		FencedDatabase database = new FencedDatabase("payments", this.fixture.pool);
		return new JdbcFenceSealer(
				new JdbcFencing("shop", ProtectedDatabases.of(Map.of(election, List.of(database))), (name) -> BOUND,
						new RecordingMeters(this.fixture.meters), this.fixture.repairs::add),
				new FenceSchemaInitializer(DatabaseInitializationMode.NEVER));
	}

	private void hold(Connection connection, String election) throws SQLException {
		connection.setAutoCommit(false);
		lock(connection, election);
	}

	private void prepare(String election) throws SQLException {
		try (Connection connection = this.fixture.home.dataSource().getConnection();
				Statement statement = connection.createStatement()) {
			statement.execute("XA START '" + election + "'");
			statement.execute("UPDATE leader_fence SET holder = 'prepared' WHERE namespace = 'shop' AND election = '"
					+ election + "'");
			statement.execute("XA END '" + election + "'");
			statement.execute("XA PREPARE '" + election + "'");
		}
	}

	private static void lock(Connection connection, String election) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			statement.execute(
					"SELECT 1 FROM leader_fence WHERE namespace = 'shop' AND election = '" + election + "' FOR UPDATE");
		}
	}

}
