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

package io.leaderelection.coordinator.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import io.leaderelection.coordinator.LineageOutcome;
import io.leaderelection.servers.JavaProcess;
import io.leaderelection.servers.PostgresProcess;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JdbcCoordinator} with leaders in processes of their own that are
 * killed and frozen.
 */
class JdbcCrashTests {

	private static final Duration TTL = Duration.ofSeconds(3);

	/**
	 * Promise I6, with a second for a machine that does other things too.
	 */
	private static final Duration FAIL_OVER = TTL.plus(WatchTiming.SWEEP_SPREAD).plusMillis(1500);

	private static final Duration LONG = Duration.ofSeconds(60);

	private static PostgresProcess server;

	private final JdbcCoordinatorSettings settings = JdbcCoordinatorSettings.of(UUID.randomUUID().toString());

	private final List<AutoCloseable> open = new ArrayList<>();

	@BeforeAll
	static void startServer() {
		server = PostgresProcess.start();
		CoordinatorTables.create(server.dataSource());
	}

	@AfterAll
	static void stopServer() {
		server.close();
	}

	@AfterEach
	void close() throws Exception {
		for (AutoCloseable closed : this.open) {
			closed.close();
		}
	}

	/**
	 * Promise I6.
	 */
	@Test
	void leaderThatIsKilledIsReplacedWithinTheTimeToLive(TestReporter reporter) {
		JavaProcess leader = startChild();
		leader.awaitLine("granted 1"::equals);
		JdbcParticipant follower = follower();
		long begin = System.nanoTime();
		leader.kill();
		JdbcParticipant.Event granted = follower.awaitGrant(1, LONG);
		reporter.publishEntry("fail-over after SIGKILL at a time-to-live of 3 s",
				granted.since(begin).toMillis() + " ms");
		assertThat(granted.since(begin)).isLessThan(FAIL_OVER);
		assertThat(follower.election().status().token().term()).isEqualTo(2);
	}

	/**
	 * Promises I5 and I6.
	 */
	@Test
	void leaderThatIsFrozenIsReplacedAndGivesUpWhenItWakes(TestReporter reporter) {
		JavaProcess leader = startChild();
		leader.awaitLine("granted 1"::equals);
		JdbcParticipant follower = follower();
		long begin = System.nanoTime();
		leader.freeze();
		JdbcParticipant.Event granted = follower.awaitGrant(1, LONG);
		reporter.publishEntry("fail-over after SIGSTOP at a time-to-live of 3 s",
				granted.since(begin).toMillis() + " ms");
		assertThat(granted.since(begin)).isLessThan(FAIL_OVER);
		leader.thaw();
		assertThat(leader.awaitLine((line) -> line.startsWith("revoked 1"))).contains("EXPIRED");
		Awaitility.await().pollDelay(Duration.ofSeconds(1)).until(() -> true);
		assertThat(follower.election().isLeader()).isTrue();
		assertThat(leader.lines()).filteredOn((line) -> line.startsWith("granted")).containsExactly("granted 1");
	}

	/**
	 * Lesson 1. The database has the whole campaign of the frozen process, and commits it
	 * when the lock is free: a term for somebody who does not know.
	 */
	@Test
	void candidateThatIsFrozenInTheMiddleOfItsCampaignHoldsNobodyUp() throws SQLException {
		createNamespace();
		JavaProcess candidate = null;
		for (int i = 0; i < 20 && !"1 child".equals(leader()); i++) {
			try (Connection blocker = lockNamespace()) {
				if (candidate == null) {
					candidate = startChild();
				}
				else {
					candidate.thaw();
				}
				Awaitility.await().atMost(LONG).pollInterval(Duration.ofMillis(10)).until(() -> waiting() > 0);
				candidate.freeze();
				blocker.commit();
			}
			// What waited was the campaign, or it was something else, or it had waited
			// for too long.
			Awaitility.await().atMost(LONG).until(() -> waiting() == 0);
		}
		assertThat(leader()).isEqualTo("1 child");
		assertThat(candidate.lines()).noneMatch((line) -> line.startsWith("granted"));
		assertThat(query("SELECT COUNT(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'"))
			.isEqualTo("0");
		JdbcParticipant other = follower();
		long begin = System.nanoTime();
		JdbcParticipant.Event granted = other.awaitGrant(1, LONG);
		assertThat(granted.since(begin)).isLessThan(FAIL_OVER);
		candidate.thaw();
		Awaitility.await().pollDelay(Duration.ofSeconds(2)).until(() -> true);
		assertThat(candidate.lines()).noneMatch((line) -> line.startsWith("granted"));
		assertThat(other.election().isLeader()).isTrue();
	}

	private Connection lockNamespace() throws SQLException {
		Connection blocker = server.dataSource().getConnection();
		blocker.setAutoCommit(false);
		try (Statement statement = blocker.createStatement()) {
			statement.execute(
					"SELECT * FROM leader_namespace WHERE namespace = '" + this.settings.namespace() + "' FOR UPDATE");
		}
		return blocker;
	}

	private long waiting() throws SQLException {
		return Long.parseLong(query("SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"));
	}

	private String leader() throws SQLException {
		return query("SELECT term || ' ' || split_part(leader_instance, '-', 1) FROM leader_election"
				+ " WHERE leader_grant IS NOT NULL AND namespace = '" + this.settings.namespace() + "'");
	}

	private String query(String sql) throws SQLException {
		try (Connection connection = server.dataSource().getConnection();
				Statement statement = connection.createStatement();
				ResultSet result = statement.executeQuery(sql)) {
			return result.next() ? result.getString(1) : "";
		}
	}

	private void createNamespace() {
		try (JdbcCoordinator coordinator = new JdbcCoordinator(this.settings, server.dataSource())) {
			assertThat(coordinator.lineage().toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join())
				.isInstanceOf(LineageOutcome.Known.class);
		}
	}

	private JavaProcess startChild() {
		JavaProcess child = new JavaProcess(ParticipantProgram.class,
				PostgresProcess.dataSource(server.port()).getURL(), "postgres", this.settings.namespace(),
				String.valueOf(TTL.toMillis()));
		this.open.add(child);
		child.awaitLine((line) -> line.startsWith("started"));
		return child;
	}

	private JdbcParticipant follower() {
		JdbcParticipant follower = new JdbcParticipant("follower", server.dataSource(), this.settings, TTL).join();
		this.open.add(0, follower);
		Awaitility.await().atMost(LONG).until(() -> follower.election().observedLeader().isPresent());
		return follower;
	}

}
