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

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

import javax.sql.DataSource;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.fencing.jdbc.FenceSchemaInitializer;
import io.leaderelection.fencing.jdbc.FencedDatabase;
import io.leaderelection.fencing.jdbc.FencedJdbcTemplate;
import io.leaderelection.fencing.jdbc.JdbcFencing;
import io.leaderelection.fencing.jdbc.ProtectedDatabases;
import io.leaderelection.runs.JdbcLeaderRuns;
import io.leaderelection.runs.LeaderRuns;
import io.leaderelection.runs.RunMeters;
import io.leaderelection.runs.RunSettings;
import io.leaderelection.runs.RunTable;
import io.leaderelection.sample.GuardedTask;
import io.leaderelection.sample.audit.AuditTrail;
import io.leaderelection.sample.demo.Database;

import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;

import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Worker that settles, as far as that needs no election: it leads in the term that the
 * test gives it.
 */
final class SettlingWorker implements AutoCloseable {

	/** The end of the window that the worker settles. */
	static final Instant CUT_OFF = Instant.parse("2026-11-30T10:00:00Z");

	static final String KEY = "settlement-2026-11-30T10:00:00Z";

	final LeaderElection election = mock(LeaderElection.class);

	final FaultyCommits dataSource;

	private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

	private final Database database;

	private volatile Instant now = CUT_OFF.plusMillis(300);

	SettlingWorker(Database database) {
		this.database = database;
		this.dataSource = new FaultyCommits(database.dataSource());
		LeaderElections elections = mock(LeaderElections.class);
		given(elections.get("settlement")).willReturn(this.election);
		given(this.election.isLeader()).willReturn(true);
		Clock clock = mock(Clock.class);
		given(clock.millis()).willAnswer((call) -> this.now.toEpochMilli());
		given(clock.getZone()).willReturn(ZoneOffset.UTC);
		this.context.registerBean(DataSource.class, () -> this.dataSource);
		this.context.registerBean(LeaderElections.class, () -> elections);
		this.context.registerBean(Clock.class, () -> clock);
		this.context.register(Beans.class);
		this.context.refresh();
	}

	/**
	 * Begin to lead.
	 * @param term the term, to which the fence is raised
	 * @return the guarded task that settles, on this thread
	 */
	GuardedTask lead(long term) {
		seal(this.database, term);
		return GuardedTask.begin("settlement", term, "g" + term);
	}

	static void seal(Database database, long term) {
		database.jdbc()
			.update("INSERT INTO leader_fence (namespace, election, fence_token, grant_id, lineage, holder, sealed_at)"
					+ " VALUES ('test', 'settlement', ?, ?, 'l', 'h', now()) ON CONFLICT (namespace, election)"
					+ " DO UPDATE SET fence_token = excluded.fence_token, grant_id = excluded.grant_id", term,
					"g" + term);
	}

	/** Settle as the schedule does. */
	void settle() {
		bean(SettlementJob.class).settle();
	}

	void waitForTheNextWindow() {
		this.now = this.now.plusSeconds(1);
	}

	<T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	@Override
	public void close() {
		this.context.close();
	}

	// No @Configuration: it would be found by the scan of a worker that runs on the class
	// path of the tests.
	@EnableTransactionManagement
	@Import({ PendingPayments.class, BatchSettlement.class, SettlementRun.class, SettlementJob.class,
			AuditTrail.class })
	static class Beans {

		@Bean
		@Primary
		JdbcTemplate jdbcTemplate(DataSource dataSource) {
			return new JdbcTemplate(dataSource);
		}

		@Bean
		JdbcTransactionManager transactionManager(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

		@Bean
		FencedDatabase fencedDatabase(DataSource dataSource) {
			return new FencedDatabase("test", dataSource);
		}

		@Bean
		FencedJdbcTemplate fencedJdbcTemplate(FencedDatabase database) {
			JdbcFencing fencing = new JdbcFencing("test", ProtectedDatabases.single(database),
					(election) -> Duration.ofSeconds(5));
			return new FencedJdbcTemplate(fencing, database);
		}

		@Bean
		LeaderRuns leaderRuns(FencedJdbcTemplate jdbc, FencedDatabase database, JdbcTransactionManager transactions) {
			RunTable table = new RunTable(database, new FenceSchemaInitializer(DatabaseInitializationMode.NEVER));
			table.prepare();
			return new JdbcLeaderRuns(jdbc, transactions, table, RunSettings.DEFAULTS, RunMeters.NONE);
		}

		@Bean
		PayoutStore payoutStore(FencedJdbcTemplate jdbc) {
			return new PayoutStore(jdbc);
		}

		@Bean
		SettlementProperties settlementProperties() {
			return new SettlementProperties(Duration.ofSeconds(1), 500, 140);
		}

	}

}
