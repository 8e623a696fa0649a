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
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;

import io.leaderelection.NotLeaderException;
import io.leaderelection.context.FixedLeadership;
import io.leaderelection.fencing.FenceChangedException;
import io.leaderelection.fencing.FenceNotSealedException;
import io.leaderelection.fencing.FencingException;
import io.leaderelection.fencing.NewerRowException;
import io.leaderelection.fencing.NoFencingTokenException;
import io.leaderelection.fencing.PinnedTransactionException;
import io.leaderelection.fencing.StaleTokenException;
import io.leaderelection.fencing.UnsupportedStatementException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link FencedJdbcTemplate} in transactions that Spring manages.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AbstractFencedTransactionTests {

	@RegisterExtension
	final FencingFixture fixture = new FencingFixture(database());

	abstract TestDatabase database();

	FencedJdbcTemplate jdbc() {
		return this.fixture.jdbc;
	}

	@AfterEach
	void nothingIsLeftBound() {
		assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
		assertThat(TransactionSynchronizationManager.isSynchronizationActive()).isFalse();
	}

	Stream<Arguments> waysAndIsolationLevels() {
		return ways().flatMap(
				(way) -> Stream
					.of(TransactionDefinition.ISOLATION_READ_COMMITTED, TransactionDefinition.ISOLATION_REPEATABLE_READ,
							TransactionDefinition.ISOLATION_SERIALIZABLE)
					.map((isolation) -> Arguments.of(way, isolation)));
	}

	/**
	 * Promise I2.
	 */
	@ParameterizedTest
	@MethodSource("waysAndIsolationLevels")
	void staleWriteOnUntouchedRowsChangesNothing(WriteWay way, int isolation) {
		this.fixture.seal(6);
		String before = this.fixture.content();
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(
				() -> this.fixture.as(5, () -> at(isolation).executeWithoutResult((status) -> way.write(jdbc()))));
		assertThat(this.fixture.content()).isEqualTo(before);
	}

	/**
	 * Promise I2.
	 */
	@ParameterizedTest
	@MethodSource("waysAndIsolationLevels")
	void staleWriteAfterASnapshotThatIsOlderThanTheSealChangesNothing(WriteWay way, int isolation) {
		this.fixture.seal(5);
		String before = this.fixture.content();
		assertThatExceptionOfType(RuntimeException.class)
			.isThrownBy(() -> this.fixture.as(5, () -> at(isolation).executeWithoutResult((status) -> {
				jdbc().queryForObject("SELECT count(*) FROM payment", Long.class);
				this.fixture.seal(6);
				way.write(jdbc());
			})))
			.isInstanceOfAny(StaleTokenException.class, FenceChangedException.class, ConcurrencyFailureException.class);
		assertThat(this.fixture.content()).isEqualTo(before);
	}

	@ParameterizedTest
	@MethodSource("ways")
	void writesOfTheCurrentLeaderPassOneAfterTheOther(WriteWay way) {
		this.fixture.seal(5);
		String before = this.fixture.content();
		this.fixture.as(5, () -> this.fixture.transaction.executeWithoutResult((status) -> {
			jdbc().update("UPDATE payment SET status = 'FIRST' WHERE id = 3");
			way.write(jdbc());
		}));
		assertThat(this.fixture.content()).isNotEqualTo(before);
		assertThat(this.fixture.status(3)).isEqualTo("FIRST");
	}

	/**
	 * Promise I2, lesson 10: the leader stands still between two writes.
	 */
	@Test
	void writeAfterTheCommitIsCheckedAnewAsTheLockIsGone() {
		this.fixture.seal(5);
		assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> this.fixture.as(5, () -> this.fixture.transaction.executeWithoutResult((status) -> {
				TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
					@Override
					public void afterCommit() {
						AbstractFencedTransactionTests.this.fixture.seal(6);
						jdbc().update("UPDATE payment SET status = 'STALE' WHERE id = 2");
					}
				});
				jdbc().update("UPDATE payment SET status = 'SETTLED' WHERE id = 1");
			})));
		assertThat(this.fixture.status(1)).isEqualTo("SETTLED");
		assertThat(this.fixture.status(2)).isEqualTo("PENDING");
	}

	/**
	 * Promise I4, lesson 11.
	 */
	@Test
	void tokenIsPinnedWhenTheTermChangesInTheMiddle() {
		this.fixture.seal(5);
		assertThatExceptionOfType(PinnedTransactionException.class)
			.isThrownBy(() -> this.fixture.as(5, () -> this.fixture.transaction.executeWithoutResult((status) -> {
				jdbc().update("UPDATE payment SET status = 'STALE' WHERE id = 1");
				this.fixture.as(7, () -> jdbc().update("UPDATE payment SET status = 'STALE' WHERE id = 2"));
			})))
			.withMessageContaining("own grant: 7(grant-7), stored grant: 5(grant-5)");
		assertThat(this.fixture.content()).doesNotContain("STALE");
	}

	/**
	 * Promise I3.
	 */
	@Test
	void leadershipThatEndsInTheMiddleStopsTheNextWriteAndTheCommit() {
		this.fixture.seal(5);
		FixedLeadership leadership = FencingFixture.leadership(FencingFixture.token(5));
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> this.fixture.as(leadership, () -> {
			this.fixture.transaction.executeWithoutResult((status) -> {
				jdbc().update("UPDATE payment SET status = 'STALE' WHERE id = 1");
				leadership.end();
				jdbc().update("UPDATE payment SET status = 'STALE' WHERE id = 2");
			});
			return true;
		}));
		assertThat(this.fixture.content()).doesNotContain("STALE");
	}

	@Test
	void everyRefusalKeepsTheTransactionFromBeingCommitted() {
		this.fixture.seal(5);
		this.fixture.admin.update("UPDATE payment SET fence_token = 9 WHERE id = 2");
		refusalThatIsSwallowed(UnsupportedStatementException.class, () -> jdbc().update("COMMIT"));
		refusalThatIsSwallowed(NewerRowException.class,
				() -> jdbc().update("UPDATE payment SET status = 'x' WHERE id = 2"));
		refusalThatIsSwallowed(PinnedTransactionException.class,
				() -> this.fixture.as(7, () -> jdbc().update("DELETE FROM payment")));
		assertThat(this.fixture.content()).doesNotContain("SWALLOWED");
	}

	private void refusalThatIsSwallowed(Class<? extends FencingException> type, Runnable refused) {
		assertThatExceptionOfType(UnexpectedRollbackException.class)
			.isThrownBy(() -> this.fixture.as(5, () -> this.fixture.transaction.executeWithoutResult((status) -> {
				jdbc().update("UPDATE payment SET status = 'SWALLOWED' WHERE id = 1");
				assertThatExceptionOfType(type).isThrownBy(refused::run);
			})));
	}

	@Test
	void writeWithoutATokenKeepsTheTransactionFromBeingCommitted() {
		assertThatExceptionOfType(UnexpectedRollbackException.class)
			.isThrownBy(() -> this.fixture.transaction.executeWithoutResult((status) -> {
				jdbc().unfenced().update("UPDATE payment SET status = 'SWALLOWED' WHERE id = 1");
				assertThatExceptionOfType(NoFencingTokenException.class)
					.isThrownBy(() -> jdbc().update("DELETE FROM payment"));
			}));
		assertThat(this.fixture.content()).doesNotContain("SWALLOWED");
	}

	@Test
	void notSealedYetRollsBackAndSucceedsWhenTriedAgain() {
		this.fixture.seal(5);
		Runnable task = () -> this.fixture.as(6, () -> this.fixture.transaction
			.executeWithoutResult((status) -> jdbc().update("INSERT INTO payment (id) VALUES (9)")));
		assertThatExceptionOfType(FenceNotSealedException.class).isThrownBy(task::run);
		this.fixture.seal(6);
		task.run();
		assertThat(this.fixture.stamp(9)).isEqualTo(6);
	}

	@Test
	void transactionOfTheConnectionItselfIsFencedAlike() {
		this.fixture.seal(5);
		this.fixture.as(5, () -> jdbc().execute((Connection connection) -> {
			connection.setAutoCommit(false);
			try (Statement statement = connection.createStatement()) {
				statement.executeUpdate("INSERT INTO payment (id, status) VALUES (9, 'SETTLED')");
				assertThatExceptionOfType(DataAccessException.class).isThrownBy(this.fixture::sealWithoutWaiting);
				connection.commit();
				this.fixture.sealWithoutWaiting();
				assertThatExceptionOfType(SQLException.class)
					.isThrownBy(() -> statement.executeUpdate("INSERT INTO payment (id) VALUES (10)"))
					.withCauseInstanceOf(StaleTokenException.class);
				assertThatExceptionOfType(SQLException.class).isThrownBy(connection::commit);
			}
			finally {
				connection.setAutoCommit(true);
			}
			return null;
		}));
		assertThat(this.fixture.admin.queryForList("SELECT id FROM payment WHERE id > 8", Integer.class))
			.isEqualTo(List.of(9));
	}

	@Test
	void goingBackToAutoCommitDoesNotCommitWhatWasRefused() {
		this.fixture.seal(5);
		this.fixture.admin.update("UPDATE payment SET fence_token = 9 WHERE id = 2");
		this.fixture.as(5, () -> jdbc().execute((Connection connection) -> {
			connection.setAutoCommit(false);
			try (Statement statement = connection.createStatement()) {
				statement.executeUpdate("UPDATE payment SET status = 'SWALLOWED' WHERE id = 1");
				assertThatExceptionOfType(SQLException.class)
					.isThrownBy(() -> statement.executeUpdate("UPDATE payment SET status = 'SWALLOWED' WHERE id = 2"))
					.withCauseInstanceOf(NewerRowException.class);
			}
			connection.setAutoCommit(true);
			return null;
		}));
		assertThat(this.fixture.content()).doesNotContain("SWALLOWED");
	}

	@Test
	void errorOfAStatementMakesTheNextWriteBeCheckedAgain() {
		this.fixture.seal(5);
		this.fixture.as(5, () -> this.fixture.transaction.executeWithoutResult((status) -> {
			jdbc().update("UPDATE payment SET status = 'x' WHERE id = 1");
			Object savepoint = status.createSavepoint();
			assertThatExceptionOfType(DataAccessException.class)
				.isThrownBy(() -> jdbc().update("INSERT INTO payment (id) VALUES (1)"));
			status.rollbackToSavepoint(savepoint);
			assertThat(jdbc().update("INSERT INTO payment (id) VALUES (9)")).isOne();
		}));
		assertThat(this.fixture.stamp(9)).isEqualTo(5);
	}

	TransactionTemplate at(int isolation) {
		TransactionTemplate template = new TransactionTemplate(this.fixture.transaction.getTransactionManager());
		template.setIsolationLevel(isolation);
		return template;
	}

	Stream<WriteWay> ways() {
		return WriteWay.of(this.fixture.home.kind());
	}

	@Test
	void savepointThatIsRolledBackCostsTheLockSoTheNextWriteIsCheckedAgain() {
		this.fixture.seal(5);
		assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> this.fixture.as(5, () -> this.fixture.transaction.executeWithoutResult((status) -> {
				Object savepoint = status.createSavepoint();
				jdbc().update("UPDATE payment SET status = 'STALE' WHERE id = 1");
				status.rollbackToSavepoint(savepoint);
				this.fixture.sealWithoutWaiting();
				jdbc().update("INSERT INTO payment (id, status) VALUES (9, 'STALE')");
			})));
		assertThat(this.fixture.content()).doesNotContain("STALE");
	}

	@Test
	void savepointOfTheConnectionCostsTheLockToo() {
		this.fixture.seal(5);
		assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> this.fixture.as(5, () -> this.fixture.transaction
				.executeWithoutResult((status) -> jdbc().execute((Connection connection) -> {
					Savepoint savepoint = connection.setSavepoint();
					jdbc().update("UPDATE payment SET status = 'STALE' WHERE id = 1");
					connection.rollback(savepoint);
					this.fixture.sealWithoutWaiting();
					return jdbc().update("INSERT INTO payment (id, status) VALUES (9, 'STALE')");
				}))));
		assertThat(this.fixture.content()).doesNotContain("STALE");
	}

	@Test
	void errorCostsTheLockWhoeverRollsBackToASavepoint() {
		this.fixture.seal(5);
		JdbcTemplate past = jdbc().unfenced();
		assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> this.fixture.as(5, () -> this.fixture.transaction.executeWithoutResult((status) -> {
				Savepoint savepoint = past.execute((Connection connection) -> connection.setSavepoint());
				jdbc().update("UPDATE payment SET status = 'STALE' WHERE id = 1");
				assertThatExceptionOfType(DataAccessException.class)
					.isThrownBy(() -> jdbc().update("INSERT INTO payment (id) VALUES (1)"));
				past.execute((Connection connection) -> {
					connection.rollback(savepoint);
					return null;
				});
				this.fixture.sealWithoutWaiting();
				jdbc().update("INSERT INTO payment (id, status) VALUES (9, 'STALE')");
			})));
		assertThat(this.fixture.content()).doesNotContain("STALE");
	}

	@Test
	void nestedTransactionThatFailsCostsTheLock() {
		this.fixture.seal(5);
		TransactionTemplate nested = new TransactionTemplate(this.fixture.transaction.getTransactionManager());
		nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
		assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> this.fixture.as(5, () -> this.fixture.transaction.executeWithoutResult((status) -> {
				assertThatExceptionOfType(DataAccessException.class)
					.isThrownBy(() -> nested.executeWithoutResult((inner) -> {
						jdbc().update("UPDATE payment SET status = 'STALE' WHERE id = 1");
						jdbc().update("INSERT INTO payment (id) VALUES (1)");
					}));
				this.fixture.sealWithoutWaiting();
				jdbc().update("INSERT INTO payment (id, status) VALUES (9, 'STALE')");
			})));
		assertThat(this.fixture.content()).doesNotContain("STALE");
	}

}
