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

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import io.leaderelection.fencing.FenceCheckFailedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link FencedJdbcTemplate} on PostgreSQL.
 */
class PostgresFencedTransactionTests extends AbstractFencedTransactionTests {

	@Override
	TestDatabase database() {
		return TestDatabase.postgres();
	}

	@ParameterizedTest
	@ValueSource(strings = { "UPDATE payment SET status = 'x' WHERE id = 1", "INSERT INTO payment (id) VALUES (9)",
			"DELETE FROM payment WHERE id = -1" })
	void checkedTransactionHoldsOffTheSealAndIsLimitedInIdleTime(String first) {
		this.fixture.seal(5);
		this.fixture.as(5, () -> this.fixture.transaction.executeWithoutResult((status) -> {
			jdbc().update(first);
			assertThat(jdbc().queryForObject("SHOW idle_in_transaction_session_timeout", String.class))
				.isEqualTo("1500ms");
			assertThatExceptionOfType(DataAccessException.class).isThrownBy(this.fixture::sealWithoutWaiting);
		}));
		this.fixture.sealWithoutWaiting();
		assertThat(jdbc().queryForObject("SHOW idle_in_transaction_session_timeout", String.class)).isEqualTo("0");
	}

	@Test
	void readOnlyTransactionReadsAndItsWritesAreRefused() {
		this.fixture.seal(5);
		TransactionTemplate readOnly = new TransactionTemplate(this.fixture.transaction.getTransactionManager());
		readOnly.setReadOnly(true);
		this.fixture.as(5, () -> {
			assertThat(readOnly
				.<Integer>execute((status) -> jdbc().queryForObject("SELECT count(*) FROM payment", Integer.class)))
				.isEqualTo(3);
			assertThatExceptionOfType(FenceCheckFailedException.class)
				.isThrownBy(() -> readOnly
					.executeWithoutResult((status) -> jdbc().update("INSERT INTO payment (id) VALUES (9)")))
				.withMessageContaining("read-only");
			assertThatExceptionOfType(DataAccessException.class).isThrownBy(
					() -> readOnly.executeWithoutResult((status) -> jdbc().update("UPDATE payment SET status = 'x'")));
		});
	}

	@Test
	void timeoutOfTheTransactionIsNoTransactionException() {
		this.fixture.seal(5);
		TransactionTemplate impatient = new TransactionTemplate(this.fixture.transaction.getTransactionManager());
		impatient.setTimeout(1);
		assertThatExceptionOfType(FenceCheckFailedException.class)
			.isThrownBy(() -> this.fixture.as(5, () -> impatient.executeWithoutResult((status) -> {
				CompletableFuture<Void> blocked = lockFenceFor(Duration.ofSeconds(2));
				try {
					jdbc().update("INSERT INTO payment (id) VALUES (9)");
				}
				finally {
					blocked.join();
				}
			})));
		assertThat(this.fixture.content()).doesNotContain("id=9");
	}

	private CompletableFuture<Void> lockFenceFor(Duration time) {
		CompletableFuture<Void> locked = new CompletableFuture<>();
		CompletableFuture<Void> released = CompletableFuture
			.runAsync(() -> new TransactionTemplate(this.fixture.transaction.getTransactionManager())
				.executeWithoutResult((status) -> {
					this.fixture.jdbc.unfenced().update("UPDATE leader_fence SET holder = holder");
					locked.complete(null);
					this.fixture.jdbc.queryForObject("SELECT pg_sleep(?)", Object.class, time.toMillis() / 1000.0);
				}));
		locked.join();
		return released;
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
		assertThat(waited.get()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(6));
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
