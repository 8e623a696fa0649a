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
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import io.leaderelection.FencingToken;
import io.leaderelection.NotLeaderException;
import io.leaderelection.context.FixedLeadership;
import io.leaderelection.fencing.AmbiguousTokenException;
import io.leaderelection.fencing.FenceNotSealedException;
import io.leaderelection.fencing.MissingFenceColumnException;
import io.leaderelection.fencing.MissingFenceTableException;
import io.leaderelection.fencing.NewerRowException;
import io.leaderelection.fencing.NoFencingTokenException;
import io.leaderelection.fencing.StaleTokenException;
import io.leaderelection.fencing.StoredGrant;
import io.leaderelection.fencing.UnsupportedStatementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link FencedJdbcTemplate} in auto-commit mode: whatever way a write takes,
 * the current leader's passes and is stamped, and a stale one changes nothing.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AbstractFencedJdbcTemplateTests {

	@RegisterExtension
	final FencingFixture fixture = new FencingFixture(database());

	abstract TestDatabase database();

	FencedJdbcTemplate jdbc() {
		return this.fixture.jdbc;
	}

	@ParameterizedTest
	@MethodSource("ways")
	void writeOfTheCurrentLeaderPasses(WriteWay way) {
		this.fixture.seal(5);
		String before = this.fixture.content();
		this.fixture.as(5, () -> way.write(jdbc()));
		assertThat(this.fixture.content()).isNotEqualTo(before);
	}

	/**
	 * Promise I2.
	 */
	@ParameterizedTest
	@MethodSource("ways")
	void staleWriteOnUntouchedRowsChangesNothing(WriteWay way) {
		this.fixture.seal(6);
		String before = this.fixture.content();
		assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> this.fixture.as(5, () -> way.write(jdbc())));
		assertThat(this.fixture.content()).isEqualTo(before);
	}

	/**
	 * Promise I3.
	 */
	@ParameterizedTest
	@MethodSource("ways")
	void writeWithoutATokenChangesNothing(WriteWay way) {
		this.fixture.seal(5);
		String before = this.fixture.content();
		assertThatExceptionOfType(NoFencingTokenException.class).isThrownBy(() -> way.write(jdbc()));
		assertThat(this.fixture.content()).isEqualTo(before);
	}

	/**
	 * Promise I3.
	 */
	@ParameterizedTest
	@MethodSource("ways")
	void writePastTheLocalDeadlineChangesNothing(WriteWay way) {
		this.fixture.seal(5);
		String before = this.fixture.content();
		FixedLeadership leadership = FencingFixture.leadership(FencingFixture.token(5));
		leadership.end();
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> this.fixture.as(leadership, () -> {
			way.write(jdbc());
			return true;
		}));
		assertThat(this.fixture.content()).isEqualTo(before);
	}

	@Test
	void refusalNamesElectionGrantsAndStatement() {
		this.fixture.seal(6);
		assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> this.fixture.as(5, () -> jdbc().update("DELETE FROM payment")))
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
		assertThat(jdbc().queryForObject("SELECT count(*) FROM payment", Integer.class)).isEqualTo(3);
	}

	@Test
	void unfencedIsTheExplicitWayOut() {
		jdbc().setQueryTimeout(7);
		JdbcTemplate unfenced = jdbc().unfenced();
		jdbc().setQueryTimeout(-1);
		assertThat(unfenced.getQueryTimeout()).isEqualTo(7);
		assertThat(unfenced.update("UPDATE payment SET status = 'SETTLED' WHERE id = 1")).isOne();
		assertThat(this.fixture.stamp(1)).isZero();
	}

	@Test
	void currentTokenCanBeAsserted() {
		this.fixture.seal(5);
		this.fixture.as(5, jdbc()::assertCurrent);
		this.fixture.seal(6);
		assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> this.fixture.as(5, jdbc()::assertCurrent));
		assertThatExceptionOfType(NoFencingTokenException.class).isThrownBy(jdbc()::assertCurrent);
	}

	/**
	 * Promise I2: a term that a broken coordinator grants twice lets one writer in.
	 */
	@Test
	void sameTermOfAnotherGrantIsStale() {
		this.fixture.seal(new FencingToken("settlement", 5, "twin"));
		assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> this.fixture.as(5, () -> jdbc().update("UPDATE payment SET status = 'SETTLED'")));
		assertThat(this.fixture.status(1)).isEqualTo("PENDING");
		assertThat(this.fixture.repairs).isEmpty();
	}

	@Test
	void leaderThatHasNotSealedIsRefusedAndMayTryAgain() {
		this.fixture.seal(5);
		assertThatExceptionOfType(FenceNotSealedException.class)
			.isThrownBy(() -> this.fixture.as(6, () -> jdbc().update("UPDATE payment SET status = 'SETTLED'")))
			.satisfies((ex) -> assertThat(ex.getStored()).isEqualTo(new StoredGrant(5, "grant-5")));
		assertThat(this.fixture.repairs).containsExactly(FencingFixture.token(6));
		this.fixture.seal(6);
		assertThat(this.fixture.as(6, () -> jdbc().update("UPDATE payment SET status = 'SETTLED'"))).isEqualTo(3);
	}

	@Test
	void missingRowIsNotSealed() {
		assertThatExceptionOfType(FenceNotSealedException.class)
			.isThrownBy(() -> this.fixture.as(5, () -> jdbc().update("UPDATE payment SET status = 'SETTLED'")))
			.withMessageContaining("no row");
		assertThat(this.fixture.repairs).containsExactly(FencingFixture.token(5));
	}

	@Test
	void intentOfANewerTermMakesATokenStale() {
		this.fixture.seal(5);
		this.fixture.intend(6);
		assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> this.fixture.as(5, () -> jdbc().update("UPDATE payment SET status = 'SETTLED'")));
		assertThat(this.fixture.status(1)).isEqualTo("PENDING");
	}

	@Test
	void missingTableIsAnErrorWithTheStatementsThatMendIt() {
		this.fixture.admin.execute("ALTER TABLE leader_fence RENAME TO elsewhere");
		try {
			for (String sql : List.of("UPDATE payment SET status = 'x'", "INSERT INTO payment (id) VALUES (9)")) {
				assertThatExceptionOfType(MissingFenceTableException.class)
					.isThrownBy(() -> this.fixture.as(5, () -> jdbc().update(sql)))
					.withMessageContaining("CREATE TABLE IF NOT EXISTS leader_fence");
			}
		}
		finally {
			this.fixture.admin.execute("ALTER TABLE elsewhere RENAME TO leader_fence");
		}
	}

	@Test
	void columnThatDisappearsIsNamed() {
		this.fixture.admin.execute("CREATE TABLE fading (id INT, fence_token BIGINT NOT NULL DEFAULT 0)");
		this.fixture.seal(5);
		this.fixture.as(5, () -> jdbc().update("UPDATE fading SET id = 1"));
		this.fixture.admin.execute("ALTER TABLE fading DROP COLUMN fence_token");
		assertThatExceptionOfType(MissingFenceColumnException.class)
			.isThrownBy(() -> this.fixture.as(5, () -> jdbc().update("UPDATE fading SET id = 1")))
			.withMessageContaining("ALTER TABLE fading ADD COLUMN fence_token");
		this.fixture.as(5, () -> jdbc().update("UPDATE fading SET id = 1"));
	}

	@Test
	void nullInTheColumnIsOverwrittenAndANewerTermIsNot() {
		this.fixture.seal(5);
		assertThat(this.fixture.as(5, () -> jdbc().update("UPDATE loose SET status = 'SETTLED' WHERE id = 1"))).isOne();
		assertThatExceptionOfType(NewerRowException.class)
			.isThrownBy(
					() -> this.fixture.as(5, () -> jdbc().update("UPDATE loose SET status = ? WHERE id = ?", "x", 2)))
			.satisfies((ex) -> assertThat(ex.getStored()).isEqualTo(new StoredGrant(9, null)))
			.withMessageContaining("UPDATE loose SET fence_token = 0");
		assertThat(this.fixture.as(5, () -> jdbc().update("UPDATE loose SET status = 'x' WHERE id = 3"))).isZero();
	}

	@Test
	void batchNeverPassesOverANewerRow() {
		this.fixture.seal(5);
		int newer = stampedByAnother();
		assertThatExceptionOfType(NewerRowException.class)
			.isThrownBy(() -> this.fixture.as(5, () -> jdbc().batchUpdate("UPDATE payment SET status = ? WHERE id = ?",
					List.of(new Object[] { "x", 1 }, new Object[] { "x", newer }))));
		assertThat(this.fixture.status(1)).as("rolled back with the rest").isEqualTo("PENDING");
	}

	@Test
	void writeOfSeveralRowsLeavesNewerOnesAloneAndDoesNotCountThem() {
		this.fixture.seal(5);
		int newer = stampedByAnother();
		assertThat(this.fixture.as(5, () -> jdbc().update("UPDATE payment SET status = 'SETTLED'"))).isEqualTo(2);
		assertThat(this.fixture.status(newer)).isEqualTo("PENDING");
	}

	@Test
	void electionsThatShareATableAreToldApart() {
		FencingToken reporting = new FencingToken("reporting", 9, "r");
		this.fixture.seal(5);
		this.fixture.seal(reporting);
		this.fixture.as(FencingFixture.leadership(reporting),
				() -> jdbc().update("UPDATE payment SET status = 'REPORTED' WHERE id = 1"));
		assertThatExceptionOfType(NewerRowException.class)
			.isThrownBy(
					() -> this.fixture.as(5, () -> jdbc().update("UPDATE payment SET status = 'SETTLED' WHERE id = 1")))
			.withMessageContaining("two elections");
	}

	@Test
	void threadThatWorksForTwoElectionsMustSayWhichOneFences() {
		FencingToken reporting = new FencingToken("reporting", 9, "r");
		this.fixture.seal(5);
		this.fixture.seal(reporting);
		this.fixture.as(5, () -> this.fixture.as(FencingFixture.leadership(reporting), () -> {
			assertThatExceptionOfType(AmbiguousTokenException.class)
				.isThrownBy(() -> jdbc().update("UPDATE payment SET status = 'SETTLED' WHERE id = 1"));
			return jdbc().forElection("settlement").update("UPDATE payment SET status = 'SETTLED' WHERE id = 1");
		}));
		assertThat(this.fixture.stamp(1)).isEqualTo(5);
	}

	@Test
	void severalThreadsOfOneLeaderWriteAtTheSameTime() throws Exception {
		this.fixture.seal(5);
		ExecutorService threads = Executors.newFixedThreadPool(8);
		try {
			Callable<Integer> work = () -> this.fixture.as(5,
					() -> jdbc().update("UPDATE payment SET status = 'SETTLED' WHERE id = 1"));
			for (Future<Integer> count : threads.invokeAll(Collections.nCopies(40, work))) {
				assertThat(count.get()).isOne();
			}
		}
		finally {
			threads.shutdown();
		}
	}

	@Test
	void statementPreparedUnderAnotherGrantIsRefused() {
		this.fixture.seal(6);
		jdbc().execute((Connection connection) -> {
			PreparedStatement prepared = this.fixture.as(5,
					() -> connection.prepareStatement("UPDATE payment SET status = 'x'"));
			assertThatExceptionOfType(IllegalStateException.class)
				.isThrownBy(() -> this.fixture.as(6, () -> prepared.executeUpdate()))
				.withRootCauseInstanceOf(NoFencingTokenException.class);
			prepared.close();
			return null;
		});
		assertThat(this.fixture.status(1)).isEqualTo("PENDING");
	}

	@Test
	void refusedBatchIsRefusedAgainWhenItIsRunAgain() {
		this.fixture.seal(6);
		this.fixture.as(5, () -> jdbc().execute((Connection connection) -> {
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
		assertThat(this.fixture.status(1)).isEqualTo("PENDING");
		assertThat(this.fixture.status(2)).isEqualTo("PENDING");
	}

	@Test
	void electionThatProtectsNothingHereHasNoToken() {
		JdbcFencing elsewhere = new JdbcFencing("shop", ProtectedDatabases.of(Map.of()),
				(election) -> FencingFixture.IDLE_LIMIT);
		assertThatExceptionOfType(NoFencingTokenException.class)
			.isThrownBy(() -> this.fixture.as(5,
					() -> new FencedJdbcTemplate(elsewhere, this.fixture.database).update("DELETE FROM payment")))
			.withMessageContaining("None of the elections [settlement]");
	}

	@Test
	void writesAndRefusalsAreCounted() {
		this.fixture.seal(5);
		this.fixture.as(5, () -> jdbc().update("UPDATE payment SET status = 'x' WHERE id = 1"));
		assertThatExceptionOfType(NoFencingTokenException.class).isThrownBy(() -> jdbc().update("DELETE FROM plain"));
		this.fixture.seal(6);
		assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> this.fixture.as(5, () -> jdbc().update("DELETE FROM plain")));
		assertThat(this.fixture.meters).containsExactly("fenced settlement payments", "rejected locally none payments",
				"rejected by fence settlement payments");
	}

	int stampedByAnother() {
		this.fixture.admin.update("UPDATE payment SET fence_token = 9 WHERE id = 2");
		return 2;
	}

	@ParameterizedTest
	@MethodSource("unfenceable")
	void statementThatCannotBeFencedIsRefusedAndNamesTheWayOut(String sql) {
		this.fixture.seal(5);
		String before = this.fixture.content();
		assertThatExceptionOfType(UnsupportedStatementException.class)
			.isThrownBy(() -> this.fixture.as(5, () -> jdbc().update(sql)))
			.withMessageContaining("use unfenced()");
		assertThatExceptionOfType(UnsupportedStatementException.class)
			.isThrownBy(() -> this.fixture.as(5, () -> jdbc().execute(sql)));
		assertThat(this.fixture.content()).isEqualTo(before);
	}

	abstract Stream<String> unfenceable();

	Stream<WriteWay> ways() {
		return WriteWay.of(this.fixture.home.kind());
	}

}
