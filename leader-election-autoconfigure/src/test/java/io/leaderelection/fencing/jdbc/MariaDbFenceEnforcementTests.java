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

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.InvalidElectionNameException;
import io.leaderelection.fencing.FenceNotSealedException;
import io.leaderelection.fencing.MissingFenceTableException;
import io.leaderelection.servers.MariaDbDatabase;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.EntityManagerFactoryUtils;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.StringUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link FenceEnforcement} on MariaDB.
 */
class MariaDbFenceEnforcementTests extends AbstractFenceEnforcementTests {

	@Override
	TestDatabase database() {
		return TestDatabase.mariaDb();
	}

	@Override
	void createLedger() throws SQLException {
		this.fixture.admin.execute("CREATE TABLE parent (id INT PRIMARY KEY)");
		this.fixture.admin.execute("CREATE TABLE ledger (id INT PRIMARY KEY, amount INT NOT NULL DEFAULT 0,"
				+ " parent INT DEFAULT 1, fence_token BIGINT NOT NULL DEFAULT 0,"
				+ " FOREIGN KEY (parent) REFERENCES parent (id) ON DELETE CASCADE ON UPDATE CASCADE)");
		this.fixture.admin.execute("CREATE VIEW seen AS SELECT id, amount FROM ledger");
		this.fixture.admin.execute("CREATE PROCEDURE pay_all() UPDATE ledger SET amount = 7");
		this.fixture.admin.execute("CREATE FUNCTION pay() RETURNS INT MODIFIES SQL DATA"
				+ " BEGIN UPDATE ledger SET amount = 7 WHERE id = 1; RETURN 1; END");
		this.fixture.admin.execute("INSERT INTO parent VALUES (1), (2)");
		this.fixture.admin.execute("INSERT INTO ledger (id, parent) VALUES (1, 1), (2, 1), (3, NULL)");
		onConnection((connection) -> this.enforcement.install(connection, FencingFixture.ELECTION, "ledger"));
	}

	@Override
	void dropLedger() {
		for (String what : List.of("TABLE IF EXISTS ledger, parent, summary", "VIEW seen", "PROCEDURE pay_all",
				"FUNCTION pay", "PROCEDURE leader_fence_require")) {
			this.fixture.admin.execute("DROP " + what);
		}
	}

	@Override
	List<String> writes() {
		return List.of("INSERT INTO ledger (id) VALUES (7)", "INSERT IGNORE INTO ledger (id) VALUES (7)",
				"INSERT INTO ledger SET id = 7", "INSERT INTO ledger (id) SELECT id + 10 FROM parent",
				"INSERT INTO ledger (id) VALUES (1) ON DUPLICATE KEY UPDATE amount = 7",
				"INSERT INTO ledger (id) VALUES (7) RETURNING id", "REPLACE INTO ledger (id) VALUES (1)",
				"UPDATE ledger SET amount = 7 WHERE id = 1", "UPDATE LOW_PRIORITY IGNORE ledger SET amount = 7",
				"UPDATE ledger, parent SET amount = 7 WHERE ledger.parent = parent.id",
				"UPDATE ledger SET amount = 7 ORDER BY id LIMIT 1", "DELETE FROM ledger WHERE id = 3",
				"DELETE IGNORE FROM ledger", "DELETE QUICK FROM ledger WHERE id = 3 RETURNING id",
				"DELETE ledger FROM ledger JOIN parent ON ledger.parent = parent.id", "UPDATE seen SET amount = 7",
				"CALL pay_all()", "SELECT pay()", "EXECUTE IMMEDIATE 'UPDATE ledger SET amount = 7'",
				"BEGIN NOT ATOMIC UPDATE ledger SET amount = 7; END",
				"SET STATEMENT max_statement_time = 5, foreign_key_checks = 0 FOR UPDATE ledger SET amount = 7");
	}

	@Override
	List<String> noTables() {
		return List.of("nowhere", "ledger; DROP TABLE ledger", "", "a.b.c.d", "seen", "ledger l", "`ledger");
	}

