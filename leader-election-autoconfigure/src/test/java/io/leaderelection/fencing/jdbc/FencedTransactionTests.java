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
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import io.leaderelection.NotLeaderException;
import io.leaderelection.context.FixedLeadership;
import io.leaderelection.fencing.FenceChangedException;
import io.leaderelection.fencing.FenceCheckFailedException;
import io.leaderelection.fencing.FenceNotSealedException;
import io.leaderelection.fencing.FencingException;
import io.leaderelection.fencing.NewerRowException;
import io.leaderelection.fencing.NoFencingTokenException;
import io.leaderelection.fencing.PinnedTransactionException;
import io.leaderelection.fencing.StaleTokenException;
import io.leaderelection.fencing.UnsupportedStatementException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

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
class FencedTransactionTests {

	@RegisterExtension
	static final FencingFixture fixture = new FencingFixture();

	private final FencedJdbcTemplate jdbc = fixture.jdbc;

	@AfterEach
	void nothingIsLeftBound() {
		assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
		assertThat(TransactionSynchronizationManager.isSynchronizationActive()).isFalse();
	}

	static Stream<Arguments> waysAndIsolationLevels() {
		return Stream.of(WriteWay.values())
			.flatMap((way) -> Stream
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
		fixture.seal(6);
		String before = content();
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(
				() -> fixture.as(5, () -> at(isolation).executeWithoutResult((status) -> way.write(this.jdbc))));
		assertThat(content()).isEqualTo(before);
	}

	/**
	 * Promise I2.
	 */
	@ParameterizedTest
	@MethodSource("waysAndIsolationLevels")
	void staleWriteAfterASnapshotThatIsOlderThanTheSealChangesNothing(WriteWay way, int isolation) {
		fixture.seal(5);
		String before = content();
		assertThatExceptionOfType(RuntimeException.class)
			.isThrownBy(() -> fixture.as(5, () -> at(isolation).executeWithoutResult((status) -> {
				this.jdbc.queryForObject("SELECT count(*) FROM payment", Long.class);
				fixture.seal(6);
				way.write(this.jdbc);
			})))
			.isInstanceOfAny(StaleTokenException.class, FenceChangedException.class, ConcurrencyFailureException.class);
		assertThat(content()).isEqualTo(before);
	}

	@ParameterizedTest
	@EnumSource(WriteWay.class)
	void writesOfTheCurrentLeaderPassOneAfterTheOther(WriteWay way) {
		fixture.seal(5);
		String before = content();
		fixture.as(5, () -> fixture.transaction.executeWithoutResult((status) -> {
			this.jdbc.update("UPDATE payment SET status = 'FIRST' WHERE id = 3");
			way.write(this.jdbc);
		}));
		assertThat(content()).isNotEqualTo(before);
		assertThat(fixture.status(3)).isEqualTo("FIRST");
	}

	@ParameterizedTest
	@ValueSource(strings = { "UPDATE payment SET status = 'x' WHERE id = 1", "INSERT INTO payment (id) VALUES (9)",
			"DELETE FROM payment WHERE id = -1" })
	void checkedTransactionHoldsOffTheSealAndIsLimitedInIdleTime(String first) {
		fixture.seal(5);
		fixture.as(5, () -> fixture.transaction.executeWithoutResult((status) -> {
			this.jdbc.update(first);
			assertThat(this.jdbc.queryForObject("SHOW idle_in_transaction_session_timeout", String.class))
				.isEqualTo("1500ms");
			assertThatExceptionOfType(DataAccessException.class).isThrownBy(this::sealWithoutWaiting);
		}));
		sealWithoutWaiting();
		assertThat(this.jdbc.queryForObject("SHOW idle_in_transaction_session_timeout", String.class)).isEqualTo("0");
	}

	/**
	 * Promise I2, lesson 10: the leader stands still between two writes.
	 */
	@Test
	void writeAfterTheCommitIsCheckedAnewAsTheLockIsGone() {
		fixture.seal(5);
		assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> fixture.as(5, () -> fixture.transaction.executeWithoutResult((status) -> {
				TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
					@Override
					public void afterCommit() {
						fixture.seal(6);
						FencedTransactionTests.this.jdbc.update("UPDATE payment SET status = 'STALE' WHERE id = 2");
					}
				});
				this.jdbc.update("UPDATE payment SET status = 'SETTLED' WHERE id = 1");
			})));
		assertThat(fixture.status(1)).isEqualTo("SETTLED");
		assertThat(fixture.status(2)).isEqualTo("PENDING");
	}

	@Test
	void holderThatStandsStillIsFreedByTheIdleLimit() {
		fixture.seal(5);
		AtomicReference<Duration> waited = new AtomicReference<>();
		assertThatExceptionOfType(RuntimeException.class)
			.isThrownBy(() -> fixture.as(5, () -> fixture.transaction.executeWithoutResult((status) -> {
				this.jdbc.update("UPDATE payment SET status = 'STALE' WHERE id = 1");
				long start = System.nanoTime();
				fixture.seal(6);
				waited.set(Duration.ofNanos(System.nanoTime() - start));
				this.jdbc.update("UPDATE payment SET status = 'STALE' WHERE id = 2");
			})));
		assertThat(waited.get()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(6));
		assertThat(content()).doesNotContain("STALE");
	}

	@Test
	void savepointThatIsRolledBackCostsTheLockSoTheNextWriteIsCheckedAgain() {
		fixture.seal(5);
		assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> fixture.as(5, () -> fixture.transaction.executeWithoutResult((status) -> {
				Object savepoint = status.createSavepoint();
				this.jdbc.update("UPDATE payment SET status = 'STALE' WHERE id = 1");
				status.rollbackToSavepoint(savepoint);
				sealWithoutWaiting();
				this.jdbc.update("INSERT INTO payment (id, status) VALUES (9, 'STALE')");
			})));
		assertThat(content()).doesNotContain("STALE");
	}

	@Test
	void savepointOfTheConnectionCostsTheLockToo() {
		fixture.seal(5);
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> fixture.as(5, () -> fixture.transaction
			.executeWithoutResult((status) -> this.jdbc.execute((Connection connection) -> {
				Savepoint savepoint = connection.setSavepoint();
				this.jdbc.update("UPDATE payment SET status = 'STALE' WHERE id = 1");
				connection.rollback(savepoint);
				sealWithoutWaiting();
				return this.jdbc.update("INSERT INTO payment (id, status) VALUES (9, 'STALE')");
			}))));
		assertThat(content()).doesNotContain("STALE");
	}

	@Test
	void errorCostsTheLockWhoeverRollsBackToASavepoint() {
		fixture.seal(5);
		JdbcTemplate past = this.jdbc.unfenced();
		assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> fixture.as(5, () -> fixture.transaction.executeWithoutResult((status) -> {
				Savepoint savepoint = past.execute((Connection connection) -> connection.setSavepoint());
				this.jdbc.update("UPDATE payment SET status = 'STALE' WHERE id = 1");
				assertThatExceptionOfType(DataAccessException.class)
					.isThrownBy(() -> this.jdbc.update("INSERT INTO payment (id) VALUES (1)"));
				past.execute((Connection connection) -> {
					connection.rollback(savepoint);
					return null;
				});
				sealWithoutWaiting();
				this.jdbc.update("INSERT INTO payment (id, status) VALUES (9, 'STALE')");
			})));
		assertThat(content()).doesNotContain("STALE");
	}

	@Test
	void nestedTransactionThatFailsCostsTheLock() {
		fixture.seal(5);
		TransactionTemplate nested = new TransactionTemplate(fixture.transaction.getTransactionManager());
		nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
		assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> fixture.as(5, () -> fixture.transaction.executeWithoutResult((status) -> {
				assertThatExceptionOfType(DataAccessException.class)
					.isThrownBy(() -> nested.executeWithoutResult((inner) -> {
						this.jdbc.update("UPDATE payment SET status = 'STALE' WHERE id = 1");
						this.jdbc.update("INSERT INTO payment (id) VALUES (1)");
					}));
				sealWithoutWaiting();
				this.jdbc.update("INSERT INTO payment (id, status) VALUES (9, 'STALE')");
			})));
		assertThat(content()).doesNotContain("STALE");
	}

	@Test
	void suspendedTransactionKeepsItsStateApart() {
		fixture.seal(5);
		TransactionTemplate inner = new TransactionTemplate(fixture.transaction.getTransactionManager());
		inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		fixture.as(5, () -> fixture.transaction.executeWithoutResult((status) -> {
			this.jdbc.update("UPDATE payment SET status = 'OUTER' WHERE id = 1");
			inner.executeWithoutResult((own) -> {
				this.jdbc.update("INSERT INTO payment (id, status) VALUES (9, 'INNER')");
				own.setRollbackOnly();
			});
			assertThatExceptionOfType(DataAccessException.class).isThrownBy(this::sealWithoutWaiting);
			this.jdbc.update("INSERT INTO payment (id, status) VALUES (8, 'OUTER')");
		}));
		assertThat(fixture.stamp(8)).isEqualTo(5);
	}

	/**
	 * Promise I4, lesson 11.
	 */
	@Test
	void tokenIsPinnedWhenTheTermChangesInTheMiddle() {
		fixture.seal(5);
		assertThatExceptionOfType(PinnedTransactionException.class)
			.isThrownBy(() -> fixture.as(5, () -> fixture.transaction.executeWithoutResult((status) -> {
				this.jdbc.update("UPDATE payment SET status = 'STALE' WHERE id = 1");
				fixture.as(7, () -> this.jdbc.update("UPDATE payment SET status = 'STALE' WHERE id = 2"));
			})))
			.withMessageContaining("own grant: 7(grant-7), stored grant: 5(grant-5)");
		assertThat(content()).doesNotContain("STALE");
	}

	/**
	 * Promise I3.
	 */
	@Test
	void leadershipThatEndsInTheMiddleStopsTheNextWriteAndTheCommit() {
		fixture.seal(5);
		FixedLeadership leadership = FencingFixture.leadership(FencingFixture.token(5));
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> fixture.as(leadership, () -> {
			fixture.transaction.executeWithoutResult((status) -> {
				this.jdbc.update("UPDATE payment SET status = 'STALE' WHERE id = 1");
				leadership.end();
				this.jdbc.update("UPDATE payment SET status = 'STALE' WHERE id = 2");
			});
			return true;
		}));
		assertThat(content()).doesNotContain("STALE");
	}

	@Test
	void everyRefusalKeepsTheTransactionFromBeingCommitted() {
		fixture.seal(5);
		fixture.admin.update("UPDATE payment SET fence_token = 9 WHERE id = 2");
		refusalThatIsSwallowed(UnsupportedStatementException.class, () -> this.jdbc.update("COMMIT"));
		refusalThatIsSwallowed(NewerRowException.class,
				() -> this.jdbc.update("UPDATE payment SET status = 'x' WHERE id = 2"));
		refusalThatIsSwallowed(PinnedTransactionException.class,
				() -> fixture.as(7, () -> this.jdbc.update("DELETE FROM payment")));
		assertThat(content()).doesNotContain("SWALLOWED");
	}

	private void refusalThatIsSwallowed(Class<? extends FencingException> type, Runnable refused) {
		assertThatExceptionOfType(UnexpectedRollbackException.class)
			.isThrownBy(() -> fixture.as(5, () -> fixture.transaction.executeWithoutResult((status) -> {
				this.jdbc.update("UPDATE payment SET status = 'SWALLOWED' WHERE id = 1");
				assertThatExceptionOfType(type).isThrownBy(refused::run);
			})));
	}

	@Test
	void writeWithoutATokenKeepsTheTransactionFromBeingCommitted() {
		assertThatExceptionOfType(UnexpectedRollbackException.class)
			.isThrownBy(() -> fixture.transaction.executeWithoutResult((status) -> {
				this.jdbc.unfenced().update("UPDATE payment SET status = 'SWALLOWED' WHERE id = 1");
				assertThatExceptionOfType(NoFencingTokenException.class)
					.isThrownBy(() -> this.jdbc.update("DELETE FROM payment"));
			}));
		assertThat(content()).doesNotContain("SWALLOWED");
	}

	@Test
	void notSealedYetRollsBackAndSucceedsWhenTriedAgain() {
		fixture.seal(5);
		Runnable task = () -> fixture.as(6, () -> fixture.transaction
			.executeWithoutResult((status) -> this.jdbc.update("INSERT INTO payment (id) VALUES (9)")));
		assertThatExceptionOfType(FenceNotSealedException.class).isThrownBy(task::run);
		fixture.seal(6);
		task.run();
		assertThat(fixture.stamp(9)).isEqualTo(6);
	}

	@Test
	void readOnlyTransactionReadsAndItsWritesAreRefused() {
		fixture.seal(5);
		TransactionTemplate readOnly = new TransactionTemplate(fixture.transaction.getTransactionManager());
		readOnly.setReadOnly(true);
		fixture.as(5, () -> {
			assertThat(readOnly
				.<Integer>execute((status) -> this.jdbc.queryForObject("SELECT count(*) FROM payment", Integer.class)))
				.isEqualTo(3);
			assertThatExceptionOfType(FenceCheckFailedException.class)
				.isThrownBy(() -> readOnly
					.executeWithoutResult((status) -> this.jdbc.update("INSERT INTO payment (id) VALUES (9)")))
				.withMessageContaining("read-only");
			assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> readOnly
				.executeWithoutResult((status) -> this.jdbc.update("UPDATE payment SET status = 'x'")));
		});
	}

	@Test
	void timeoutOfTheTransactionIsNoTransactionException() {
		fixture.seal(5);
		TransactionTemplate impatient = new TransactionTemplate(fixture.transaction.getTransactionManager());
		impatient.setTimeout(1);
		assertThatExceptionOfType(FenceCheckFailedException.class)
			.isThrownBy(() -> fixture.as(5, () -> impatient.executeWithoutResult((status) -> {
				CompletableFuture<Void> blocked = lockFenceFor(Duration.ofSeconds(2));
				try {
					this.jdbc.update("INSERT INTO payment (id) VALUES (9)");
				}
				finally {
					blocked.join();
				}
			})));
		assertThat(content()).doesNotContain("id=9");
	}

	private static CompletableFuture<Void> lockFenceFor(Duration time) {
		CompletableFuture<Void> locked = new CompletableFuture<>();
		CompletableFuture<Void> released = CompletableFuture
			.runAsync(() -> new TransactionTemplate(fixture.transaction.getTransactionManager())
				.executeWithoutResult((status) -> {
					fixture.jdbc.unfenced().update("UPDATE leader_fence SET holder = holder");
					locked.complete(null);
					fixture.jdbc.queryForObject("SELECT pg_sleep(?)", Object.class, time.toMillis() / 1000.0);
				}));
		locked.join();
		return released;
	}

	@Test
	void transactionOfTheConnectionItselfIsFencedAlike() {
		fixture.seal(5);
		fixture.as(5, () -> this.jdbc.execute((Connection connection) -> {
			connection.setAutoCommit(false);
			try (Statement statement = connection.createStatement()) {
				statement.executeUpdate("INSERT INTO payment (id, status) VALUES (9, 'SETTLED')");
				assertThatExceptionOfType(DataAccessException.class).isThrownBy(this::sealWithoutWaiting);
				connection.commit();
				sealWithoutWaiting();
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
		assertThat(fixture.admin.queryForList("SELECT id FROM payment WHERE id > 8", Integer.class))
			.isEqualTo(List.of(9));
	}

	@Test
	void goingBackToAutoCommitDoesNotCommitWhatWasRefused() {
		fixture.seal(5);
		fixture.admin.update("UPDATE payment SET fence_token = 9 WHERE id = 2");
		fixture.as(5, () -> this.jdbc.execute((Connection connection) -> {
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
		assertThat(content()).doesNotContain("SWALLOWED");
	}

	@Test
	void errorOfAStatementMakesTheNextWriteBeCheckedAgain() {
		fixture.seal(5);
		fixture.as(5, () -> fixture.transaction.executeWithoutResult((status) -> {
			this.jdbc.update("UPDATE payment SET status = 'x' WHERE id = 1");
			Object savepoint = status.createSavepoint();
			assertThatExceptionOfType(DataAccessException.class)
				.isThrownBy(() -> this.jdbc.update("INSERT INTO payment (id) VALUES (1)"));
			status.rollbackToSavepoint(savepoint);
			assertThat(this.jdbc.update("INSERT INTO payment (id) VALUES (9)")).isOne();
		}));
		assertThat(fixture.stamp(9)).isEqualTo(5);
	}

	private TransactionTemplate at(int isolation) {
		TransactionTemplate template = new TransactionTemplate(fixture.transaction.getTransactionManager());
		template.setIsolationLevel(isolation);
		return template;
	}

	private void sealWithoutWaiting() {
		fixture.admin.execute((Connection connection) -> {
			try (Statement statement = connection.createStatement()) {
				statement.execute("SET lock_timeout = '50ms'");
				try {
					return statement.executeUpdate("UPDATE leader_fence SET fence_token = 6, grant_id = 'grant-6'");
				}
				finally {
					statement.execute("SET lock_timeout = '8s'");
				}
			}
		});
	}

	private static String content() {
		return fixture.admin
			.queryForList("SELECT 'payment' AS t, id, status, fence_token FROM payment UNION ALL"
					+ " SELECT 'plain', id, status, 0 FROM plain ORDER BY 1, 2")
			.toString();
	}

}
