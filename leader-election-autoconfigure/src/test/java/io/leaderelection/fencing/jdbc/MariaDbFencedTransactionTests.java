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

import java.sql.SQLTransactionRollbackException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

import io.leaderelection.fencing.StaleTokenException;
import io.leaderelection.fencing.UnsupportedStatementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link FencedJdbcTemplate} on MariaDB.
 */
class MariaDbFencedTransactionTests extends AbstractFencedTransactionTests {

	@Override
	TestDatabase database() {
		return TestDatabase.mariaDb();
	}

	@ParameterizedTest
	@ValueSource(strings = { "UPDATE payment SET status = 'x' WHERE id = 1", "INSERT INTO payment (id) VALUES (9)",
			"DELETE FROM payment WHERE id = -1", "REPLACE INTO payment (id) VALUES (1)" })
	void checkedTransactionHoldsOffTheSealAndIsLimitedInIdleTime(String first) {
		this.fixture.seal(5);
		this.fixture.as(5, () -> this.fixture.transaction.executeWithoutResult((status) -> {
			jdbc().update(first);
			assertThat(jdbc().queryForObject("SELECT @@SESSION.idle_transaction_timeout", Integer.class)).isEqualTo(2);
			assertThatExceptionOfType(DataAccessException.class).isThrownBy(this.fixture::sealWithoutWaiting);
		}));
		this.fixture.sealWithoutWaiting();
	}

	/**
	 * Promise I2: the error rolls the transaction back and gives up the lock on the
	 * fence, but the connection goes on in a new transaction.
	 */
	@Test
	void staleWriteAfterADeadlockChangesNothing() throws Exception {
		this.fixture.seal(5);
		CyclicBarrier both = new CyclicBarrier(2);
		CompletableFuture<Void> other = CompletableFuture
			.runAsync(() -> new TransactionTemplate(this.fixture.transaction.getTransactionManager())
				.executeWithoutResult((status) -> {
					// Many changes make the other transaction the victim.
					jdbc().unfenced().update("UPDATE loose SET status = 'a'");
					jdbc().unfenced().update("UPDATE plain SET status = 'OTHER'");
					await(both);
					jdbc().unfenced().update("UPDATE payment SET status = 'OTHER' WHERE id = 1");
				}));
		assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> this.fixture.as(5, () -> this.fixture.transaction.executeWithoutResult((status) -> {
				jdbc().update("UPDATE payment SET status = 'STALE' WHERE id = 1");
				await(both);
				assertThatExceptionOfType(DataAccessException.class)
					.isThrownBy(() -> jdbc().update("UPDATE plain SET status = 'STALE'"))
					.withRootCauseInstanceOf(SQLTransactionRollbackException.class);
				this.fixture.sealWithoutWaiting();
				jdbc().update("INSERT INTO payment (id, status) VALUES (9, 'STALE')");
			})));
		other.get(10, TimeUnit.SECONDS);
		assertThat(this.fixture.content()).doesNotContain("STALE").contains("OTHER");
	}

	private static void await(CyclicBarrier barrier) {
		try {
			barrier.await(10, TimeUnit.SECONDS);
		}
		catch (InterruptedException | BrokenBarrierException | TimeoutException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "TRUNCATE plain", "CREATE TABLE other (id INT)", "COMMIT", "SET autocommit = 1",
			"LOCK TABLES plain WRITE" })
	void statementThatWouldGiveUpTheLockKeepsTheTransactionFromBeingCommitted(String sql) {
		this.fixture.seal(5);
		assertThatExceptionOfType(UnexpectedRollbackException.class)
			.isThrownBy(() -> this.fixture.as(5, () -> this.fixture.transaction.executeWithoutResult((status) -> {
				jdbc().update("UPDATE payment SET status = 'SWALLOWED' WHERE id = 1");
				assertThatExceptionOfType(UnsupportedStatementException.class).isThrownBy(() -> jdbc().execute(sql));
				assertThatExceptionOfType(DataAccessException.class).isThrownBy(this.fixture::sealWithoutWaiting);
			})));
		assertThat(this.fixture.content()).doesNotContain("SWALLOWED");
	}

	@Test
	void readOnlyTransactionReadsAndItsWritesAreRefused() {
		this.fixture.seal(5);
		TransactionTemplate readOnly = new TransactionTemplate(this.fixture.transaction.getTransactionManager());
		readOnly.setReadOnly(true);
		readOnly.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
		this.fixture.as(5, () -> {
			for (String sql : List.of("INSERT INTO payment (id) VALUES (9)", "REPLACE INTO payment (id) VALUES (1)",
					"UPDATE payment SET status = 'x'")) {
				assertThatExceptionOfType(DataAccessException.class)
					.isThrownBy(() -> readOnly.executeWithoutResult((status) -> jdbc().update(sql)));
			}
		});
		assertThat(this.fixture.content()).doesNotContain("id=9", "=x");
	}

	@Test
	void holderThatStandsStillIsFreedByTheIdleLimit() {
		this.fixture.seal(5);
		AtomicReference<Duration> waited = new AtomicReference<>();
		assertThatExceptionOfType(RuntimeException.class)
			.isThrownBy(() -> this.fixture.as(5, () -> this.fixture.transaction.executeWithoutResult((status) -> {
				jdbc().update("UPDATE payment SET status = 'STALE' WHERE id = 1");
				long start = System.nanoTime();
				this.fixture.seal(6);
				waited.set(Duration.ofNanos(System.nanoTime() - start));
				jdbc().update("UPDATE payment SET status = 'STALE' WHERE id = 2");
			})));
		assertThat(waited.get()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(7));
		assertThat(this.fixture.content()).doesNotContain("STALE");
	}

	@Test
	void suspendedTransactionKeepsItsStateApart() {
		this.fixture.seal(5);
		TransactionTemplate inner = new TransactionTemplate(this.fixture.transaction.getTransactionManager());
		inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		this.fixture.as(5, () -> this.fixture.transaction.executeWithoutResult((status) -> {
			jdbc().update("UPDATE payment SET status = 'OUTER' WHERE id = 1");
			inner.executeWithoutResult((own) -> {
				jdbc().update("INSERT INTO payment (id, status) VALUES (9, 'INNER')");
				own.setRollbackOnly();
			});
			assertThatExceptionOfType(DataAccessException.class).isThrownBy(this.fixture::sealWithoutWaiting);
			jdbc().update("INSERT INTO payment (id, status) VALUES (8, 'OUTER')");
		}));
		assertThat(this.fixture.stamp(8)).isEqualTo(5);
	}

}