	@Test
	void fileThatIsLoadedWithoutAGrantIsRefused(@TempDir Path folder) throws Exception {
		Path file = Files.writeString(folder.resolve("rows"), "7\n8\n");
		JdbcTemplate loader = new JdbcTemplate(new DriverManagerDataSource(mariaDb().url() + "?allowLocalInfile=true",
				mariaDb().user(), mariaDb().password()));
		for (String way : List.of("", "REPLACE", "IGNORE")) {
			refused(NO_GRANT,
					() -> loader.execute("LOAD DATA LOCAL INFILE '" + file + "' " + way + " INTO TABLE ledger (id)"));
		}
		assertThat(rows()).isEqualTo("1=0 2=0 3=0");
	}

	@Test
	void threadsWithoutATokenAreRefusedWhileTheLeaderWrites() {
		ForkJoinPool others = new ForkJoinPool(3);
		this.fixture.as(5, () -> this.fixture.transaction.executeWithoutResult((status) -> {
			this.fixture.jdbc.update("UPDATE ledger SET amount = 1 WHERE id = 1");
			CompletableFuture<Void> stream = CompletableFuture.runAsync(() -> IntStream.range(10, 30)
				.parallel()
				.forEach((id) -> refused(NO_GRANT, () -> this.plain.update("INSERT INTO ledger (id) VALUES (?)", id))),
					others);
			assertThat(stream).succeedsWithin(10, TimeUnit.SECONDS);
			CompletableFuture<Void> other = CompletableFuture
				.runAsync(() -> this.plain.update("UPDATE ledger SET amount = 7 WHERE id = 2"), others);
			assertThat(other).failsWithin(5, TimeUnit.SECONDS)
				.withThrowableThat()
				.havingRootCause()
				.withMessageContaining("The transaction has no grant: UPDATE on " + mariaDb().name()
						+ ".ledger is refused by the fence of election \"settlement\" in namespace \"shop\"");
		}));
		others.shutdown();
		assertThat(rows()).isEqualTo("1=1 2=0 3=0");
	}

	@Test
	void currentLeaderWritesByEveryWayOfTheTemplate() {
		this.fixture.as(5, () -> {
			assertThat(this.fixture.jdbc.update("UPDATE ledger SET amount = 1 WHERE id = 1")).isOne();
			assertThat(this.fixture.jdbc.update("INSERT INTO ledger (id, amount) VALUES (?, ?)", 10, 2)).isOne();
			assertThat(this.fixture.jdbc.update("INSERT INTO ledger (id) SELECT id + 100 FROM parent")).isEqualTo(2);
			assertThat(this.fixture.jdbc.update("DELETE FROM ledger WHERE id = 2")).isOne();
			assertThat(this.fixture.jdbc.update("UPDATE ledger SET amount = 1 WHERE id = -1")).isZero();
			assertThat(this.fixture.jdbc.update("UPDATE ledger SET amount = 3")).isEqualTo(5);
			assertThat(this.fixture.jdbc.batchUpdate("UPDATE ledger SET amount = ? WHERE id = ?",
					List.of(new Object[] { 4, 101 }, new Object[] { 5, 102 })))
				.containsExactly(1, 1);
			assertThat(this.fixture.jdbc.update("REPLACE INTO ledger (id, amount) VALUES (102, 6)")).isEqualTo(2);
			assertThat(this.fixture.jdbc
				.update("INSERT INTO ledger (id) VALUES (101) ON DUPLICATE KEY UPDATE amount = amount + 1"))
				.isEqualTo(2);
		});
		assertThat(rows()).isEqualTo("1=3 3=3 10=3 101=5 102=6");
	}

	@Test
	void plainWritesPassInATransactionThatWasChecked() {
		this.fixture.as(5, () -> this.fixture.transaction.executeWithoutResult((status) -> {
			this.fixture.jdbc.assertCurrent();
			this.plain.update("UPDATE ledger SET amount = 1 WHERE id = 1");
			this.plain.update("INSERT INTO ledger (id) VALUES (7)");
			this.plain.execute("CALL pay_all()");
		}));
		assertThat(rows()).isEqualTo("1=7 2=7 3=7 7=7");
	}

