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

package io.leaderelection.sample.audit;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import io.leaderelection.NotLeaderException;
import io.leaderelection.sample.GuardedTask;
import io.leaderelection.sample.TestDatabase;
import io.leaderelection.sample.demo.Database;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link AuditTrail}, the triggers of the database and {@link WriteHistory}.
 */
class AuditTrailTests {

	private final Database database = TestDatabase.migrated();

	private final JdbcTemplate jdbc = this.database.jdbc();

	@Test
	void notesTheWriterAndTheRowsOfAnAcceptedWrite() {
		Session session = new Session("worker-1/11");
		session.inTransaction(7, () -> session.report("2026-11-30", "baker", 7));
		assertThat(history()).containsExactly(new AcceptedWrite(1, "reporting", 7, "grant-7", "worker-1/11",
				"merchant_statement", "INSERT", List.of("2026-11-30/baker/EUR"), 7, 7));
	}

	@Test
	void notesTheStampOfTheRowsAndNotWhatTheTransactionSays() {
		Session session = new Session("worker-1/11");
		session.inTransaction(7, () -> session.report("2026-11-30", "baker", 6));
		assertThat(history()).singleElement().satisfies((write) -> {
			assertThat(write.term()).isEqualTo(7);
			assertThat(write.lowestStamp()).isEqualTo(6);
		});
	}

	@Test
	void refusesAWriteThatNamesNoToken() {
		Session session = new Session("worker-1/11");
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> session.report("2026-11-30", "baker", 7))
			.withMessageContaining("write to merchant_statement names no fencing token");
		assertThat(this.jdbc.queryForObject("SELECT count(*) FROM merchant_statement", Integer.class)).isZero();
	}

	@Test
	void forgetsTheTokenAtTheEndOfTheTransaction() {
		Session session = new Session("worker-1/11");
		session.inTransaction(7, () -> session.report("2026-11-30", "baker", 7));
		assertThatExceptionOfType(DataAccessException.class)
			.isThrownBy(() -> session.report("2026-11-30", "butcher", 7));
	}

	@Test
	void leavesNoTraceOfWhatIsRolledBack() {
		Session session = new Session("worker-1/11");
		assertThatIllegalStateException().isThrownBy(() -> session.inTransaction(7, () -> {
			session.report("2026-11-30", "baker", 7);
			throw new IllegalStateException("no");
		}));
		assertThat(history()).isEmpty();
	}

	@Test
	void ordersByCommitAndNotByWrite() throws Exception {
		Session first = new Session("worker-1/11");
		Session second = new Session("worker-2/22");
		first.inTransaction(7, () -> {
			first.report("2026-11-30", "baker", 7);
			second.inTransaction(8, () -> second.report("2026-11-30", "butcher", 8));
		});
		assertThat(history()).extracting(AcceptedWrite::term).containsExactly(8L, 7L);
	}

	@Test
	void holdsWhoeverCommitsLaterBackUntilTheEarlierOneIsVisible() throws Exception {
		Session first = new Session("worker-1/11");
		Session second = new Session("worker-2/22");
		AtomicReference<CompletableFuture<Void>> commit = new AtomicReference<>();
		first.inTransaction(7, () -> {
			first.report("2026-11-30", "baker", 7);
			// As if this transaction stood in the middle of its commit.
			first.jdbc.execute("SET CONSTRAINTS ALL IMMEDIATE");
			commit.set(CompletableFuture
				.runAsync(() -> second.inTransaction(8, () -> second.report("2026-11-30", "butcher", 8))));
			Awaitility.await().until(() -> waiting() == 1);
			assertThat(commit.get()).isNotDone();
		});
		commit.get().get(10, TimeUnit.SECONDS);
		assertThat(history()).extracting(AcceptedWrite::term).containsExactly(7L, 8L);
	}

	@Test
	void givesEachTransactionOnePositionUnderConcurrency() throws Exception {
		int sessions = 6;
		int transactions = 50;
		CyclicBarrier start = new CyclicBarrier(sessions);
		CompletableFuture.allOf(IntStream.range(0, sessions).mapToObj((number) -> CompletableFuture.runAsync(() -> {
			Session session = new Session("worker/" + number);
			await(start);
			for (int i = 0; i < transactions; i++) {
				String merchant = "m" + number + "-" + i;
				session.inTransaction(number + 1, () -> {
					session.report("2026-11-29", merchant, number + 1);
					session.report("2026-11-30", merchant, number + 1);
				});
			}
		}, (task) -> new Thread(task).start())).toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
		List<AcceptedWrite> history = history();
		assertThat(history).hasSize(sessions * transactions * 2);
		assertThat(history.stream().map(AcceptedWrite::position).distinct()).hasSize(sessions * transactions);
	}

	@Test
	void cannotBeChanged() {
		Session session = new Session("worker-1/11");
		session.inTransaction(7, () -> session.report("2026-11-30", "baker", 7));
		for (String change : List.of("UPDATE audit_write SET term = 8", "DELETE FROM audit_write",
				"UPDATE audit_commit SET position = 9", "TRUNCATE audit_commit")) {
			assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> this.jdbc.execute(change))
				.withMessageContaining("append-only");
		}
	}

	@Test
	void refusesAWriterWhoseTermIsOver() {
		AuditTrail audit = new AuditTrail(this.jdbc, true);
		try (GuardedTask task = GuardedTask.begin("reporting", 7, "g7")) {
			task.endTerm();
			assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> audit.identify("reporting"));
		}
		assertThatIllegalStateException().isThrownBy(() -> audit.identify("reporting"))
			.withMessageContaining("No task guarded by election 'reporting'");
	}

	private List<AcceptedWrite> history() {
		List<AcceptedWrite> history = new ArrayList<>();
		new WriteHistory(this.jdbc).forEach(history::add);
		return history;
	}

	private int waiting() {
		Integer waiting = this.jdbc.queryForObject("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'advisory'"
				+ " AND application_name = 'worker-2/22'", Integer.class);
		return (waiting != null) ? waiting : 0;
	}

	private static void await(CyclicBarrier barrier) {
		try {
			barrier.await(30, TimeUnit.SECONDS);
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Session of a worker.
	 */
	private final class Session {

		private final JdbcTemplate jdbc;

		private final TransactionTemplate transaction;

		Session(String name) {
			SingleConnectionDataSource dataSource = new SingleConnectionDataSource(
					AuditTrailTests.this.database.with("ApplicationName", name).url(), true);
			this.jdbc = new JdbcTemplate(dataSource);
			this.transaction = new TransactionTemplate(new JdbcTransactionManager(dataSource));
			this.transaction.setIsolationLevel(Connection.TRANSACTION_READ_COMMITTED);
		}

		void inTransaction(long term, Runnable work) {
			try (GuardedTask task = GuardedTask.begin("reporting", term, "grant-" + term)) {
				this.transaction.executeWithoutResult((status) -> {
					new AuditTrail(this.jdbc, true).identify(task.token().election());
					work.run();
				});
			}
		}

		void report(String day, String merchant, long stamp) {
			this.jdbc.update(
					"INSERT INTO merchant_statement (paid_on, merchant, currency, payouts, payments, gross, fee, net,"
							+ " fence_token) VALUES (?::date, ?, 'EUR', 1, 1, 1, 0, 1, ?)",
					day, merchant, stamp);
		}

	}

}
