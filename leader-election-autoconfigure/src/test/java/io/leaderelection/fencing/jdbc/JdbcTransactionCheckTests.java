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

import io.leaderelection.fencing.PinnedTransactionException;
import io.leaderelection.fencing.StaleTokenException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link JdbcTransactionCheck}.
 */
class JdbcTransactionCheckTests {

	@RegisterExtension
	static final FencingFixture fixture = new FencingFixture(TestDatabase.postgres());

	private final JdbcTransactionCheck check = new JdbcTransactionCheck(fixture.fencing);

	@AfterEach
	void nothingIsLeftBound() {
		assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
	}

	@Test
	void transactionThatWasOpenedBeforeTheGuardIsRefusedAtItsEntry() {
		fixture.seal(6);
		assertThatExceptionOfType(UnexpectedRollbackException.class)
			.isThrownBy(() -> fixture.transaction.executeWithoutResult((status) -> {
				plain().update("UPDATE payment SET status = 'STALE' WHERE id = 1");
				assertThatExceptionOfType(StaleTokenException.class)
					.isThrownBy(() -> this.check.checkCurrentTransaction(FencingFixture.token(5)));
			}));
		assertThat(fixture.status(1)).isEqualTo("PENDING");
	}

	@Test
	void checkedTransactionIsFencedForPlainWritesToo() {
		fixture.seal(5);
		fixture.transaction.executeWithoutResult((status) -> {
			this.check.checkCurrentTransaction(FencingFixture.token(5));
			plain().update("UPDATE payment SET status = 'SETTLED' WHERE id = 1");
			assertThat(plain().queryForObject("SHOW idle_in_transaction_session_timeout", String.class))
				.isEqualTo("1500ms");
		});
		assertThat(fixture.status(1)).isEqualTo("SETTLED");
	}

	@Test
	void tokenIsPinnedUntilTheTransactionEnds() {
		fixture.seal(5);
		assertThatExceptionOfType(PinnedTransactionException.class)
			.isThrownBy(() -> fixture.transaction.executeWithoutResult((status) -> {
				this.check.checkCurrentTransaction(FencingFixture.token(5));
				fixture.as(7, () -> fixture.jdbc.update("DELETE FROM payment"));
			}));
		assertThatExceptionOfType(PinnedTransactionException.class)
			.isThrownBy(() -> fixture.transaction.executeWithoutResult((status) -> {
				this.check.checkCurrentTransaction(FencingFixture.token(5));
				this.check.checkCurrentTransaction(FencingFixture.token(7));
			}));
		fixture.seal(7);
		fixture.transaction
			.executeWithoutResult((status) -> this.check.checkCurrentTransaction(FencingFixture.token(7)));
	}

	@Test
	void writesAfterTheCheckNeedNoOther() {
		fixture.seal(5);
		fixture.as(5, () -> fixture.transaction.executeWithoutResult((status) -> {
			this.check.checkCurrentTransaction(FencingFixture.token(5));
			fixture.jdbc.update("INSERT INTO payment (id) VALUES (9)");
		}));
		assertThat(fixture.stamp(9)).isEqualTo(5);
	}

	@Test
	void threadWithoutATransactionPasses() {
		assertThatCode(() -> this.check.checkCurrentTransaction(FencingFixture.token(5))).doesNotThrowAnyException();
	}

	@Test
	void readOnlyTransactionPasses() {
		fixture.seal(6);
		TransactionTemplate readOnly = new TransactionTemplate(fixture.transaction.getTransactionManager());
		readOnly.setReadOnly(true);
		readOnly.executeWithoutResult((status) -> this.check.checkCurrentTransaction(FencingFixture.token(5)));
	}

	@Test
	void transactionOfAnotherDatabasePasses() {
		fixture.seal(6);
		TransactionTemplate elsewhere = new TransactionTemplate(new JdbcTransactionManager(fixture.home.dataSource()));
		elsewhere.executeWithoutResult((status) -> this.check.checkCurrentTransaction(FencingFixture.token(5)));
	}

	private static JdbcTemplate plain() {
		return new JdbcTemplate(fixture.pool);
	}

}
