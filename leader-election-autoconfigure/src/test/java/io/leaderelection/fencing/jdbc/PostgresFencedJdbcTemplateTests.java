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
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.fencing.FenceCheckFailedException;
import io.leaderelection.fencing.NewerRowException;
import io.leaderelection.fencing.NoFencingTokenException;
import io.leaderelection.fencing.UnsupportedStatementException;
import io.leaderelection.servers.PostgresDatabase;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGResultSetMetaData;
import org.postgresql.PGStatement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link FencedJdbcTemplate} on PostgreSQL.
 */
class PostgresFencedJdbcTemplateTests extends AbstractFencedJdbcTemplateTests {

	@Override
	TestDatabase database() {
		return TestDatabase.postgres();
	}

	@Override
	Stream<String> unfenceable() {
		return Stream.of("DELETE FROM payment; DELETE FROM plain", "COMMIT", "UPDATE payment SET fence_token = 99",
				"VACUUM payment", "EXPLAIN ANALYZE DELETE FROM payment");
	}

	@Test
	void upsertNeverPassesOverANewerRow() {
		this.fixture.seal(5);
		assertThatExceptionOfType(NewerRowException.class).isThrownBy(() -> this.fixture.as(5,
				() -> jdbc().update("INSERT INTO payment (status, id) VALUES (?, ?) ON CONFLICT (id)"
						+ " DO UPDATE SET status = EXCLUDED.status", "x", stampedByAnother())));
	}

	@Test
	void noWayLeadsToTheConnectionBehind() {
		this.fixture.seal(5);
		jdbc().execute((Connection connection) -> {
			assertThat(connection.isWrapperFor(PGConnection.class)).isFalse();
			assertThatExceptionOfType(SQLException.class).isThrownBy(() -> connection.unwrap(PGConnection.class))
				.withCauseInstanceOf(UnsupportedStatementException.class);
			assertThatExceptionOfType(SQLException.class)
				.isThrownBy(
						() -> connection.getMetaData().getConnection().createStatement().execute("DELETE FROM payment"))
				.withCauseInstanceOf(NoFencingTokenException.class);
			assertThatExceptionOfType(SQLException.class).isThrownBy(
					() -> connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE));
			try (Statement statement = connection.createStatement();
					ResultSet rows = statement.executeQuery("SELECT 1")) {
				assertThat(rows.getStatement()).isSameAs(statement);
				assertThatExceptionOfType(SQLException.class)
					.isThrownBy(
							() -> rows.getStatement().getConnection().createStatement().execute("DELETE FROM payment"))
					.withCauseInstanceOf(NoFencingTokenException.class);
				assertThatExceptionOfType(SQLException.class).isThrownBy(() -> statement.unwrap(PGStatement.class));
				assertThatExceptionOfType(SQLException.class).isThrownBy(() -> rows.unwrap(PGResultSetMetaData.class));
			}
			return null;
		});
		assertThatExceptionOfType(SQLException.class)
			.isThrownBy(() -> jdbc().getDataSource().unwrap(HikariDataSource.class));
		assertThat(this.fixture.admin.queryForObject("SELECT count(*) FROM payment", Integer.class)).isEqualTo(3);
	}

	@Test
	void countsThatTellNothingAreLeftAlone() {
		this.fixture.seal(5);
		try (HikariDataSource rewriting = postgres().pool(2)) {
			rewriting.addDataSourceProperty("reWriteBatchedInserts", "true");
			FencedDatabase database = new FencedDatabase("rewriting", rewriting);
			FencedJdbcTemplate template = new FencedJdbcTemplate(new JdbcFencing("shop",
					ProtectedDatabases.single(database), (election) -> FencingFixture.IDLE_LIMIT), database);
			int[] counts = this.fixture.as(5,
					() -> template.batchUpdate("INSERT INTO payment (id, status) VALUES (?, 'x')",
							List.of(new Object[] { 11 }, new Object[] { 12 }, new Object[] { 13 })));
			assertThat(counts).contains(Statement.SUCCESS_NO_INFO);
			assertThat(this.fixture.stamp(12)).isEqualTo(5);
		}
	}

	@Test
	void roleThatMayOnlyReadTheFenceIsTold() {
		this.fixture.admin.execute("DROP ROLE IF EXISTS reader");
		this.fixture.admin.execute("CREATE ROLE reader LOGIN PASSWORD 'reader'");
		this.fixture.admin.execute("GRANT SELECT ON leader_fence, leader_fence_intent TO reader");
		this.fixture.admin.execute("GRANT ALL ON payment TO reader");
		this.fixture.seal(5);
		FencedDatabase database = new FencedDatabase("reader", postgres().dataSource("reader", "reader"));
		FencedJdbcTemplate template = new FencedJdbcTemplate(
				new JdbcFencing("shop", ProtectedDatabases.single(database), (election) -> FencingFixture.IDLE_LIMIT),
				database);
		for (String sql : List.of("UPDATE payment SET status = 'x'", "INSERT INTO payment (id) VALUES (9)")) {
			assertThatExceptionOfType(FenceCheckFailedException.class)
				.isThrownBy(() -> this.fixture.as(5, () -> template.update(sql)))
				.withMessageContaining("grant SELECT and UPDATE on leader_fence");
		}
		this.fixture.admin.execute("DROP OWNED BY reader");
		this.fixture.admin.execute("DROP ROLE reader");
	}

	private PostgresDatabase postgres() {
		return (PostgresDatabase) this.fixture.home;
	}

}
