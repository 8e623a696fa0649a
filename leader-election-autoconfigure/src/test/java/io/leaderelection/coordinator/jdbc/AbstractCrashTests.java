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
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import io.leaderelection.coordinator.LineageOutcome;
import io.leaderelection.servers.JavaProcess;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JdbcCoordinator} with leaders in processes of their own that are
 * killed and frozen.
 */
abstract class AbstractCrashTests {

	private static final Duration TTL = Duration.ofSeconds(3);

	private final Participants participants = new Participants(TTL);

	private final ServerUnderTest database;

	AbstractCrashTests(ServerUnderTest database) {
		this.database = database;
	}

	@AfterEach
	void close() throws Exception {
		this.participants.close();
	}

	/**
	 * Promise I6.
	 */
	@Test
	void leaderThatIsKilledIsReplacedWithinTheTimeToLive(TestReporter reporter) {
		JavaProcess leader = startLeader();
		JdbcParticipant follower = startFollower();
		assertReplacedAfter("SIGKILL", leader::kill, follower, reporter);
		assertThat(follower.election().status().token().term()).isEqualTo(2);
	}

	/**
	 * Promises I5 and I6.
	 */
	@Test
	void leaderThatIsFrozenIsReplacedAndGivesUpWhenItWakes(TestReporter reporter) {
		JavaProcess leader = startLeader();
		JdbcParticipant follower = startFollower();
		assertReplacedAfter("SIGSTOP", leader::freeze, follower, reporter);
		leader.thaw();
		assertThat(leader.awaitLine((line) -> line.startsWith("revoked 1"))).contains("EXPIRED");
		Participants.pass(Duration.ofSeconds(1));
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
				Awaitility.await()
					.atMost(Participants.LONG)
					.pollInterval(Duration.ofMillis(10))
					.until(() -> count(this.database.waiting()) > 0);
				candidate.freeze();
				blocker.commit();
			}
			// What waited was the campaign, or it was something else, or it had waited
			// for too long.
			Awaitility.await().atMost(Participants.LONG).until(() -> count(this.database.waiting()) == 0);
		}
		assertThat(leader()).isEqualTo("1 child");
		assertThat(candidate.lines()).noneMatch((line) -> line.startsWith("granted"));
		assertThat(count(this.database.leftOpen())).isZero();
		JdbcParticipant other = startFollower();
		long begin = System.nanoTime();
		JdbcParticipant.Event granted = other.awaitGrant(1, Participants.LONG);
		assertThat(granted.since(begin)).isLessThan(this.participants.failOver());
		candidate.thaw();
		Participants.pass(Duration.ofSeconds(2));
		assertThat(candidate.lines()).noneMatch((line) -> line.startsWith("granted"));
		assertThat(other.election().isLeader()).isTrue();
	}

	private void assertReplacedAfter(String signal, Runnable fault, JdbcParticipant follower, TestReporter reporter) {
		long begin = System.nanoTime();
		fault.run();
		Duration failOver = follower.awaitGrant(1, Participants.LONG).since(begin);
		reporter.publishEntry("fail-over after " + signal + " at a time-to-live of 3 s", failOver.toMillis() + " ms");
		assertThat(failOver).isLessThan(this.participants.failOver());
	}

	private Connection lockNamespace() throws SQLException {
		Connection blocker = dataSource().getConnection();
		blocker.setAutoCommit(false);
		try (Statement statement = blocker.createStatement()) {
			statement.execute("SELECT * FROM leader_namespace WHERE namespace = '" + this.participants.namespace()
					+ "' FOR UPDATE");
		}
		return blocker;
	}

	private long count(String query) {
		return new JdbcTemplate(dataSource()).queryForObject(query, Long.class);
	}

	/**
	 * Return the term and the name of the leader that the database knows.
	 */
	private String leader() {
		return new JdbcTemplate(dataSource())
			.query("SELECT term, leader_instance FROM leader_election WHERE leader_grant IS NOT NULL AND namespace = ?",
					(row, number) -> row.getLong(1) + " " + row.getString(2).split("-", 2)[0],
					this.participants.namespace())
			.stream()
			.findFirst()
			.orElse("");
	}

	private void createNamespace() {
		try (JdbcCoordinator coordinator = new JdbcCoordinator(this.participants.settings(), dataSource())) {
			assertThat(coordinator.lineage().toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join())
				.isInstanceOf(LineageOutcome.Known.class);
		}
	}

	private JavaProcess startLeader() {
		JavaProcess leader = startChild();
		leader.awaitLine("granted 1"::equals);
		return leader;
	}

	private JavaProcess startChild() {
		return this.participants.startProcess(this.database.address());
	}

	private JdbcParticipant startFollower() {
		return this.participants.startFollower(dataSource());
	}

	private DataSource dataSource() {
		return this.database.dataSource(this.database.port());
	}

}