	@ParameterizedTest
	@EnumSource
	void grantLeaksToNobodyWhoGetsThePooledSessionNext(SessionUse use) {
		try (HikariDataSource single = mariaDb().pool(1)) {
			FencedDatabase behind = new FencedDatabase("other", single);
			JdbcFencing fencing = new JdbcFencing("shop", ProtectedDatabases.single(behind),
					(election) -> FencingFixture.IDLE_LIMIT);
			JdbcTransactionManager manager = new JdbcTransactionManager(single);
			manager.addListener(new FencingTransactionListener(() -> fencing));
			JdbcTemplate later = new JdbcTemplate(single);
			SessionUse.Leader leader = new SessionUse.Leader(new FencedJdbcTemplate(fencing, behind), later,
					new TransactionTemplate(new JdbcTransactionManager(single)), new TransactionTemplate(manager));
			Long id = later.queryForObject("SELECT CONNECTION_ID()", Long.class);
			this.fixture.as(5, () -> use.of(leader));
			refused(NO_GRANT, () -> later.update("UPDATE ledger SET amount = 99 WHERE id = 1"));
			refused(NO_GRANT, () -> leader.unguarded()
				.executeWithoutResult((status) -> later.update("UPDATE ledger SET amount = 99 WHERE id = 1")));
			refused(NO_GRANT, () -> leader.guarded()
				.executeWithoutResult((status) -> later.update("UPDATE ledger SET amount = 99 WHERE id = 1")));
			assertThat(later.queryForObject("SELECT CONNECTION_ID()", Long.class)).as("the same session").isEqualTo(id);
		}
		assertThat(amount(1)).isNotEqualTo(99);
	}

	@Test
	void grantOfAJpaTransactionLeaksNeither() {
		try (HikariDataSource single = mariaDb().pool(1)) {
			FencedDatabase behind = new FencedDatabase("other", single);
			JdbcFencing fencing = new JdbcFencing("shop", ProtectedDatabases.single(behind),
					(election) -> FencingFixture.IDLE_LIMIT);
			LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
			factory.setDataSource(single);
			factory.setPackagesToScan("io.leaderelection.fencing.jdbc.libraries");
			factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
			factory.afterPropertiesSet();
			EntityManagerFactory entities = Objects.requireNonNull(factory.getObject());
			JpaTransactionManager manager = new JpaTransactionManager(entities);
			manager.addListener(new FencingTransactionListener(() -> fencing));
			manager.afterPropertiesSet();
			TransactionTemplate transaction = new TransactionTemplate(manager);
			Runnable pays = () -> transaction
				.executeWithoutResult((status) -> EntityManagerFactoryUtils.getTransactionalEntityManager(entities)
					.createNativeQuery("UPDATE ledger SET amount = amount + 1 WHERE id = 1")
					.executeUpdate());
			this.fixture.as(5, pays);
			this.fixture.as(5, pays);
			assertThatExceptionOfType(PersistenceException.class).isThrownBy(pays::run)
				.withMessageContaining("The transaction has no grant");
			refused(NO_GRANT, () -> new JdbcTemplate(single).update("UPDATE ledger SET amount = 7"));
			factory.destroy();
		}
		assertThat(amount(1)).isEqualTo(2);
	}

	@Test
	void grantThatWasRefusedAsTooEarlyLeaksNeither() {
		try (HikariDataSource single = mariaDb().pool(1)) {
			FencingFixture.Leader leader = this.fixture.leader(single);
			JdbcTemplate later = new JdbcTemplate(single);
			assertThatExceptionOfType(FenceNotSealedException.class).isThrownBy(() -> this.fixture.as(6,
					() -> leader.transaction().executeWithoutResult((status) -> leader.jdbc().assertCurrent())));
			this.fixture.seal(6);
			refused(NO_GRANT, () -> leader.transaction()
				.executeWithoutResult((status) -> later.update("UPDATE ledger SET amount = 7 WHERE id = 1")));
		}
	}

