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

package io.leaderelection.runs;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.FencingToken;
import io.leaderelection.Leadership;
import io.leaderelection.context.FixedLeadership;
import io.leaderelection.context.GuardedCall;
import io.leaderelection.context.LeadershipContext;
import io.leaderelection.fencing.jdbc.FenceSchemaInitializer;
import io.leaderelection.fencing.jdbc.FencedDatabase;
import io.leaderelection.fencing.jdbc.FencedJdbcTemplate;
import io.leaderelection.fencing.jdbc.JdbcFencing;
import io.leaderelection.fencing.jdbc.ProtectedDatabases;
import io.leaderelection.servers.ServerDatabase;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Database with fences, a ledger of runs and a table {@code work} that runs write to, and
 * what is needed to use it as the leader of some term.
 */
public final class RunsFixture implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {

	public static final String ELECTION = "settlement";

	final ServerDatabase home;

	/** What the ledger told its observer. */
	final List<String> meters = Collections.synchronizedList(new ArrayList<>());

	HikariDataSource pool;

	FencedDatabase database;

	FencedJdbcTemplate jdbc;

	JdbcLeaderRuns runs;

	/** Sees and changes everything, past the fence. */
	JdbcTemplate admin;

	TransactionTemplate transaction;

	/**
	 * Create a fixture.
	 * @param home the database
	 */
	public RunsFixture(ServerDatabase home) {
		this.home = home;
	}

	@Override
	public void beforeAll(ExtensionContext context) {
		this.home.create();
		this.pool = this.home.pool(10);
		this.database = new FencedDatabase("payments", this.pool);
		ProtectedDatabases databases = ProtectedDatabases.single(this.database);
		new FenceSchemaInitializer(DatabaseInitializationMode.ALWAYS).initialize(databases);
		this.jdbc = template(databases);
		this.transaction = new TransactionTemplate(new JdbcTransactionManager(this.pool));
		this.runs = ledger(RunSettings.DEFAULTS);
		this.admin = new JdbcTemplate(this.home.dataSource());
		this.admin.execute("CREATE TABLE work (step INT NOT NULL, term BIGINT NOT NULL)");
		this.runs.unfinished(ELECTION);
	}

	@Override
	public void beforeEach(ExtensionContext context) {
		for (String table : List.of("work", "leader_run", "leader_fence", "leader_fence_intent")) {
			this.admin.execute("DELETE FROM " + table);
		}
		this.meters.clear();
	}

	@Override
	public void afterEach(ExtensionContext context) {
		assertThat(LeadershipContext.current().isEmpty()).as("no token is left on the thread").isTrue();
	}

	@Override
	public void afterAll(ExtensionContext context) {
		this.pool.close();
		this.home.drop();
	}

	FencedJdbcTemplate template(ProtectedDatabases databases) {
		return new FencedJdbcTemplate(new JdbcFencing("shop", databases, (election) -> Duration.ofSeconds(20)),
				databases.all().get(0));
	}

	JdbcLeaderRuns ledger(RunSettings settings) {
		return ledger(settings, new JdbcTransactionManager(this.pool));
	}

	JdbcLeaderRuns ledger(RunSettings settings, PlatformTransactionManager transactionManager) {
		return new JdbcLeaderRuns(this.jdbc, transactionManager,
				new RunTable(this.database, new FenceSchemaInitializer(DatabaseInitializationMode.ALWAYS)), settings,
				new RecordingRunMeters(this.meters));
	}

	/** Return a ledger of firings in the same table. */
	public FiringLedger firings() {
		return new FiringLedger(this.jdbc, new JdbcTransactionManager(this.pool),
				new RunTable(this.database, new FenceSchemaInitializer(DatabaseInitializationMode.ALWAYS)));
	}

	/** Raise the fence as a sealer would. */
	public void seal(long term) {
		seal(ELECTION, term);
	}

	void seal(String election, long term) {
		FencingToken token = new FixedLeadership(election, term).token();
		int changed = this.admin.update(
				"UPDATE leader_fence SET fence_token = ?, grant_id = ? WHERE namespace = 'shop' AND election = ?",
				token.term(), token.grantId(), token.election());
		if (changed == 0) {
			this.admin.update("INSERT INTO leader_fence VALUES ('shop', ?, ?, ?, 'lineage', 'me', CURRENT_TIMESTAMP)",
					token.election(), token.term(), token.grantId());
		}
	}

	/** Do something as guarded work of the given term. */
	public void as(long term, Work work) throws Exception {
		as(new FixedLeadership(ELECTION, term), work);
	}

	void as(Leadership leadership, Work work) throws Exception {
		try (LeadershipContext.Scope scope = LeadershipContext.current()
			.with(new GuardedCall(leadership))
			.makeCurrent()) {
			work.run();
		}
	}

	/** Do the next of the given number of steps until all are done. */
	void doSteps(LeaderRun run, int steps) {
		for (int next = done(run) + 1; next <= steps; next++) {
			int step = next;
			run.step(() -> {
				work(step, run.token().term());
				run.save(Integer.toString(step));
			});
		}
	}

	static int done(LeaderRun run) {
		return run.progress().map(Integer::parseInt).orElse(0);
	}

	void work(int step, long term) {
		this.jdbc.update("INSERT INTO work (step, term) VALUES (?, ?)", step, term);
	}

	/** The steps that were done, each with the term that did it, in order. */
	List<String> done() {
		return this.admin.queryForList("SELECT CONCAT(step, '@', term) FROM work ORDER BY step, term", String.class);
	}

	/** The sessions that sit in a transaction. */
	List<Long> idleTransactions() {
		return this.admin.queryForList(this.home.idleTransactions(), Long.class);
	}

	/** Lose the connection of the thread's transaction. */
	void loseConnection() {
		Connection connection = DataSourceUtils.getConnection(this.pool);
		try {
			this.home.lose(connection);
			// The pool does not know what H2 calls a lost connection.
			this.pool.evictConnection(connection);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
		finally {
			DataSourceUtils.releaseConnection(connection, this.pool);
		}
	}

	RunRecord find(String key) {
		return this.runs.find(ELECTION, key).orElseThrow();
	}

	@FunctionalInterface
	public interface Work {

		void run() throws Exception;

	}

}
