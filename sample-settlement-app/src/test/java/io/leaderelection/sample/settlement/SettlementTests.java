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

package io.leaderelection.sample.settlement;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

import javax.sql.DataSource;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.NotLeaderException;
import io.leaderelection.fencing.StaleTokenException;
import io.leaderelection.fencing.jdbc.FencedDatabase;
import io.leaderelection.fencing.jdbc.FencedJdbcTemplate;
import io.leaderelection.fencing.jdbc.JdbcFencing;
import io.leaderelection.fencing.jdbc.ProtectedDatabases;
import io.leaderelection.sample.GuardedTask;
import io.leaderelection.sample.TestDatabase;
import io.leaderelection.sample.audit.AcceptedWrite;
import io.leaderelection.sample.audit.AuditTrail;
import io.leaderelection.sample.audit.HistoryChecker;
import io.leaderelection.sample.audit.LedgerChecker;
import io.leaderelection.sample.audit.WriteHistory;
import io.leaderelection.sample.demo.Database;
import io.leaderelection.sample.payment.Payment;
import io.leaderelection.sample.payment.PaymentStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.transaction.annotation.EnableTransactionManagement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link SettlementJob} and {@link BatchSettlement} on PostgreSQL.
 */
class SettlementTests {

	private static final Group BAKER = new Group("baker", "EUR");

	private final Database database = TestDatabase.migrated();

	private final JdbcTemplate jdbc = this.database.jdbc();

	private final FaultyCommits dataSource = new FaultyCommits(this.database.dataSource());

	private final LeaderElection election = mock(LeaderElection.class);

	private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

	private GuardedTask task;

	@BeforeEach
	void start() {
		LeaderElections elections = mock(LeaderElections.class);
		given(elections.get("settlement")).willReturn(this.election);
		given(this.election.isLeader()).willReturn(true);
		this.context.registerBean(DataSource.class, () -> this.dataSource);
		this.context.registerBean(LeaderElections.class, () -> elections);
		this.context.register(Beans.class);
		this.context.refresh();
		seal(5);
		this.task = GuardedTask.begin("settlement", 5, "g5");
	}

	@AfterEach
	void stop() {
		this.task.close();
		this.context.close();
	}

	@Test
	void settlesEachGroupWithOnePayoutAndBalancedEntries() {
		capture("baker", "EUR", 10);
		capture("baker", "USD", 3);
		capture("butcher", "EUR", 4);
		job().settle();
		assertThat(
				rows("SELECT merchant || ' ' || currency || ' ' || payments || ' ' || gross || ' ' || fee FROM payout"
						+ " ORDER BY merchant, currency"))
			.containsExactly("baker EUR 10 10000 140", "baker USD 3 3000 42", "butcher EUR 4 4000 56");
		assertThat(rows(
				"SELECT account || ' ' || side || ' ' || amount FROM ledger_entry WHERE currency = 'USD' ORDER BY id"))
			.containsExactly("clearing DEBIT 3000", "merchant:baker CREDIT 2958", "fees CREDIT 42");
		assertThat(rows("SELECT DISTINCT status FROM payment")).containsExactly("SETTLED");
		assertConsistent(17);
	}

	@Test
	void limitsBatchesAndGoesOnInTheNextRun() {
		capture("baker", "EUR", 1200);
		job().settle();
		assertThat(rows("SELECT payments FROM settlement_progress")).containsExactly("500");
		job().settle();
		job().settle();
		job().settle();
		assertThat(rows("SELECT batches || ' ' || payments || ' ' || gross FROM settlement_progress"))
			.containsExactly("3 1200 1200000");
		assertConsistent(1200);
	}

	@Test
	void settlesTheOldestPaymentsFirst() {
		List<UUID> payments = capture("baker", "EUR", 3);
		assertThat(this.context.getBean(PendingPayments.class).oldest(BAKER, 2).orElseThrow().payments())
			.containsExactly(payments.get(0), payments.get(1));
	}

	@Test
	void triesABatchAgainWhenTheConnectionBreaksBeforeTheCommit() {
		capture("baker", "EUR", 10);
		this.dataSource.failBeforeCommit();
		job().settle();
		assertThat(this.dataSource.failed()).isTrue();
		assertConsistent(10);
	}

	@Test
	void doesNotSettleABatchAgainWhenTheAnswerToTheCommitIsLost() {
		capture("baker", "EUR", 10);
		this.dataSource.failAfterCommit();
		job().settle();
		assertThat(this.dataSource.failed()).isTrue();
		assertThat(rows("SELECT payments FROM payout")).containsExactly("10");
		assertConsistent(10);
	}

	@Test
	void knowsABatchByItsKeyWhoeverTriesItAgain() {
		capture("baker", "EUR", 10);
		Batch batch = this.context.getBean(PendingPayments.class).oldest(BAKER, 500).orElseThrow();
		assertThat(this.context.getBean(BatchSettlement.class).settle(batch)).isTrue();
		assertThat(this.context.getBean(BatchSettlement.class).settle(batch)).isFalse();
		assertConsistent(10);
	}

	@Test
	void settlesNothingOfABatchWhenOneOfItsStatementsFails() {
		capture("baker", "EUR", 10);
		this.jdbc.execute("ALTER TABLE settlement_progress ADD CHECK (payments < 5)");
		job().settle();
		assertThat(rows("SELECT id FROM payout")).isEmpty();
		assertThat(rows("SELECT DISTINCT status FROM payment")).containsExactly("CAPTURED");
	}

