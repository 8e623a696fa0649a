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

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.InvalidElectionNameException;
import io.leaderelection.fencing.MissingFenceTableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.util.PSQLException;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link FenceEnforcement} on PostgreSQL.
 */
class PostgresFenceEnforcementTests extends AbstractFenceEnforcementTests {

	@Override
	TestDatabase database() {
		return TestDatabase.postgres();
	}

	@Override
	void createLedger() throws SQLException {
		this.fixture.admin.execute("CREATE TABLE parent (id INT PRIMARY KEY)");
		this.fixture.admin.execute("CREATE TABLE ledger (id INT PRIMARY KEY, amount INT NOT NULL DEFAULT 0,"
				+ " parent INT DEFAULT 1 REFERENCES parent ON DELETE CASCADE ON UPDATE CASCADE,"
				+ " fence_token BIGINT NOT NULL DEFAULT 0)");
		this.fixture.admin
			.execute("CREATE TABLE entry (id INT NOT NULL, region TEXT NOT NULL) PARTITION BY LIST (region)");
		this.fixture.admin.execute("CREATE TABLE entry_eu PARTITION OF entry FOR VALUES IN ('eu')");
		this.fixture.admin.execute("CREATE TABLE old_ledger () INHERITS (ledger)");
		this.fixture.admin.execute("CREATE FUNCTION pay() RETURNS INT LANGUAGE sql AS"
				+ " $$ UPDATE ledger SET amount = 7 WHERE id = 1 RETURNING id $$");
		this.fixture.admin.execute("INSERT INTO parent VALUES (1), (2)");
		this.fixture.admin.execute("INSERT INTO ledger (id, parent) VALUES (1, 1), (2, 1), (3, NULL)");
		this.fixture.admin.execute("INSERT INTO old_ledger (id) VALUES (9)");
		this.fixture.admin.execute("INSERT INTO entry VALUES (1, 'eu')");
		onConnection((connection) -> this.enforcement.install(connection, FencingFixture.ELECTION, "ledger", "entry"));
	}

	@Override
	void dropLedger() {
		this.fixture.admin.execute("DROP FUNCTION pay()");
		this.fixture.admin.execute("DROP TABLE IF EXISTS old_ledger, ledger, parent, entry, summary");
	}

	@Override
	List<String> writes() {
		return List.of("INSERT INTO ledger (id) VALUES (7)", "UPDATE ledger SET amount = 7 WHERE id = 1",
				"UPDATE ONLY ledger SET amount = 7", "DELETE FROM ledger WHERE id = 3", "TRUNCATE ledger",
				"TRUNCATE parent CASCADE",
				"INSERT INTO ledger (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET amount = 7",
				"MERGE INTO ledger l USING (VALUES (1)) v (id) ON l.id = v.id WHEN MATCHED THEN UPDATE SET amount = 7",
				"MERGE INTO ledger l USING (VALUES (1)) v (id) ON l.id = v.id WHEN MATCHED THEN DELETE",
				"WITH gone AS (DELETE FROM ledger RETURNING id) SELECT count(*) FROM gone",
				"DO $$ BEGIN UPDATE ledger SET amount = 7; END $$", "DELETE FROM parent WHERE id = 1",
				"UPDATE parent SET id = 8 WHERE id = 1", "INSERT INTO entry VALUES (2, 'eu')",
				"INSERT INTO entry_eu VALUES (2, 'eu')", "UPDATE entry_eu SET id = 7", "DELETE FROM entry",
				"TRUNCATE entry", "TRUNCATE entry_eu", "INSERT INTO old_ledger (id) VALUES (7)",
				"UPDATE ledger SET amount = 7 WHERE id = 9", "TRUNCATE old_ledger",
				"SET session_replication_role = replica; UPDATE ledger SET amount = 7");
	}

	@Override
	List<String> noTables() {
		return List.of("nowhere", "ledger; DROP TABLE ledger", "", "a.b.c.d", "pg_tables", "ledger_pkey");
	}

	@Test
	void copyWithoutAGrantIsRefused() {
		assertThatExceptionOfType(PSQLException.class)
			.isThrownBy(() -> onConnection((connection) -> connection.unwrap(PGConnection.class)
				.getCopyAPI()
				.copyIn("COPY ledger (id) FROM STDIN", new StringReader("7\n"))))
			.satisfies((ex) -> assertThat(ex.getSQLState()).isEqualTo(NO_GRANT.state()));
	}

	@Test
	void threadWithoutATokenIsRefusedWhileTheLeaderWrites() {
		this.fixture.as(5, () -> this.fixture.transaction.executeWithoutResult((status) -> {
			this.fixture.jdbc.update("UPDATE ledger SET amount = 1 WHERE id = 1");
			CompletableFuture<Void> other = CompletableFuture
				.runAsync(() -> this.plain.update("UPDATE ledger SET amount = 7 WHERE id = 2"));
			assertThat(other).failsWithin(5, TimeUnit.SECONDS)
				.withThrowableThat()
				.havingRootCause()
				.withMessageContaining("UPDATE on public.ledger is refused by the fence of election \"settlement\" in"
						+ " namespace \"shop\": the transaction has no grant");
		}));
		assertThat(amount(1)).isOne();
		assertThat(amount(2)).isZero();
	}