	@Test
	void claimOfAStatementHelpsNoOtherStatementOfTheSession() throws SQLException {
		onConnection((connection) -> {
			try (Statement statement = connection.createStatement()) {
				String claimed = "(@leader_fence_grants := CONCAT(NOW(6), ' shop:settlement:5:grant-5')) IS NOT NULL";
				assertThat(statement.executeUpdate("UPDATE ledger SET amount = 1 WHERE id = 1 AND " + claimed)).isOne();
				refusedBy(statement, NO_GRANT, "UPDATE ledger SET amount = 7 WHERE id = 1");
				connection.setAutoCommit(false);
				refusedBy(statement, NO_GRANT, "UPDATE ledger SET amount = 7 WHERE id = 1");
				show(statement, "shop:settlement:5:grant-5");
				connection.setAutoCommit(true);
				refusedBy(statement, NO_GRANT, "UPDATE ledger SET amount = 7 WHERE id = 1");
			}
		});
	}

	/**
	 * Promise I2. The trigger must not believe the snapshot of its transaction.
	 */
	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DEFAULT")
	void sealAfterTheSnapshotOfTheTransactionIsSeen(Isolation isolation) throws SQLException {
		onConnection((connection) -> {
			connection.setTransactionIsolation(isolation.value());
			connection.setAutoCommit(false);
			try (Statement statement = connection.createStatement()) {
				show(statement, "shop:settlement:5:grant-5");
				statement.executeQuery("SELECT 1 FROM parent").close();
				this.fixture.seal(6);
				refusedBy(statement, STALE_GRANT, "INSERT INTO ledger (id) VALUES (7)");
			}
			connection.rollback();
			connection.setAutoCommit(true);
		});
	}

	@Test
	void writerNeedsNoPrivilegeOnTheFence() {
		asClerk("SELECT, UPDATE ON ledger", (clerk) -> {
			refused(NO_GRANT, () -> clerk.update("UPDATE ledger SET amount = 7 WHERE id = 1"));
			clerk.execute((Connection connection) -> {
				connection.setAutoCommit(false);
				try (Statement statement = connection.createStatement()) {
					show(statement, "shop:settlement:5:grant-5");
					return statement.executeUpdate("UPDATE ledger SET amount = 1 WHERE id = 1");
				}
				finally {
					connection.rollback();
				}
			});
		});
	}

	@Test
	void truncateIsNotSeenByTriggersButNeedsAPrivilegeThatWritersDoNot() {
		asClerk("SELECT, INSERT, UPDATE, DELETE ON ledger",
				(clerk) -> assertThatExceptionOfType(DataAccessException.class)
					.isThrownBy(() -> clerk.execute("TRUNCATE ledger"))
					.havingCause()
					.withMessageContaining("DROP command denied"));
		assertThat(rows()).isEqualTo("1=0 2=0 3=0");
		this.plain.execute("TRUNCATE ledger");
		assertThat(rows()).isNull();
	}

	@Test
	void cascadesAreNotSeenByTriggersUnlessTheParentIsGuardedAsWell() throws SQLException {
		this.plain.update("UPDATE parent SET id = 8 WHERE id = 1");
		assertThat(this.fixture.admin.queryForObject("SELECT parent FROM ledger WHERE id = 1", Integer.class))
			.isEqualTo(8);
		onConnection((connection) -> this.enforcement.install(connection, FencingFixture.ELECTION, "ledger", "parent"));
		refused(NO_GRANT, () -> this.plain.update("DELETE FROM parent WHERE id = 8"));
		assertThat(rows()).isEqualTo("1=0 2=0 3=0");
		this.fixture.as(5, () -> this.fixture.jdbc.update("DELETE FROM parent WHERE id = 8"));
		assertThat(rows()).isEqualTo("3=0");
	}

