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
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.FencingToken;
import io.leaderelection.NotLeaderException;
import io.leaderelection.context.FixedLeadership;
import io.leaderelection.fencing.AmbiguousTokenException;
import io.leaderelection.fencing.FenceCheckFailedException;
import io.leaderelection.fencing.FenceNotSealedException;
import io.leaderelection.fencing.MissingFenceColumnException;
import io.leaderelection.fencing.MissingFenceTableException;
import io.leaderelection.fencing.NewerRowException;
import io.leaderelection.fencing.NoFencingTokenException;
import io.leaderelection.fencing.StaleTokenException;
import io.leaderelection.fencing.StoredGrant;
import io.leaderelection.fencing.UnsupportedStatementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.PGResultSetMetaData;
import org.postgresql.PGStatement;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link FencedJdbcTemplate} in auto-commit mode: whatever way a write takes,
 * the current leader's passes and is stamped, and a stale one changes nothing.
 */
class FencedJdbcTemplateTests {

	@RegisterExtension
	static final FencingFixture fixture = new FencingFixture();

	private final FencedJdbcTemplate jdbc = fixture.jdbc;

	@ParameterizedTest
	@EnumSource(WriteWay.class)
	void writeOfTheCurrentLeaderPasses(WriteWay way) {
		fixture.seal(5);
		String before = content();
		fixture.as(5, () -> way.write(this.jdbc));
		assertThat(content()).isNotEqualTo(before);
	}

