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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.leaderelection.FencingToken;
import io.leaderelection.fencing.NoFencingTokenException;
import io.leaderelection.fencing.StaleTokenException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link FenceEnforcement}. What writes past the template is a plain
 * {@link JdbcTemplate}, as a user who may do everything.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AbstractFenceEnforcementTests {

	static final Refusal NO_GRANT = new Refusal("LF001", 31001);

	static final Refusal STALE_GRANT = new Refusal("LF002", 31002);

	@RegisterExtension
	final FencingFixture fixture = new FencingFixture(database());

	final FenceEnforcement enforcement = new FenceEnforcement("shop");

	JdbcTemplate plain;

	abstract TestDatabase database();

	/** Create the tables of ledgers and what else writes to them, and guard them. */
	abstract void createLedger() throws SQLException;

	abstract void dropLedger();

	/** Writes to what is guarded, by all ways that the database knows. */
	abstract List<String> writes();

	/** Texts that name no table. */
	abstract List<String> noTables();

	/** Show a claim as a check of the fence does, which need not be true. */
	abstract void show(Statement statement, String claim) throws SQLException;

	/** Run a script as the client of the database does. */
	abstract void run(String script) throws SQLException;

	abstract String rows();

	@BeforeEach
	void install() throws SQLException {
		this.plain = new JdbcTemplate(this.fixture.pool);
		createLedger();
		this.fixture.seal(5);
	}

	@AfterEach
	void drop() {
		dropLedger();
	}

	@ParameterizedTest
	@MethodSource("writes")
	void writeWithoutAGrantIsRefusedWhoeverWrites(String sql) {
		String before = rows();
		refused(NO_GRANT, () -> this.plain.execute(sql));
		refused(NO_GRANT, () -> this.fixture.transaction.executeWithoutResult((status) -> this.plain.execute(sql)));
		assertThat(rows()).isEqualTo(before);
		endSessions();
	}

	@Test
	void functionThatWritesWithinASelectNeedsTheCheck() {
		refused(NO_GRANT,
				() -> this.fixture.as(5, () -> this.fixture.jdbc.queryForObject("SELECT pay()", Integer.class)));
		this.fixture.as(5, () -> this.fixture.transaction.executeWithoutResult((status) -> {
			this.fixture.jdbc.assertCurrent();
			this.fixture.jdbc.queryForObject("SELECT pay()", Integer.class);
		}));
		assertThat(amount(1)).isEqualTo(7);
	}

	/**
	 * Promise I2.
	 */
	@Test
	void claimThatIsNotTheCurrentGrantIsRefused() throws SQLException {
		this.fixture.seal(6);
		for (String claim : List.of("shop:settlement:5:grant-5", "shop:settlement:6:twin", "shop:settlement:66:grant-6",
				"shop:settlement:7:grant-7", "shop:settlement:6:grant-66", "shop:settlement:6:GRANT-6")) {
			onConnection((connection) -> {
				connection.setAutoCommit(false);
				try (Statement statement = connection.createStatement()) {
					show(statement, claim);
					refusedBy(statement, STALE_GRANT, "UPDATE ledger SET amount = 7 WHERE id = 1");
				}
				connection.rollback();
				connection.setAutoCommit(true);
			});
		}
	}

	@Test
	void triggerHoldsTheFenceUntilTheCommit() throws SQLException {
		onConnection((connection) -> {
			connection.setAutoCommit(false);
			try (Statement statement = connection.createStatement()) {
				show(statement, "shop:settlement:5:grant-5");
				statement.execute("UPDATE ledger SET amount = 1 WHERE id = 1");
			}
			CompletableFuture<Void> sealed = CompletableFuture.runAsync(() -> this.fixture.seal(6));
			await().until(() -> this.fixture.admin.queryForObject(this.fixture.home.waitingTransactions(),
					Integer.class) == 1);
			assertThat(sealed).isNotDone();
			connection.commit();
			connection.setAutoCommit(true);
			assertThat(sealed).succeedsWithin(5, TimeUnit.SECONDS);
		});
	}

	@Test
	void staleLeaderIsRefusedByTheTemplateAsBefore() {
		this.fixture.seal(6);
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(
				() -> this.fixture.as(5, () -> this.fixture.jdbc.update("UPDATE ledger SET amount = 7 WHERE id = 1")));
		assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> this.fixture.as(5, () -> this.fixture.jdbc.update("INSERT INTO ledger (id) VALUES (7)")));
		assertThat(amount(1)).isZero();
	}

	@Test
	void leaderOfAnotherElectionIsRefused() {
		FencingToken report = new FencingToken("report", 1, "grant-1");
		this.fixture.seal(report);
		for (String sql : List.of("UPDATE ledger SET amount = 7 WHERE id = 1", "INSERT INTO ledger (id) VALUES (7)")) {
			assertThatExceptionOfType(NoFencingTokenException.class)
				.isThrownBy(
						() -> this.fixture.as(FencingFixture.leadership(report), () -> this.fixture.jdbc.update(sql)))
				.withMessageContaining("by the fence of election \"settlement\"");
		}
		assertThat(amount(1)).isZero();
	}

	@Test
	void oneTransactionWritesUnderTwoGrants() throws SQLException {
		FencingToken report = new FencingToken("report/eu", 1, "grant-1");
		this.fixture.seal(report);
		this.fixture.admin.execute("CREATE TABLE summary (id INT PRIMARY KEY)");
		onConnection((connection) -> this.enforcement.install(connection, "report/eu", "summary"));
		this.fixture.as(5, () -> this.fixture.as(FencingFixture.leadership(report),
				() -> this.fixture.transaction.execute((status) -> {
					FencedJdbcTemplate settling = this.fixture.jdbc.forElection(FencingFixture.ELECTION);
					FencedJdbcTemplate reporting = this.fixture.jdbc.forElection("report/eu");
					settling.update("UPDATE ledger SET amount = 1 WHERE id = 1");
					reporting.update("INSERT INTO summary VALUES (1)");
					settling.update("UPDATE ledger SET amount = 2 WHERE id = 1");
					return reporting.update("INSERT INTO summary VALUES (2)");
				})));
		assertThat(amount(1)).isEqualTo(2);
		refused(NO_GRANT, () -> this.plain.update("INSERT INTO summary VALUES (3)"));
	}

	@Test
	void scriptsDoWhatTheMethodsDo() throws SQLException {
		onConnection((connection) -> {
			String removal = this.enforcement.removalScript(connection, "ledger");
			String script = this.enforcement.script(connection, FencingFixture.ELECTION, "ledger");
			run(removal);
			assertThat(this.plain.update("UPDATE ledger SET amount = 1 WHERE id = 1")).isOne();
			run(script);
			run(script);
			refused(NO_GRANT, () -> this.plain.update("UPDATE ledger SET amount = 7 WHERE id = 1"));
		});
	}

	@ParameterizedTest
	@MethodSource("noTables")
	void whatIsNoTableIsRefused(String table) {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> onConnection((connection) -> this.enforcement.install(connection, "settlement", table)))
			.withMessageContaining("There is no table '" + table + "'");
	}

	static void refused(Refusal refusal, Runnable write) {
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(write::run)
			.havingCause()
			.isInstanceOfSatisfying(SQLException.class, refusal::assertIsThatOf);
	}

	static void refusedBy(Statement statement, Refusal refusal, String sql) {
		assertThatExceptionOfType(SQLException.class).isThrownBy(() -> statement.execute(sql))
			.satisfies(refusal::assertIsThatOf);
	}

	/** Let no setting that a write made stay in the pool. */
	void endSessions() {
		this.fixture.pool.getHikariPoolMXBean().softEvictConnections();
	}

	void onConnection(ConnectionWork work) throws SQLException {
		onConnection(this.fixture.home.dataSource().getConnection(), work);
	}

	static void onConnection(Connection opened, ConnectionWork work) throws SQLException {
		try (opened) {
			work.run(opened);
		}
		catch (SQLException | RuntimeException ex) {
			throw ex;
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	Integer amount(int id) {
		return this.fixture.admin.queryForObject("SELECT amount FROM ledger WHERE id = ?", Integer.class, id);
	}

	interface ConnectionWork {

		void run(Connection connection) throws Exception;

	}

	/**
	 * How the database refuses a write.
	 *
	 * @param state the SQL state on PostgreSQL
	 * @param error the error code on MariaDB
	 */
	record Refusal(String state, int error) {

		void assertIsThatOf(SQLException ex) {
			assertThat(List.<Object>of(ex.getSQLState(), ex.getErrorCode())).as(ex.toString())
				.containsAnyOf(this.state, this.error);
		}

	}

}
