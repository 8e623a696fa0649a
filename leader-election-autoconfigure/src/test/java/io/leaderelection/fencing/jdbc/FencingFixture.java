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

import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.FencingToken;
import io.leaderelection.Leadership;
import io.leaderelection.context.FixedLeadership;
import io.leaderelection.context.GuardedCall;
import io.leaderelection.context.LeadershipContext;
import io.leaderelection.servers.PostgresDatabase;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Database with payments and fences, and what is needed to write to it as the leader of
 * some term. After each test no connection may be in use and no session may sit in a
 * transaction.
 */
final class FencingFixture implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {

	static final String ELECTION = "settlement";

	static final Duration IDLE_LIMIT = Duration.ofMillis(1500);

	final TestDatabase home;

	// Written by threads of the sealer, too.
	final List<String> meters = new CopyOnWriteArrayList<>();

	final List<FencingToken> repairs = new ArrayList<>();

	HikariDataSource pool;

	private HikariDataSource adminPool;

	FencedDatabase database;

	JdbcFencing fencing;

	FencedJdbcTemplate jdbc;

	/** Sees and changes everything, past the fence. */
	JdbcTemplate admin;

	TransactionTemplate transaction;

	FencingFixture(TestDatabase home) {
		this.home = home;
	}

	@Override
	public void beforeAll(ExtensionContext context) {
		this.home.create();
		this.pool = this.home.pool(20);
		this.database = new FencedDatabase("payments", this.pool);
		ProtectedDatabases databases = ProtectedDatabases.single(this.database);
		this.fencing = new JdbcFencing("shop", databases, (election) -> IDLE_LIMIT, new RecordingMeters(this.meters),
				this.repairs::add);
		new FenceSchemaInitializer(DatabaseInitializationMode.ALWAYS).initialize(databases);
		this.jdbc = new FencedJdbcTemplate(this.fencing, this.database);
		this.adminPool = this.home.pool(4);
		// A lock that nobody gives back fails a test, it does not stop it.
		this.adminPool.setConnectionInitSql(this.home.lockTimeout(Duration.ofSeconds(8)));
		this.admin = new JdbcTemplate(this.adminPool);
		this.transaction = new TransactionTemplate(new JdbcTransactionManager(this.pool));
		this.admin.execute("CREATE TABLE payment (id INT PRIMARY KEY, status VARCHAR(100) NOT NULL DEFAULT 'PENDING',"
				+ " fence_token BIGINT NOT NULL DEFAULT 0)");
		this.admin.execute("CREATE TABLE plain (id INT PRIMARY KEY, status VARCHAR(100))");
		this.admin.execute("CREATE TABLE loose (id INT PRIMARY KEY, status VARCHAR(100), fence_token BIGINT)");
	}

	@Override
	public void beforeEach(ExtensionContext context) {
		for (String table : List.of("payment", "plain", "loose", "leader_fence", "leader_fence_intent")) {
			this.admin.execute("DELETE FROM " + table);
		}
		this.admin.execute("INSERT INTO payment (id) VALUES (1), (2), (3)");
		this.admin.execute("INSERT INTO plain VALUES (1, 'PENDING')");
		this.admin.execute("INSERT INTO loose VALUES (1, 'PENDING', NULL), (2, 'PENDING', 9)");
		this.meters.clear();
		this.repairs.clear();
	}

	@Override
	public void afterEach(ExtensionContext context) {
		assertThat(LeadershipContext.current().isEmpty()).as("no token is left on the thread").isTrue();
		await("no connection is in use").until(this.pool.getHikariPoolMXBean()::getActiveConnections,
				(used) -> used == 0);
		assertThat(this.admin.queryForList(this.home.openTransactions(), String.class)).as("sessions in a transaction")
			.isEmpty();
	}

	@Override
	public void afterAll(ExtensionContext context) {
		this.pool.close();
		this.adminPool.close();
		this.home.drop();
	}

	/** Return the database of tests that are about PostgreSQL only. */
	PostgresDatabase postgres() {
		return (PostgresDatabase) this.home;
	}

	static FencingToken token(long term) {
		return new FencingToken(ELECTION, term, "grant-" + term);
	}

	/** Raise the fence as a sealer would. */
	void seal(long term) {
		seal(token(term));
	}

	void seal(FencingToken token) {
		int changed = this.admin.update(
				"UPDATE leader_fence SET fence_token = ?, grant_id = ? WHERE namespace = 'shop' AND election = ?",
				token.term(), token.grantId(), token.election());
		if (changed == 0) {
			this.admin.update("INSERT INTO leader_fence VALUES ('shop', ?, ?, ?, 'lineage', 'me', CURRENT_TIMESTAMP)",
					token.election(), token.term(), token.grantId());
		}
	}

	void intend(long term) {
		this.admin.update("INSERT INTO leader_fence_intent VALUES ('shop', ?, ?, 'lineage')", ELECTION, term);
	}

	/** Return what a leader writes with on another pool. */
	Leader leader(HikariDataSource other) {
		FencedDatabase behind = new FencedDatabase("other", other);
		JdbcFencing protecting = new JdbcFencing("shop", ProtectedDatabases.single(behind), (election) -> IDLE_LIMIT);
		return new Leader(new FencedJdbcTemplate(protecting, behind),
				new TransactionTemplate(new JdbcTransactionManager(other)));
	}

	/** Do something as guarded work of the given term. */
	<T> T as(long term, Callable<T> work) {
		return as(leadership(token(term)), work);
	}

	void as(long term, Runnable work) {
		as(term, () -> {
			work.run();
			return true;
		});
	}

	<T> T as(Leadership leadership, Callable<T> work) {
		try (LeadershipContext.Scope scope = LeadershipContext.current()
			.with(new GuardedCall(leadership))
			.makeCurrent()) {
			return work.call();
		}
		catch (RuntimeException ex) {
			throw ex;
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	static FixedLeadership leadership(FencingToken token) {
		return new FixedLeadership(token);
	}

	String status(int id) {
		return this.admin.queryForObject("SELECT status FROM payment WHERE id = ?", String.class, id);
	}

	Long stamp(int id) {
		return this.admin.queryForObject("SELECT fence_token FROM payment WHERE id = ?", Long.class, id);
	}

	/** Raise the fence to term 6 unless somebody holds it. */
	void sealWithoutWaiting() {
		this.admin.execute((Connection connection) -> {
			try (Statement statement = connection.createStatement()) {
				statement.execute(this.home.lockTimeout(Duration.ofMillis(50)));
				try {
					return statement.executeUpdate("UPDATE leader_fence SET fence_token = 6, grant_id = 'grant-6'");
				}
				finally {
					statement.execute(this.home.lockTimeout(Duration.ofSeconds(8)));
				}
			}
		});
	}

	String content() {
		return this.admin
			.queryForList("SELECT 'payment' AS t, id, status, fence_token FROM payment UNION ALL"
					+ " SELECT 'plain', id, status, 0 FROM plain ORDER BY 1, 2")
			.toString();
	}

	record Leader(FencedJdbcTemplate jdbc, TransactionTemplate transaction) {

	}

}