	@Test
	void settlesTheOtherGroupsWhenOneFails() {
		capture("baker", "EUR", 10);
		capture("butcher", "EUR", 2);
		this.jdbc.execute("ALTER TABLE settlement_progress ADD CHECK (payments < 5)");
		job().settle();
		assertThat(rows("SELECT merchant FROM payout")).containsExactly("butcher");
	}

	@Test
	void beginsNoFurtherBatchWhenTheLeadershipIsGivenUp() {
		capture("baker", "EUR", 1);
		capture("butcher", "EUR", 1);
		given(this.election.isLeader()).willReturn(true, false);
		job().settle();
		assertThat(rows("SELECT merchant FROM payout")).containsExactly("baker");
	}

	@Test
	void endsTheRunWhenTheTermIsOver() {
		capture("baker", "EUR", 1);
		this.task.endTerm();
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> job().settle());
		assertThat(rows("SELECT id FROM payout")).isEmpty();
	}

	@Test
	void endsTheRunAndSettlesNothingWhenANewerLeaderHasSealedTheFence() {
		capture("baker", "EUR", 10);
		seal(6);
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> job().settle());
		assertThat(rows("SELECT id FROM payout")).isEmpty();
		assertThat(rows("SELECT DISTINCT status FROM payment")).containsExactly("CAPTURED");
	}

	@Test
	void stampsWhatItWritesWithTheTerm() {
		capture("baker", "EUR", 10);
		job().settle();
		assertThat(rows("SELECT fence_token FROM payment UNION SELECT fence_token FROM payout UNION"
				+ " SELECT fence_token FROM ledger_entry UNION SELECT fence_token FROM settlement_progress"))
			.containsExactly("5");
	}

	private void seal(long term) {
		this.jdbc.update(
				"INSERT INTO leader_fence (namespace, election, fence_token, grant_id, lineage, holder, sealed_at)"
						+ " VALUES ('test', 'settlement', ?, ?, 'l', 'h', now()) ON CONFLICT (namespace, election)"
						+ " DO UPDATE SET fence_token = excluded.fence_token, grant_id = excluded.grant_id",
				term, "g" + term);
	}

	private SettlementJob job() {
		return this.context.getBean(SettlementJob.class);
	}

	private List<UUID> capture(String merchant, String currency, int count) {
		Instant first = Instant.parse("2026-11-30T09:15:00Z");
		List<Payment> payments = IntStream.range(0, count)
			.mapToObj((i) -> new Payment(UUID.randomUUID(), merchant, 1000, currency, first.plusMillis(i)))
			.toList();
		assertThat(new PaymentStore(this.jdbc).capture(payments).stored()).isEqualTo(count);
		return payments.stream().map(Payment::id).toList();
	}

	private List<String> rows(String sql) {
		return this.jdbc.queryForList(sql, String.class);
	}

	private void assertConsistent(long settled) {
		List<AcceptedWrite> history = new ArrayList<>();
		new WriteHistory(this.jdbc).forEach(history::add);
		HistoryChecker checker = new HistoryChecker(true);
		history.forEach(checker);
		assertThat(checker.violations()).isEmpty();
		assertThat(checker.settledPayments()).isEqualTo(settled);
		assertThat(new LedgerChecker(this.jdbc).check()).isEmpty();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableResilientMethods
	@EnableTransactionManagement
	@Import({ PendingPayments.class, BatchSettlement.class, SettlementJob.class, AuditTrail.class })
	static class Beans {

		@Bean
		JdbcTemplate jdbcTemplate(DataSource dataSource) {
			return new JdbcTemplate(dataSource);
		}

		@Bean
		JdbcTransactionManager transactionManager(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

		@Bean
		PayoutStore payoutStore(DataSource dataSource) {
			FencedDatabase database = new FencedDatabase("test", dataSource);
			JdbcFencing fencing = new JdbcFencing("test", ProtectedDatabases.single(database),
					(election) -> Duration.ofSeconds(5));
			return new PayoutStore(new FencedJdbcTemplate(fencing, database));
		}

		@Bean
		SettlementProperties settlementProperties() {
			return new SettlementProperties(500, 140);
		}

	}

	/**
	 * Database whose connection breaks once at a commit.
	 */
	private static final class FaultyCommits extends DelegatingDataSource {

		private volatile boolean before;

		private volatile boolean after;

		private volatile boolean failed;

		FaultyCommits(DataSource delegate) {
			super(delegate);
		}

		void failBeforeCommit() {
			this.before = true;
		}

		void failAfterCommit() {
			this.after = true;
		}

		boolean failed() {
			return this.failed;
		}

		@Override
		public Connection getConnection() throws SQLException {
			Connection connection = super.getConnection();
			return (Connection) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Connection.class },
					(proxy, method, arguments) -> {
						try {
							if (method.getName().equals("commit")) {
								commit(connection);
								return null;
							}
							return method.invoke(connection, arguments);
						}
						catch (InvocationTargetException ex) {
							throw ex.getTargetException();
						}
					});
		}

		private void commit(Connection connection) throws SQLException {
			if (this.before) {
				this.before = false;
				breakOff(connection);
			}
			connection.commit();
			if (this.after) {
				this.after = false;
				breakOff(connection);
			}
		}

		private void breakOff(Connection connection) throws SQLException {
			this.failed = true;
			connection.close();
			throw new SQLRecoverableException("Connection reset", "08006");
		}

	}

}