	@Test
	void operatorGoesRoundItExplicitlyAndAlone() throws SQLException {
		onConnection((connection) -> {
			try (Statement statement = connection.createStatement()) {
				statement.execute("LOCK TABLES ledger WRITE");
				statement.execute("DROP TRIGGER leader_fence_update_ledger");
				statement.execute("UPDATE ledger SET amount = 7 WHERE id = 1");
				CompletableFuture<Integer> leader = CompletableFuture.supplyAsync(() -> this.fixture.as(5,
						() -> this.fixture.jdbc.update("UPDATE ledger SET amount = amount + 1 WHERE id = 1")));
				await().until(() -> this.fixture.admin.queryForObject(
						"SELECT count(*) FROM information_schema.processlist"
								+ " WHERE db = DATABASE() AND state LIKE 'Waiting for table metadata lock'",
						Integer.class) == 1);
				assertThat(leader).isNotDone();
				statement.execute("CREATE TRIGGER leader_fence_update_ledger BEFORE UPDATE ON ledger FOR EACH ROW"
						+ " CALL leader_fence_require('shop', 'settlement', 'shop:settlement:', 'UPDATE on ledger')");
				statement.execute("UNLOCK TABLES");
				assertThat(leader).succeedsWithin(5, TimeUnit.SECONDS);
			}
		});
		assertThat(amount(1)).isEqualTo(8);
		refused(NO_GRANT, () -> this.plain.update("UPDATE ledger SET amount = 9 WHERE id = 1"));
	}

	@Test
	void removalLetsEverybodyWriteAgainAndTheLeaderToo() throws SQLException {
		onConnection((connection) -> this.enforcement.install(connection, FencingFixture.ELECTION, "parent"));
		onConnection((connection) -> this.enforcement.remove(connection, "ledger"));
		this.plain.update("UPDATE ledger SET amount = 7");
		this.fixture.as(5, () -> this.fixture.jdbc.update("INSERT INTO parent VALUES (3)"));
		refused(NO_GRANT, () -> this.plain.update("INSERT INTO parent VALUES (4)"));
		onConnection((connection) -> this.enforcement.remove(connection, "parent", "ledger"));
		this.plain.update("INSERT INTO parent VALUES (4)");
		this.fixture.as(5, () -> this.fixture.jdbc.update("INSERT INTO parent VALUES (5)"));
		assertThat(this.fixture.admin.queryForList("SHOW TRIGGERS")).isEmpty();
		assertThat(this.fixture.admin.queryForList("SELECT * FROM leader_fence_intent")).isEmpty();
	}

