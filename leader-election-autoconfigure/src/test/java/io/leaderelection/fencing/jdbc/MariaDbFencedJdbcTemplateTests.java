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

import java.util.List;
import java.util.stream.Stream;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.fencing.FenceCheckFailedException;
import io.leaderelection.fencing.NewerRowException;
import io.leaderelection.fencing.StaleTokenException;
import io.leaderelection.servers.MariaDbDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link FencedJdbcTemplate} on MariaDB.
 */
class MariaDbFencedJdbcTemplateTests extends AbstractFencedJdbcTemplateTests {

	@Override
	TestDatabase database() {
		return TestDatabase.mariaDb();
	}

	@Override
	Stream<String> unfenceable() {
		return Stream.of("DELETE FROM payment; DELETE FROM plain", "COMMIT", "ROLLBACK", "SAVEPOINT s", "BEGIN",
				"START TRANSACTION", "UPDATE payment SET `FENCE_TOKEN` = 99", "TRUNCATE plain", "TRUNCATE TABLE plain",
				"DROP TABLE plain", "CREATE TABLE other (id INT)", "ALTER TABLE plain ADD COLUMN x INT",
				"SET autocommit = 1", "SET @a = 1, autocommit = 1", "SET @@session.sql_mode = 'ANSI_QUOTES'",
				"SET STATEMENT max_statement_time = 1 FOR DELETE FROM plain", "LOCK TABLES plain WRITE",
				"UNLOCK TABLES", "CALL anything()", "XA START 'x'", "ANALYZE DELETE FROM plain",
				"EXPLAIN ANALYZE DELETE FROM plain", "USE mysql", "/*!50000 DELETE FROM plain */",
				"UPDATE payment SET status = 'x' /*M! , fence_token = 99 */",
				"DELETE FROM payment WHERE id = 1 /* /* */ */", "BEGIN NOT ATOMIC DELETE FROM plain; END",
				"EXECUTE IMMEDIATE 'DELETE FROM plain'", "HANDLER plain OPEN");
	}

	@ParameterizedTest
	@ValueSource(strings = { "ANSI_QUOTES", "NO_BACKSLASH_ESCAPES", "ANSI_QUOTES,NO_BACKSLASH_ESCAPES", "" })
	void stringsAreReadAsTheModeOfTheSessionSays(String mode) {
		this.fixture.seal(5);
		String escaped = mode.contains("NO_BACKSLASH_ESCAPES") ? "'\\' -- " : "'\\' -- x', 'SETTLED')) -- ";
		String sql = "UPDATE payment SET status = COALESCE(NULLIF(" + escaped
				+ (mode.contains("NO_BACKSLASH_ESCAPES") ? "\n, 'SETTLED'), 'SETTLED')" : "\n") + " WHERE id = 1";
		String name = mode.contains("ANSI_QUOTES") ? "\"id\" <> 1 AND id = 2" : "\"id\" <> '1' AND id = 2";
		try (HikariDataSource pool = withMode(mode)) {
			FencedJdbcTemplate template = template(pool);
			this.fixture.as(5, () -> template.update(sql));
			this.fixture.as(5, () -> template.update("UPDATE payment SET status = 'NAMED' WHERE " + name));
			assertThat(this.fixture.stamp(1)).isEqualTo(5);
			assertThat(this.fixture.stamp(2)).isEqualTo(5);
			this.fixture.seal(6);
			String before = this.fixture.content();
			for (String stale : List.of(sql, "UPDATE payment SET status = 'NAMED' WHERE " + name)) {
				assertThatExceptionOfType(StaleTokenException.class)
					.isThrownBy(() -> this.fixture.as(5, () -> template.update(stale)));
			}
			assertThat(this.fixture.content()).isEqualTo(before);
		}
	}

	private HikariDataSource withMode(String mode) {
		HikariDataSource pool = this.fixture.home.pool(2);
		pool.setConnectionInitSql("SET SESSION sql_mode = '" + mode + "'");
		return pool;
	}

	private static FencedJdbcTemplate template(DataSource dataSource) {
		FencedDatabase database = new FencedDatabase("other", dataSource);
		return new FencedJdbcTemplate(
				new JdbcFencing("shop", ProtectedDatabases.single(database), (election) -> FencingFixture.IDLE_LIMIT),
				database);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void writeThatChangesNothingIsNoRefusalHoweverRowsAreCounted(boolean affected) {
		this.fixture.seal(5);
		try (HikariDataSource pool = this.fixture.home.pool(2)) {
			pool.addDataSourceProperty("useAffectedRows", Boolean.toString(affected));
			FencedJdbcTemplate template = template(pool);
			String sql = "UPDATE payment SET status = 'SETTLED' WHERE id = 1";
			assertThat(this.fixture.as(5, () -> template.update(sql))).isOne();
			assertThat(this.fixture.as(5, () -> template.update(sql))).isEqualTo(affected ? 0 : 1);
			assertThat(this.fixture.stamp(1)).isEqualTo(5);
			stampedByAnother();
			assertThatExceptionOfType(NewerRowException.class).isThrownBy(
					() -> this.fixture.as(5, () -> template.update("UPDATE payment SET status = 'x' WHERE id = 2")));
		}
	}

	@Test
	void conditionThatIsSwallowedByACommentElsewhereStillGuards() {
		this.fixture.seal(6);
		String before = this.fixture.content();
		for (String sql : List.of("UPDATE payment SET status = 'STALE' WHERE id = 2 --1",
				"UPDATE payment SET status = 'STALE' WHERE id = 1 #", "DELETE FROM payment -- all\n WHERE id = 1",
				"DELETE FROM payment WHERE id = 1 OR 1 = 1 ORDER BY id LIMIT 2")) {
			assertThatExceptionOfType(StaleTokenException.class)
				.isThrownBy(() -> this.fixture.as(5, () -> jdbc().update(sql)));
		}
		assertThat(this.fixture.content()).isEqualTo(before);
	}

	@Test
	void userWithoutPrivilegesOnTheFenceIsTold() {
		MariaDbDatabase database = (MariaDbDatabase) this.fixture.home;
		String user = "writer@'%'";
		this.fixture.admin.execute("CREATE OR REPLACE USER " + user + " IDENTIFIED BY 'writer'");
		this.fixture.admin.execute("GRANT ALL ON " + database.name() + ".payment TO " + user);
		this.fixture.seal(5);
		FencedJdbcTemplate template = template(database.dataSource("writer", "writer"));
		for (String sql : List.of("UPDATE payment SET status = 'x'", "INSERT INTO payment (id) VALUES (9)")) {
			assertThatExceptionOfType(FenceCheckFailedException.class)
				.isThrownBy(() -> this.fixture.as(5, () -> template.update(sql)))
				.withMessageContaining("grant SELECT and UPDATE on leader_fence");
		}
		this.fixture.admin.execute("DROP USER " + user);
	}

	@Test
	void statementInAutoCommitModeIsCheckedWithoutATransactionOfItsOwn() {
		this.fixture.seal(5);
		try (HikariDataSource pool = this.fixture.home.pool(1)) {
			FencedJdbcTemplate template = template(pool);
			assertThat(this.fixture.as(5, () -> template.update("UPDATE payment SET status = 'x' WHERE id = 1")))
				.isOne();
			assertThat(template.queryForObject("SELECT @@SESSION.idle_transaction_timeout", Integer.class)).isZero();
		}
	}

}