	@Test
	void currentLeaderWritesByEveryWayOfTheTemplate() {
		this.fixture.as(5, () -> {
			assertThat(this.fixture.jdbc.update("UPDATE ledger SET amount = 1 WHERE id = 1")).isOne();
			assertThat(this.fixture.jdbc.update("INSERT INTO ledger (id, amount) VALUES (?, ?)", 10, 2)).isOne();
			assertThat(this.fixture.jdbc.update("INSERT INTO ledger (id) SELECT id + 100 FROM parent")).isEqualTo(2);
			assertThat(this.fixture.jdbc.update("DELETE FROM ledger WHERE id = 2")).isOne();
			assertThat(this.fixture.jdbc.update("UPDATE ledger SET amount = 1 WHERE id = -1")).isZero();
			assertThat(this.fixture.jdbc.batchUpdate("UPDATE ledger SET amount = ? WHERE id = ?",
					List.of(new Object[] { 4, 101 }, new Object[] { 5, 102 })))
				.containsExactly(1, 1);
			this.fixture.jdbc.execute("TRUNCATE entry");
			assertThat(this.fixture.jdbc.update("DELETE FROM parent WHERE id = 1")).isOne();
		});
		assertThat(rows()).isEqualTo("ledger 3=0, entry 0");
	}

