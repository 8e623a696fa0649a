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
import java.util.List;

import io.leaderelection.fencing.FenceCheckFailedException;
import io.leaderelection.fencing.StaleTokenException;
import io.leaderelection.fencing.jdbc.LibraryContext.Kind;
import io.leaderelection.gate.GuardedCalls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for {@link FencingTransactionListener} on H2, where only one transaction can hold
 * the lock on a fence and read-only is a hint.
 */
class H2FencingTransactionListenerTests extends AbstractFencingTransactionListenerTests
		implements SwallowedDeadlockTests {

	@Override
	TestDatabase database() {
		return TestDatabase.h2();
	}

	@Override
	public FencingFixture fixture() {
		return this.fixture;
	}

	@Override
	public LibraryContext context(Kind kind) {
		return super.context(kind);
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void newTransactionThatIsRefusedAsItWouldWaitLeavesTheOuterOneToTheTask(Kind kind) {
		this.fixture.seal(5);
		context(kind).guarded(5, () -> context(kind).transaction().executeWithoutResult((outer) -> {
			write(kind, "UPDATE payment SET status = 'OUTER' WHERE id = 1");
			Throwable refused = catchThrowable(() -> context(kind)
				.guarded(5, () -> context(kind).transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
					.executeWithoutResult((inner) -> write(kind, "UPDATE payment SET status = 'INNER' WHERE id = 2"))));
			assertThat(refusals(refused)).singleElement().isInstanceOf(FenceCheckFailedException.class);
		}));
		assertThat(List.of(this.fixture.status(1), this.fixture.status(2))).containsExactly("OUTER", "PENDING");
	}

	@Test
	void transactionOnAnotherDataSourceOfTheDatabaseIsRefusedAtOnceAsItWouldWaitForTheOuterOne() {
		this.fixture.seal(5);
		FencingTransactionListener listener = new FencingTransactionListener(() -> this.fixture.fencing);
		JdbcTransactionManager outer = new JdbcTransactionManager(this.fixture.pool);
		JdbcTransactionManager inner = new JdbcTransactionManager(new LazyConnectionDataSourceProxy(this.fixture.pool));
		List.of(outer, inner).forEach((manager) -> manager.addListener(listener));
		long start = System.nanoTime();
		Throwable refused = catchThrowable(() -> new GuardedCalls(List::of)
			.call(FencingFixture.leadership(FencingFixture.token(5)), () -> new TransactionTemplate(outer)
				.execute((status) -> new TransactionTemplate(inner).execute((own) -> true))));
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
		assertThat(refusals(refused)).singleElement().isInstanceOf(FenceCheckFailedException.class);
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void newTransactionInsideAReadOnlyOneIsRefusedAtOnceAsThatIsCheckedToo(Kind kind) {
		this.fixture.seal(5);
		Throwable thrown = catchThrowable(() -> context(kind).guarded(5, () -> readOnly(kind)
			.executeWithoutResult((outer) -> context(kind).transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
				.executeWithoutResult((inner) -> write(kind, "UPDATE payment SET status = 'INNER' WHERE id = 1")))));
		assertThat(refusals(thrown)).singleElement().isInstanceOf(FenceCheckFailedException.class);
		assertThat(this.fixture.status(1)).isEqualTo("PENDING");
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void readOnlyIsAHintThatDoesNotOpenTheFence(Kind kind) {
		this.fixture.seal(6);
		Throwable thrown = catchThrowable(() -> context(kind).guarded(5, () -> readOnly(kind)
			.executeWithoutResult((status) -> write(kind, "UPDATE payment SET status = 'STALE' WHERE id = 1"))));
		assertThat(refusals(thrown)).singleElement().isInstanceOf(StaleTokenException.class);
		assertThat(this.fixture.status(1)).isEqualTo("PENDING");
	}

	private TransactionTemplate readOnly(Kind kind) {
		TransactionTemplate readOnly = context(kind).transaction();
		readOnly.setReadOnly(true);
		return readOnly;
	}

}
