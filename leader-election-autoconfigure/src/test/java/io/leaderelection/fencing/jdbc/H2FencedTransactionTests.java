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
import io.leaderelection.fencing.StaleTokenException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link FencedJdbcTemplate} on H2.
 */
class H2FencedTransactionTests extends AbstractFencedTransactionTests {

	@Override
	TestDatabase database() {
		return TestDatabase.h2();
	}

	@ParameterizedTest
	@ValueSource(strings = { "UPDATE payment SET status = 'x' WHERE id = 1", "INSERT INTO payment (id) VALUES (9)",
			"DELETE FROM payment WHERE id = -1", "MERGE INTO payment (id, status) KEY (id) VALUES (1, 'x')" })
	void checkedTransactionHoldsOffTheSeal(String first) {
		this.fixture.seal(5);
		this.fixture.as(5, () -> this.fixture.transaction.executeWithoutResult((status) -> {
			jdbc().update(first);
			assertThatExceptionOfType(DataAccessException.class).isThrownBy(this.fixture::sealWithoutWaiting);
		}));
		this.fixture.sealWithoutWaiting();
	}

	@Test
	void lockThatIsTakenAgainAfterASavepointHoldsOffTheSeal() {
		this.fixture.seal(5);
		AtomicReference<CompletableFuture<Void>> sealed = new AtomicReference<>();
		this.fixture.as(5, () -> this.fixture.transaction.executeWithoutResult((status) -> {
			Object savepoint = status.createSavepoint();
			jdbc().update("UPDATE payment SET status = 'UNDONE' WHERE id = 1");
			status.rollbackToSavepoint(savepoint);
			jdbc().update("INSERT INTO payment (id, status) VALUES (9, 'SETTLED')");
			sealed.set(CompletableFuture.runAsync(() -> this.fixture.seal(6)));
			await().during(Duration.ofMillis(300)).until(() -> !sealed.get().isDone());
		}));
		sealed.get().join();
		assertThat(this.fixture.stamp(9)).isEqualTo(5);
		assertThat(this.fixture.content()).doesNotContain("UNDONE");
	}

	@ParameterizedTest
	@ValueSource(
			ints = { TransactionDefinition.PROPAGATION_REQUIRES_NEW, TransactionDefinition.PROPAGATION_NOT_SUPPORTED })
	void transactionOfItsOwnWithinACheckedOneIsRefusedAtOnceAsItWouldWaitForItself(int propagation) {
		this.fixture.seal(5);
		TransactionTemplate inner = new TransactionTemplate(this.fixture.transaction.getTransactionManager());
		inner.setPropagationBehavior(propagation);
		long start = System.nanoTime();
		this.fixture.as(5, () -> this.fixture.transaction.executeWithoutResult((status) -> {
			jdbc().update("UPDATE payment SET status = 'OUTER' WHERE id = 1");
			assertThatExceptionOfType(FenceCheckFailedException.class)
				.isThrownBy(() -> inner.executeWithoutResult(
						(own) -> jdbc().update("INSERT INTO payment (id, status) VALUES (9, 'INNER')")))
				.withMessageContaining("Another transaction of this thread");
			jdbc().update("INSERT INTO payment (id, status) VALUES (8, 'OUTER')");
		}));
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
		assertThat(this.fixture.stamp(8)).isEqualTo(5);
		assertThat(this.fixture.content()).doesNotContain("INNER");
	}

	@Test
	void readOnlyIsAHintThatDoesNotOpenTheFence() {
		this.fixture.seal(6);
		TransactionTemplate readOnly = new TransactionTemplate(this.fixture.transaction.getTransactionManager());
		readOnly.setReadOnly(true);
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> this.fixture.as(5,
				() -> readOnly.executeWithoutResult((status) -> jdbc().update("INSERT INTO payment (id) VALUES (9)"))));
		assertThat(this.fixture.content()).doesNotContain("id=9");
	}

}