	@Test
	void plainWritesPassInATransactionThatWasChecked() {
		this.fixture.as(5, () -> this.fixture.transaction.executeWithoutResult((status) -> {
			this.fixture.jdbc.assertCurrent();
			this.plain.update("UPDATE ledger SET amount = 1 WHERE id = 1");
			this.plain.update("INSERT INTO entry VALUES (2, 'eu')");
			this.plain.execute("TRUNCATE entry_eu");
		}));
		assertThat(amount(1)).isOne();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void grantLeaksToNoLaterTransactionOfThePooledSession(boolean commits) {
		try (HikariDataSource single = this.fixture.postgres().pool(1)) {
			FencingFixture.Leader leader = this.fixture.leader(single);
			JdbcTemplate later = new JdbcTemplate(single);
			this.fixture.as(5, () -> leader.jdbc().update("UPDATE ledger SET amount = 1 WHERE id = 1"));
			refused(NO_GRANT, () -> later.update("UPDATE ledger SET amount = 7 WHERE id = 1"));
			this.fixture.as(5, () -> leader.transaction().executeWithoutResult((status) -> {
				leader.jdbc().update("INSERT INTO ledger (id) VALUES (10)");
				if (!commits) {
					status.setRollbackOnly();
				}
			}));
			refused(NO_GRANT, () -> later.update("UPDATE ledger SET amount = 7 WHERE id = 1"));
			refused(NO_GRANT, () -> leader.transaction()
				.executeWithoutResult((status) -> later.update("UPDATE ledger SET amount = 7 WHERE id = 1")));
		}
		assertThat(amount(1)).isOne();
	}

	@Test
	void rememberedCheckThatIsForgedForTheSessionHelpsNobody() {
		SingleConnectionDataSource session = session();
		JdbcTemplate forger = new JdbcTemplate(session);
		String condition = this.fixture.admin.queryForObject("SELECT pg_get_triggerdef(oid) FROM pg_trigger"
				+ " WHERE tgname = 'leader_fence_rows' AND tgrelid = 'ledger'::regclass", String.class);
		String setting = condition.replaceFirst("(?s).*(leader_fence\\.held_[0-9a-f]+).*", "$1");
		forger.execute("SET " + setting + " = '1'");
		refused(NO_GRANT, () -> forger.update("UPDATE ledger SET amount = 7"));
		session.destroy();
	}

	@Test
	void savepointThatIsRolledBackCostsTheGrantWithTheLock() throws SQLException {
		onConnection((connection) -> {
			connection.setAutoCommit(false);
			try (Statement statement = connection.createStatement()) {
				statement.execute("SAVEPOINT before");
				show(statement, "shop:settlement:5:grant-5");
				statement.execute("UPDATE ledger SET amount = 1 WHERE id = 1");
				statement.execute("ROLLBACK TO before");
				this.fixture.seal(6);
				refusedBy(statement, NO_GRANT, "UPDATE ledger SET amount = 7 WHERE id = 1");
			}
			connection.rollback();
			connection.setAutoCommit(true);
		});
	}

	@Test
	void writerNeedsNoPrivilegeOnTheFence() {
		this.fixture.admin.execute("CREATE ROLE clerk LOGIN PASSWORD 'clerk'");
		try {
			this.fixture.admin.execute("GRANT SELECT, UPDATE ON ledger TO clerk");
			JdbcTemplate clerk = new JdbcTemplate(this.fixture.postgres().dataSource("clerk", "clerk"));
			refused(NO_GRANT, () -> clerk.update("UPDATE ledger SET amount = 7 WHERE id = 1"));
		}
		finally {
			this.fixture.admin.execute("DROP OWNED BY clerk");
			this.fixture.admin.execute("DROP ROLE clerk");
		}
	}

	@Test
	void partitionThatIsAddedLaterIsGuardedButForTruncate() throws SQLException {
		this.fixture.admin.execute("CREATE TABLE entry_us PARTITION OF entry FOR VALUES IN ('us')");
		refused(NO_GRANT, () -> this.plain.update("INSERT INTO entry_us VALUES (2, 'us')"));
		refused(NO_GRANT, () -> this.plain
			.execute("SET session_replication_role = replica; INSERT INTO entry_us VALUES (2, 'us')"));
		endSessions();
		this.plain.execute("TRUNCATE entry_us");
		onConnection((connection) -> this.enforcement.install(connection, FencingFixture.ELECTION, "entry"));
		refused(NO_GRANT, () -> this.plain.execute("TRUNCATE entry_us"));
	}

	@Test
	void operatorWhoOwnsTheTableGoesRoundItExplicitlyAndAlone() {
		this.fixture.transaction.executeWithoutResult((status) -> {
			this.plain.execute("ALTER TABLE ledger DISABLE TRIGGER leader_fence_rows");
			this.plain.update("UPDATE ledger SET amount = 7 WHERE id = 1");
			this.plain.execute("ALTER TABLE ledger ENABLE ALWAYS TRIGGER leader_fence_rows");
		});
		assertThat(amount(1)).isEqualTo(7);
		refused(NO_GRANT, () -> this.plain.update("UPDATE ledger SET amount = 8 WHERE id = 1"));
	}

	@Test
	void removalLetsEverybodyWriteAgain() throws SQLException {
		onConnection((connection) -> this.enforcement.remove(connection, "ledger", "entry"));
		this.plain.update("UPDATE ledger SET amount = 7");
		this.plain.execute("TRUNCATE entry_eu, old_ledger");
		assertThat(this.fixture.admin.queryForList("SELECT tgname FROM pg_trigger WHERE tgname LIKE 'leader\\_fence%'",
				String.class))
			.isEmpty();
	}

	@Test
	void documentedScriptIsTheGeneratedOne() throws Exception {
		String document = Files.readString(Path.of("..", "docs", "fencing.md"));
		onConnection((connection) -> assertThat(document).contains(
				"```sql\n" + new FenceEnforcement("payments").script(connection, "settlement", "payment") + "```\n"));
	}

	@Test
	void namesAreQuoted() throws SQLException {
		this.fixture.admin.execute("CREATE SCHEMA \"Odd's\"");
		this.fixture.admin.execute("CREATE TABLE \"Odd's\".\"a\"\"b; DROP TABLE ledger\" (id INT)");
		String table = "\"Odd's\".\"a\"\"b; DROP TABLE ledger\"";
		onConnection((connection) -> new FenceEnforcement("it's \\ %s").install(connection, "settlement", table));
		assertThatExceptionOfType(DataAccessException.class)
			.isThrownBy(() -> this.plain.update("INSERT INTO " + table + " VALUES (1)"))
			.withMessageContaining("in namespace \"it's \\ %s\"");
		this.fixture.admin.execute("DROP SCHEMA \"Odd's\" CASCADE");
	}

	@Test
	void wrongNamesOfElectionsAndMissingFencesAreRefused() {
		assertThatExceptionOfType(InvalidElectionNameException.class)
			.isThrownBy(() -> onConnection((connection) -> this.enforcement.install(connection, "no'name", "ledger")));
		assertThatIllegalArgumentException().isThrownBy(() -> new FenceEnforcement(" "));
		assertThatExceptionOfType(MissingFenceTableException.class).isThrownBy(() -> onConnection((connection) -> {
			try (Statement statement = connection.createStatement()) {
				statement.execute("SET search_path = pg_catalog");
				this.enforcement.install(connection, "settlement", "public.ledger");
			}
		}));
	}

	@Override
	void run(String script) {
		this.plain.execute(script);
	}

	@Override
	void show(Statement statement, String claim) throws SQLException {
		statement.execute("SELECT set_config('leader_fence.grants', '" + claim + "', true)");
	}

	private SingleConnectionDataSource session() {
		try {
			return new SingleConnectionDataSource(this.fixture.postgres().dataSource().getConnection(), true);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	String rows() {
		return this.fixture.admin.queryForObject(
				"SELECT 'ledger ' || (SELECT string_agg(id || '=' || amount, ' '"
						+ " ORDER BY id) FROM ONLY ledger) || ', entry ' || (SELECT count(*) FROM entry)",
				String.class);
	}

}