	/**
	 * Promise I2.
	 */
	@ParameterizedTest
	@EnumSource(WriteWay.class)
	void staleWriteOnUntouchedRowsChangesNothing(WriteWay way) {
		fixture.seal(6);
		String before = content();
		assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> fixture.as(5, () -> way.write(this.jdbc)));
		assertThat(content()).isEqualTo(before);
	}

	/**
	 * Promise I3.
	 */
	@ParameterizedTest
	@EnumSource(WriteWay.class)
	void writeWithoutATokenChangesNothing(WriteWay way) {
		fixture.seal(5);
		String before = content();
		assertThatExceptionOfType(NoFencingTokenException.class).isThrownBy(() -> way.write(this.jdbc));
		assertThat(content()).isEqualTo(before);
	}

	/**
	 * Promise I3.
	 */
	@ParameterizedTest
	@EnumSource(WriteWay.class)
	void writePastTheLocalDeadlineChangesNothing(WriteWay way) {
		fixture.seal(5);
		String before = content();
		FixedLeadership leadership = FencingFixture.leadership(FencingFixture.token(5));
		leadership.end();
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> fixture.as(leadership, () -> {
			way.write(this.jdbc);
			return true;
		}));
		assertThat(content()).isEqualTo(before);
	}

	@Test
	void refusalNamesElectionGrantsAndStatement() {
		fixture.seal(6);
		assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> fixture.as(5, () -> this.jdbc.update("DELETE FROM payment")))
			.satisfies((ex) -> {
				assertThat(ex.getElection()).isEqualTo("settlement");
				assertThat(ex.getToken()).isEqualTo(FencingFixture.token(5));
				assertThat(ex.getStored()).isEqualTo(new StoredGrant(6, "grant-6"));
				assertThat(ex.getStatement()).isEqualTo("DELETE FROM payment");
			})
			.withMessageContaining("election: settlement, own grant: 5(grant-5), stored grant: 6(grant-6)");
	}

	@Test
	void readsPassWithoutAToken() {
		assertThat(this.jdbc.queryForObject("SELECT count(*) FROM payment", Integer.class)).isEqualTo(3);
	}

	@Test
	void unfencedIsTheExplicitWayOut() {
		this.jdbc.setQueryTimeout(7);
		JdbcTemplate unfenced = this.jdbc.unfenced();
		this.jdbc.setQueryTimeout(-1);
		assertThat(unfenced.getQueryTimeout()).isEqualTo(7);
		assertThat(unfenced.update("UPDATE payment SET status = 'SETTLED' WHERE id = 1")).isOne();
		assertThat(fixture.stamp(1)).isZero();
	}

	@Test
	void currentTokenCanBeAsserted() {
		fixture.seal(5);
		fixture.as(5, this.jdbc::assertCurrent);
		fixture.seal(6);
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> fixture.as(5, this.jdbc::assertCurrent));
		assertThatExceptionOfType(NoFencingTokenException.class).isThrownBy(this.jdbc::assertCurrent);
	}

	/**
	 * Promise I2: a term that a broken coordinator grants twice lets one writer in.
	 */
	@Test
	void sameTermOfAnotherGrantIsStale() {
		fixture.seal(new FencingToken("settlement", 5, "twin"));
		assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> fixture.as(5, () -> this.jdbc.update("UPDATE payment SET status = 'SETTLED'")));
		assertThat(fixture.status(1)).isEqualTo("PENDING");
		assertThat(fixture.repairs).isEmpty();
	}

	@Test
	void leaderThatHasNotSealedIsRefusedAndMayTryAgain() {
		fixture.seal(5);
		assertThatExceptionOfType(FenceNotSealedException.class)
			.isThrownBy(() -> fixture.as(6, () -> this.jdbc.update("UPDATE payment SET status = 'SETTLED'")))
			.satisfies((ex) -> assertThat(ex.getStored()).isEqualTo(new StoredGrant(5, "grant-5")));
		assertThat(fixture.repairs).containsExactly(FencingFixture.token(6));
		fixture.seal(6);
		assertThat(fixture.as(6, () -> this.jdbc.update("UPDATE payment SET status = 'SETTLED'"))).isEqualTo(3);
	}

	@Test
	void missingRowIsNotSealed() {
		assertThatExceptionOfType(FenceNotSealedException.class)
			.isThrownBy(() -> fixture.as(5, () -> this.jdbc.update("UPDATE payment SET status = 'SETTLED'")))
			.withMessageContaining("no row");
		assertThat(fixture.repairs).containsExactly(FencingFixture.token(5));
	}

	@Test
	void intentOfANewerTermMakesATokenStale() {
		fixture.seal(5);
		fixture.intend(6);
		assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> fixture.as(5, () -> this.jdbc.update("UPDATE payment SET status = 'SETTLED'")));
		assertThat(fixture.status(1)).isEqualTo("PENDING");
	}

	@Test
	void missingTableIsAnErrorWithTheStatementsThatMendIt() {
		fixture.admin.execute("ALTER TABLE leader_fence RENAME TO elsewhere");
		try {
			for (String sql : List.of("UPDATE payment SET status = 'x'", "INSERT INTO payment (id) VALUES (9)")) {
				assertThatExceptionOfType(MissingFenceTableException.class)
					.isThrownBy(() -> fixture.as(5, () -> this.jdbc.update(sql)))
					.withMessageContaining("CREATE TABLE IF NOT EXISTS leader_fence");
			}
		}
		finally {
			fixture.admin.execute("ALTER TABLE elsewhere RENAME TO leader_fence");
		}
	}

	@Test
	void columnThatDisappearsIsNamed() {
		fixture.admin.execute("CREATE TABLE fading (id INT, fence_token BIGINT NOT NULL DEFAULT 0)");
		fixture.seal(5);
		fixture.as(5, () -> this.jdbc.update("UPDATE fading SET id = 1"));
		fixture.admin.execute("ALTER TABLE fading DROP COLUMN fence_token");
		assertThatExceptionOfType(MissingFenceColumnException.class)
			.isThrownBy(() -> fixture.as(5, () -> this.jdbc.update("UPDATE fading SET id = 1")))
			.withMessageContaining("ALTER TABLE fading ADD COLUMN fence_token");
		fixture.as(5, () -> this.jdbc.update("UPDATE fading SET id = 1"));
	}

	@Test
	void nullInTheColumnIsOverwrittenAndANewerTermIsNot() {
		fixture.seal(5);
		assertThat(fixture.as(5, () -> this.jdbc.update("UPDATE loose SET status = 'SETTLED' WHERE id = 1"))).isOne();
		assertThatExceptionOfType(NewerRowException.class)
			.isThrownBy(() -> fixture.as(5, () -> this.jdbc.update("UPDATE loose SET status = ? WHERE id = ?", "x", 2)))
			.satisfies((ex) -> assertThat(ex.getStored()).isEqualTo(new StoredGrant(9, null)))
			.withMessageContaining("UPDATE loose SET fence_token = 0");
		assertThat(fixture.as(5, () -> this.jdbc.update("UPDATE loose SET status = 'x' WHERE id = 3"))).isZero();
	}

	@Test
	void upsertNeverPassesOverANewerRow() {
		fixture.seal(5);
		assertThatExceptionOfType(NewerRowException.class).isThrownBy(() -> fixture.as(5,
				() -> this.jdbc.update("INSERT INTO payment (status, id) VALUES (?, ?) ON CONFLICT (id)"
						+ " DO UPDATE SET status = EXCLUDED.status", "x", stampedByAnother())));
	}

	@Test
	void batchNeverPassesOverANewerRow() {
		fixture.seal(5);
		int newer = stampedByAnother();
		assertThatExceptionOfType(NewerRowException.class)
			.isThrownBy(() -> fixture.as(5, () -> this.jdbc.batchUpdate("UPDATE payment SET status = ? WHERE id = ?",
					List.of(new Object[] { "x", 1 }, new Object[] { "x", newer }))));
		assertThat(fixture.status(1)).as("rolled back with the rest").isEqualTo("PENDING");
	}

	@Test
	void writeOfSeveralRowsLeavesNewerOnesAloneAndDoesNotCountThem() {
		fixture.seal(5);
		int newer = stampedByAnother();
		assertThat(fixture.as(5, () -> this.jdbc.update("UPDATE payment SET status = 'SETTLED'"))).isEqualTo(2);
		assertThat(fixture.status(newer)).isEqualTo("PENDING");
	}

	@Test
	void electionsThatShareATableAreToldApart() {
		FencingToken reporting = new FencingToken("reporting", 9, "r");
		fixture.seal(5);
		fixture.seal(reporting);
		fixture.as(FencingFixture.leadership(reporting),
				() -> this.jdbc.update("UPDATE payment SET status = 'REPORTED' WHERE id = 1"));
		assertThatExceptionOfType(NewerRowException.class)
			.isThrownBy(
					() -> fixture.as(5, () -> this.jdbc.update("UPDATE payment SET status = 'SETTLED' WHERE id = 1")))
			.withMessageContaining("two elections");
	}

	@Test
	void threadThatWorksForTwoElectionsMustSayWhichOneFences() {
		FencingToken reporting = new FencingToken("reporting", 9, "r");
		fixture.seal(5);
		fixture.seal(reporting);
		fixture.as(5, () -> fixture.as(FencingFixture.leadership(reporting), () -> {
			assertThatExceptionOfType(AmbiguousTokenException.class)
				.isThrownBy(() -> this.jdbc.update("UPDATE payment SET status = 'SETTLED' WHERE id = 1"));
			return this.jdbc.forElection("settlement").update("UPDATE payment SET status = 'SETTLED' WHERE id = 1");
		}));
		assertThat(fixture.stamp(1)).isEqualTo(5);
	}

	@Test
	void severalThreadsOfOneLeaderWriteAtTheSameTime() throws Exception {
		fixture.seal(5);
		ExecutorService threads = Executors.newFixedThreadPool(8);
		try {
			Callable<Integer> work = () -> fixture.as(5,
					() -> this.jdbc.update("UPDATE payment SET status = 'SETTLED' WHERE id = 1"));
			for (Future<Integer> count : threads.invokeAll(Collections.nCopies(40, work))) {
				assertThat(count.get()).isOne();
			}
		}
		finally {
			threads.shutdown();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "DELETE FROM payment; DELETE FROM plain", "COMMIT", "UPDATE payment SET fence_token = 99",
			"VACUUM payment", "EXPLAIN ANALYZE DELETE FROM payment" })
	void statementThatCannotBeFencedIsRefusedAndNamesTheWayOut(String sql) {
		fixture.seal(5);
		String before = content();
		assertThatExceptionOfType(UnsupportedStatementException.class)
			.isThrownBy(() -> fixture.as(5, () -> this.jdbc.update(sql)))
			.withMessageContaining("use unfenced()");
		assertThatExceptionOfType(UnsupportedStatementException.class)
			.isThrownBy(() -> fixture.as(5, () -> this.jdbc.execute(sql)));
		assertThat(content()).isEqualTo(before);
	}

	@Test
	void noWayLeadsToTheConnectionBehind() {
		fixture.seal(5);
		this.jdbc.execute((Connection connection) -> {
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
			.isThrownBy(() -> this.jdbc.getDataSource().unwrap(HikariDataSource.class));
		assertThat(fixture.admin.queryForObject("SELECT count(*) FROM payment", Integer.class)).isEqualTo(3);
	}

	@Test
	void statementPreparedUnderAnotherGrantIsRefused() {
		fixture.seal(6);
		this.jdbc.execute((Connection connection) -> {
			PreparedStatement prepared = fixture.as(5,
					() -> connection.prepareStatement("UPDATE payment SET status = 'x'"));
			assertThatExceptionOfType(IllegalStateException.class)
				.isThrownBy(() -> fixture.as(6, () -> prepared.executeUpdate()))
				.withRootCauseInstanceOf(NoFencingTokenException.class);
			prepared.close();
			return null;
		});
		assertThat(fixture.status(1)).isEqualTo("PENDING");
	}

	@Test
	void refusedBatchIsRefusedAgainWhenItIsRunAgain() {
		fixture.seal(6);
		fixture.as(5, () -> this.jdbc.execute((Connection connection) -> {
			try (Statement batch = connection.createStatement();
					PreparedStatement prepared = connection
						.prepareStatement("UPDATE payment SET status = 'STALE' WHERE id = 2")) {
				batch.addBatch("UPDATE payment SET status = 'STALE' WHERE id = 1");
				prepared.addBatch();
				for (int attempt = 0; attempt < 2; attempt++) {
					assertThatExceptionOfType(SQLException.class).isThrownBy(batch::executeBatch)
						.withCauseInstanceOf(StaleTokenException.class);
					assertThatExceptionOfType(SQLException.class).isThrownBy(prepared::executeBatch)
						.withCauseInstanceOf(StaleTokenException.class);
				}
			}
			return null;
		}));
		assertThat(fixture.status(1)).isEqualTo("PENDING");
		assertThat(fixture.status(2)).isEqualTo("PENDING");
	}

	@Test
	void countsThatTellNothingAreLeftAlone() {
		fixture.seal(5);
		try (HikariDataSource rewriting = fixture.postgres.pool(2)) {
			rewriting.addDataSourceProperty("reWriteBatchedInserts", "true");
			FencedDatabase database = new FencedDatabase("rewriting", rewriting);
			FencedJdbcTemplate template = new FencedJdbcTemplate(new JdbcFencing("shop",
					ProtectedDatabases.single(database), (election) -> FencingFixture.IDLE_LIMIT), database);
			int[] counts = fixture.as(5, () -> template.batchUpdate("INSERT INTO payment (id, status) VALUES (?, 'x')",
					List.of(new Object[] { 11 }, new Object[] { 12 }, new Object[] { 13 })));
			assertThat(counts).contains(Statement.SUCCESS_NO_INFO);
			assertThat(fixture.stamp(12)).isEqualTo(5);
		}
	}

	@Test
	void roleThatMayOnlyReadTheFenceIsTold() {
		fixture.admin.execute("DROP ROLE IF EXISTS reader");
		fixture.admin.execute("CREATE ROLE reader LOGIN PASSWORD 'reader'");
		fixture.admin.execute("GRANT SELECT ON leader_fence, leader_fence_intent TO reader");
		fixture.admin.execute("GRANT ALL ON payment TO reader");
		fixture.seal(5);
		FencedDatabase database = new FencedDatabase("reader", fixture.postgres.dataSource("reader", "reader"));
		FencedJdbcTemplate template = new FencedJdbcTemplate(
				new JdbcFencing("shop", ProtectedDatabases.single(database), (election) -> FencingFixture.IDLE_LIMIT),
				database);
		for (String sql : List.of("UPDATE payment SET status = 'x'", "INSERT INTO payment (id) VALUES (9)")) {
			assertThatExceptionOfType(FenceCheckFailedException.class)
				.isThrownBy(() -> fixture.as(5, () -> template.update(sql)))
				.withMessageContaining("grant SELECT and UPDATE on leader_fence");
		}
		fixture.admin.execute("DROP OWNED BY reader");
		fixture.admin.execute("DROP ROLE reader");
	}

	@Test
	void electionThatProtectsNothingHereHasNoToken() {
		JdbcFencing elsewhere = new JdbcFencing("shop", ProtectedDatabases.of(Map.of()),
				(election) -> FencingFixture.IDLE_LIMIT);
		assertThatExceptionOfType(NoFencingTokenException.class)
			.isThrownBy(() -> fixture.as(5,
					() -> new FencedJdbcTemplate(elsewhere, fixture.database).update("DELETE FROM payment")))
			.withMessageContaining("None of the elections [settlement]");
	}

	@Test
	void writesAndRefusalsAreCounted() {
		fixture.seal(5);
		fixture.as(5, () -> this.jdbc.update("UPDATE payment SET status = 'x' WHERE id = 1"));
		assertThatExceptionOfType(NoFencingTokenException.class)
			.isThrownBy(() -> this.jdbc.update("DELETE FROM plain"));
		fixture.seal(6);
		assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> fixture.as(5, () -> this.jdbc.update("DELETE FROM plain")));
		assertThat(fixture.meters).containsExactly("fenced settlement payments", "rejected locally none payments",
				"rejected by fence settlement payments");
	}

	private static int stampedByAnother() {
		fixture.admin.update("UPDATE payment SET fence_token = 9 WHERE id = 2");
		return 2;
	}

	private static String content() {
		return fixture.admin
			.queryForList("SELECT 'payment' AS t, id, status, fence_token FROM payment UNION ALL"
					+ " SELECT 'plain', id, status, 0 FROM plain ORDER BY 1, 2")
			.toString();
	}

}
