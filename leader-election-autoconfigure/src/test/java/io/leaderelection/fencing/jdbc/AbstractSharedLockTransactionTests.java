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

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.fencing.StaleTokenException;
import io.leaderelection.fencing.jdbc.LibraryContext.Kind;
import io.leaderelection.gate.GuardedCalls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for {@link FencingTransactionListener} on databases that share the lock on a
 * fence and keep read-only transactions from writing.
 */
abstract class AbstractSharedLockTransactionTests extends AbstractFencingTransactionListenerTests {

	@ParameterizedTest
	@EnumSource(Kind.class)
	void newTransactionInsideIsCheckedByItself(Kind kind) {
		this.fixture.seal(5);
		Throwable thrown = catchThrowable(
				() -> context(kind).guarded(5, () -> context(kind).transaction().executeWithoutResult((outer) -> {
					write(kind, "UPDATE payment SET status = 'OUTER' WHERE id = 1");
					this.fixture.intend(6);
					context(kind).transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
						.executeWithoutResult(
								(inner) -> write(kind, "UPDATE payment SET status = 'INNER' WHERE id = 2"));
				})));
		assertThat(refusals(thrown)).singleElement().isInstanceOf(StaleTokenException.class);
		assertThat(this.fixture.status(2)).isEqualTo("PENDING");
		assertThat(this.fixture.status(1)).isEqualTo("PENDING");
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void newTransactionInsideLeavesTheOuterOneCheckedAsItWas(Kind kind) {
		this.fixture.seal(5);
		context(kind).guarded(5, () -> context(kind).transaction().executeWithoutResult((outer) -> {
			context(kind).transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
				.executeWithoutResult((inner) -> write(kind, "UPDATE payment SET status = 'INNER' WHERE id = 2"));
			this.fixture.intend(6);
			assertThat(context(kind).application.getBean(FencedJdbcTemplate.class)
				.update("UPDATE payment SET status = 'OUTER' WHERE id = 1")).isOne();
		}));
		assertThat(List.of(this.fixture.status(1), this.fixture.status(2))).containsExactly("OUTER", "INNER");
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void readOnlyTransactionIsNotCheckedAndCannotWrite(Kind kind) {
		this.fixture.seal(6);
		TransactionTemplate readOnly = context(kind).transaction();
		readOnly.setReadOnly(true);
		assertThat(context(kind).<Long>guarded(5,
				() -> readOnly.execute(
						(status) -> context(kind).plain().queryForObject("SELECT count(*) FROM payment", Long.class))))
			.isEqualTo(3);
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> context(kind).guarded(5, () -> readOnly
			.executeWithoutResult((status) -> write(kind, "UPDATE payment SET status = 'STALE' WHERE id = 1"))));
		assertThat(this.fixture.status(1)).isEqualTo("PENDING");
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void writingTransactionInsideAReadOnlyOneIsChecked(Kind kind) {
		this.fixture.seal(6);
		TransactionTemplate readOnly = context(kind).transaction();
		readOnly.setReadOnly(true);
		Throwable thrown = catchThrowable(() -> context(kind).guarded(5, () -> readOnly
			.executeWithoutResult((outer) -> context(kind).transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
				.executeWithoutResult((inner) -> write(kind, "UPDATE payment SET status = 'STALE' WHERE id = 1")))));
		assertThat(refusals(thrown)).singleElement().isInstanceOf(StaleTokenException.class);
		assertThat(this.fixture.status(1)).isEqualTo("PENDING");
	}

	/** Return the parameter of a URL that lets the driver take read-only for a hint. */
	abstract String readOnlyAsHint();

	/**
	 * Promise I2: the connection says that it is read-only, and writes.
	 */
	@Test
	void readOnlyThatTheDriverKeepsToItselfDoesNotOpenTheFence() {
		this.fixture.seal(6);
		try (HikariDataSource pool = this.fixture.home.pool(2)) {
			pool.setJdbcUrl(pool.getJdbcUrl() + (pool.getJdbcUrl().contains("?") ? "&" : "?") + readOnlyAsHint());
			JdbcFencing fencing = new JdbcFencing("shop", ProtectedDatabases.single(new FencedDatabase("hint", pool)),
					(election) -> FencingFixture.IDLE_LIMIT);
			JdbcTransactionManager manager = new JdbcTransactionManager(pool);
			manager.addListener(new FencingTransactionListener(() -> fencing));
			TransactionTemplate readOnly = new TransactionTemplate(manager);
			readOnly.setReadOnly(true);
			JdbcTemplate jdbc = new JdbcTemplate(pool);
			Throwable thrown = catchThrowable(
					() -> new GuardedCalls(List::of).call(FencingFixture.leadership(FencingFixture.token(5)),
							() -> readOnly.execute((status) -> jdbc.update("UPDATE payment SET status = 'STALE'"))));
			assertThat(refusals(thrown)).singleElement().isInstanceOf(StaleTokenException.class);
		}
		assertThat(this.fixture.status(1)).isEqualTo("PENDING");
	}

}