	@Test
	void documentedScriptIsTheGeneratedOne() throws Exception {
		String document = Files.readString(Path.of("..", "docs", "fencing.md"));
		onConnection((connection) -> assertThat(document)
			.contains("```sql\n" + new FenceEnforcement("payments").script(connection, "settlement", "payment")
				.replace(mariaDb().name(), "bank") + "```\n"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "`a``b; DROP TABLE ledger`",
			"a_table_whose_name_is_so_long_that_nothing_fits_in_beside_it_2026", "\"quoted\"" })
	void namesAreQuoted(String table) throws SQLException {
		String name = table.startsWith("\"") ? table.replace('"', '`')
				: table.substring(0, Math.min(64, table.length()));
		this.fixture.admin.execute("CREATE TABLE " + name + " (id INT)");
		String namespace = "it's \\ %s für \"alle\"";
		try {
			onConnection((connection) -> {
				FenceEnforcement odd = new FenceEnforcement(namespace);
				odd.install(connection, "settlement", mariaDb().name() + "." + name);
				odd.install(connection, "settlement", table.startsWith("\"") ? table : name);
			});
			assertThatExceptionOfType(DataAccessException.class)
				.isThrownBy(() -> this.plain.update("INSERT INTO " + name + " VALUES (1)"))
				.withMessageContaining("in namespace \"" + namespace + "\"");
		}
		finally {
			this.fixture.admin.execute("DROP TABLE " + name);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "ANSI_QUOTES", "NO_BACKSLASH_ESCAPES", "PIPES_AS_CONCAT,ANSI", "MYSQL40", "" })
	void modeOfTheSessionThatInstallsDoesNotMatter(String mode) throws SQLException {
		onConnection((connection) -> {
			try (Statement statement = connection.createStatement()) {
				statement.execute("SET sql_mode = '" + mode + "'");
			}
			this.enforcement.install(connection, FencingFixture.ELECTION, "ledger");
		});
		refused(NO_GRANT, () -> this.plain.update("UPDATE ledger SET amount = 7"));
		this.fixture.as(5, () -> this.fixture.jdbc.update("UPDATE ledger SET amount = 1"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "utf8mb3", "utf8mb4 COLLATE utf8mb4_unicode_ci", "utf8mb4 COLLATE utf8mb4_bin" })
	void characterSetOfTheSessionThatWritesDoesNotMatter(String names) {
		try (HikariDataSource other = mariaDb().pool(1)) {
			other.setConnectionInitSql("SET NAMES " + names);
			FencingFixture.Leader leader = this.fixture.leader(other);
			this.fixture.as(5, () -> leader.jdbc().update("UPDATE ledger SET amount = 1 WHERE id = 1"));
			this.fixture.as(5, () -> leader.jdbc().update("INSERT INTO ledger (id) VALUES (7)"));
			refused(NO_GRANT, () -> new JdbcTemplate(other).update("UPDATE ledger SET amount = 7"));
		}
	}

	@Test
	void tableWithoutTransactionsIsRefused() {
		this.fixture.admin.execute("CREATE TABLE summary (id INT) ENGINE = MyISAM");
		assertThatIllegalArgumentException()
			.isThrownBy(
					() -> onConnection((connection) -> this.enforcement.install(connection, "settlement", "summary")))
			.withMessageContaining("'summary' has the engine MyISAM");
	}

	@Test
	void privilegesThatAreMissingAreNamed() {
		asClerk("SELECT, INSERT, DELETE ON *",
				(clerk) -> assertThatExceptionOfType(SQLException.class)
					.isThrownBy(() -> onConnection(clerk.getDataSource().getConnection(),
							(connection) -> this.enforcement.install(connection, FencingFixture.ELECTION, "parent")))
					.withMessageContaining("denied")
					.withMessageContaining("grant TRIGGER on the tables"));
	}

	@Test
	void wrongNamesOfElectionsAndMissingFencesAreRefused() {
		assertThatExceptionOfType(InvalidElectionNameException.class)
			.isThrownBy(() -> onConnection((connection) -> this.enforcement.install(connection, "no'name", "ledger")));
		assertThatExceptionOfType(MissingFenceTableException.class).isThrownBy(() -> onConnection((connection) -> {
			connection.setCatalog("mysql");
			this.enforcement.install(connection, "settlement", mariaDb().name() + ".ledger");
		}));
	}

	private MariaDbDatabase mariaDb() {
		return (MariaDbDatabase) this.fixture.home;
	}

	@Override
	void show(Statement statement, String claim) throws SQLException {
		statement.execute("SET @leader_fence_grants = '" + claim + "'");
	}

	@Override
	void run(String script) throws SQLException {
		assertThat(script).startsWith("DELIMITER //\n").endsWith("//\nDELIMITER ;\n");
		String statements = script.substring("DELIMITER //\n".length(), script.lastIndexOf("DELIMITER"));
		onConnection((connection) -> {
			try (Statement statement = connection.createStatement()) {
				for (String sql : StringUtils.tokenizeToStringArray(statements, "//")) {
					statement.execute(sql);
				}
			}
		});
	}

	private void asClerk(String privileges, Consumer<JdbcTemplate> work) {
		this.fixture.admin.execute("CREATE USER clerk@'%' IDENTIFIED BY 'clerk'");
		try {
			this.fixture.admin.execute("GRANT " + privileges + " TO clerk@'%'");
			work.accept(new JdbcTemplate(mariaDb().dataSource("clerk", "clerk")));
		}
		finally {
			this.fixture.admin.execute("DROP USER clerk@'%'");
		}
	}

	@Override
	String rows() {
		return this.fixture.admin
			.queryForObject("SELECT GROUP_CONCAT(id, '=', amount ORDER BY id SEPARATOR ' ') FROM ledger", String.class);
	}

}
