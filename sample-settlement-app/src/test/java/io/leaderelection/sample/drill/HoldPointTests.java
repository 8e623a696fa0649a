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

package io.leaderelection.sample.drill;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import javax.sql.DataSource;

import io.leaderelection.runs.LeaderRun;
import io.leaderelection.sample.GuardedTask;
import io.leaderelection.sample.TestDatabase;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link HoldPoint} and {@link HoldingDataSource}.
 */
class HoldPointTests {

	private final HoldPoint holdPoint = new HoldPoint(new DrillLog(Clock.systemUTC()));

	private final String name = UUID.randomUUID().toString();

	private final DataSource dataSource = new HoldingDataSource(
			TestDatabase.empty().with("ApplicationName", this.name).dataSource(), () -> this.holdPoint);

	private final JdbcTemplate jdbc = new JdbcTemplate(this.dataSource);

	private final TransactionTemplate transaction = new TransactionTemplate(
			new JdbcTransactionManager(this.dataSource));

	private final AtomicReference<String> progress = new AtomicReference<>("1 1 1000 x EUR baker");

	@BeforeEach
	void createTable() {
		this.jdbc.execute("CREATE TABLE leader_fence (id INT)");
		this.jdbc.execute("CREATE TABLE t (id INT)");
	}

	@Test
	void holdsTheFirstWriteOfASettlementUntilItIsReleased() throws Exception {
		this.holdPoint.arm();
		assertThatIsHeld(() -> this.jdbc.update("INSERT INTO t (id) VALUES (?)", 1));
	}

	@Test
	void letsPassTheBeginOfARunItsFirstBatchAndWhatBelongsToNone() throws Exception {
		this.holdPoint.arm();
		this.progress.set(null);
		settle(() -> this.jdbc.update("INSERT INTO t (id) VALUES (1)")).get(10, TimeUnit.SECONDS);
		this.holdPoint.end();
		try (GuardedTask task = GuardedTask.begin("settlement", 5, "g5")) {
			this.transaction.executeWithoutResult((status) -> this.jdbc.update("INSERT INTO t (id) VALUES (2)"));
		}
		assertThat(this.jdbc.queryForObject("SELECT count(*) FROM t", Integer.class)).isEqualTo(2);
	}

	@Test
	void holdsTheCheckOfTheFence() throws Exception {
		this.holdPoint.arm();
		assertThatIsHeld(() -> this.jdbc.queryForList("SELECT id FROM leader_fence FOR SHARE"));
	}

	@Test
	void holdsOnce() throws Exception {
		this.holdPoint.arm();
		assertThatIsHeld(() -> {
			this.jdbc.update("INSERT INTO t (id) VALUES (?)", 1);
			this.jdbc.batchUpdate("INSERT INTO t (id) VALUES (?)", List.<Object[]>of(new Object[] { 2 }));
		});
		settle(() -> this.jdbc.update("INSERT INTO t (id) VALUES (?)", 3)).get(10, TimeUnit.SECONDS);
		assertThat(this.jdbc.queryForObject("SELECT count(*) FROM t", Integer.class)).isEqualTo(3);
	}

	@Test
	void doesNotHoldATransactionThatHasWrittenBefore() throws Exception {
		settle(() -> {
			this.jdbc.update("INSERT INTO t (id) VALUES (?)", 1);
			this.holdPoint.arm();
			this.jdbc.update("INSERT INTO t (id) VALUES (?)", 2);
		}).get(10, TimeUnit.SECONDS);
		assertThat(this.jdbc.queryForObject("SELECT count(*) FROM t", Integer.class)).isEqualTo(2);
	}

	@Test
	void letsPassWorkThatIsNotGuardedOrInNoTransactionOrNotArmed() throws Exception {
		settle(() -> this.jdbc.update("INSERT INTO t (id) VALUES (1)")).get(10, TimeUnit.SECONDS);
		this.holdPoint.arm();
		this.jdbc.update("INSERT INTO t (id) VALUES (2)");
		this.transaction.executeWithoutResult((status) -> this.jdbc.update("INSERT INTO t (id) VALUES (3)"));
		try (GuardedTask task = GuardedTask.begin("settlement", 5, "g5")) {
			this.jdbc.update("INSERT INTO t (id) VALUES (4)");
		}
		assertThat(this.jdbc.queryForObject("SELECT count(*) FROM t", Integer.class)).isEqualTo(4);
	}

	private void assertThatIsHeld(Runnable work) throws Exception {
		CompletableFuture<Void> settlement = settle(work);
		Awaitility.await()
			.until(() -> this.jdbc.queryForObject(
					"SELECT count(*) FROM pg_stat_activity"
							+ " WHERE state = 'idle in transaction' AND application_name = ?",
					Integer.class, this.name) == 1);
		assertThat(settlement).isNotDone();
		assertThat(this.jdbc.queryForList("SELECT id FROM t")).isEmpty();
		this.holdPoint.release();
		settlement.get(10, TimeUnit.SECONDS);
	}

	private CompletableFuture<Void> settle(Runnable work) {
		return CompletableFuture.runAsync(() -> {
			LeaderRun run = mock(LeaderRun.class);
			given(run.progress()).willAnswer((call) -> Optional.ofNullable(this.progress.get()));
			this.holdPoint.begin(run);
			try (GuardedTask task = GuardedTask.begin("settlement", 5, "g5")) {
				this.transaction.executeWithoutResult((status) -> {
					// The driver begins a transaction with its first statement.
					this.jdbc.queryForList("SELECT id FROM t");
					work.run();
				});
			}
		});
	}

}
