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

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Real deadlock, in which the transaction of the current thread is the victim and goes on
 * as though nothing had happened.
 */
final class SwallowedDeadlock {

	private final FencingFixture fixture;

	private final CountDownLatch reached = new CountDownLatch(1);

	private final CompletableFuture<Void> other;

	/**
	 * Begin the other transaction: the younger one is the victim, on H2.
	 * @param fixture the database
	 */
	SwallowedDeadlock(FencingFixture fixture) {
		this.fixture = fixture;
		JdbcTemplate jdbc = new JdbcTemplate(fixture.pool);
		CountDownLatch begun = new CountDownLatch(1);
		this.other = CompletableFuture.runAsync(() -> fixture.transaction.executeWithoutResult((status) -> {
			// The one with fewer changes is the victim, on MariaDB.
			jdbc.update("UPDATE loose SET status = 'a'");
			jdbc.update("UPDATE loose SET status = 'b'");
			jdbc.update("UPDATE plain SET status = 'OTHER'");
			begun.countDown();
			reach(this.reached);
			jdbc.update("UPDATE payment SET status = 'OTHER' WHERE id = 1");
		}));
		reach(begun);
	}

	/**
	 * Let the current transaction deadlock.
	 * @param jdbc writes in the current transaction, past any fence
	 */
	void happen(JdbcTemplate jdbc) {
		jdbc.update("UPDATE payment SET status = 'LOST' WHERE id = 1");
		this.reached.countDown();
		// What MariaDB tells is as old as the last look if that was just before.
		await().pollInterval(Duration.ofMillis(150))
			.until(() -> this.fixture.admin.queryForObject(this.fixture.home.waitingTransactions(), Integer.class) > 0);
		assertThatExceptionOfType(DataAccessException.class)
			.isThrownBy(() -> jdbc.update("UPDATE plain SET status = 'LOST'"))
			.withRootCauseInstanceOf(SQLException.class)
			.satisfies((ex) -> assertThat(((SQLException) ex.getRootCause()).getSQLState()).isEqualTo("40001"));
		this.other.orTimeout(10, TimeUnit.SECONDS).join();
		assertThat(this.fixture.status(1)).isEqualTo("OTHER");
	}

	private static void reach(CountDownLatch latch) {
		try {
			assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

}
