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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import io.leaderelection.LeaderRevokedEvent;
import io.leaderelection.coordinator.Campaign;
import io.leaderelection.coordinator.CampaignOutcome;
import io.leaderelection.coordinator.EventLoop;
import io.leaderelection.coordinator.ReadOutcome;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.SessionOutcome;
import io.leaderelection.coordinator.SessionRequest;
import io.leaderelection.coordinator.ThreadEventLoop;
import io.leaderelection.servers.PostgresDatabase;
import io.leaderelection.servers.PostgresServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JdbcCoordinator} with clocks that are wrong or are set. Lesson 10.
 */
class JdbcClockTests {

	@RegisterExtension
	static final PostgresDatabase database = PostgresServer.database();

	private static final Duration TTL = Duration.ofSeconds(3);

	private static final Duration FAIL_OVER = TTL.plus(WatchTiming.SWEEP_SPREAD).plusMillis(1500);

	private static final Duration LONG = Duration.ofSeconds(60);

	private static final String HOURS = "CAST(7 AS BIGINT) * 3600 * 1000000";

	private final JdbcCoordinatorSettings settings = JdbcCoordinatorSettings.of(UUID.randomUUID().toString());

	private final List<AutoCloseable> open = new ArrayList<>();

	@BeforeAll
	static void createTables() {
		CoordinatorTables.create(database.dataSource());
	}

	@AfterEach
	void close() throws Exception {
		for (AutoCloseable closed : this.open) {
			closed.close();
		}
	}

	@Test
	void instancesWhoseClocksAreHoursAwayLeadAndFollowLikeAnyOther() throws SQLException {
		JdbcParticipant behind = start("behind", Duration.ofHours(-7));
		behind.awaitGrant(0, LONG);
		JdbcParticipant ahead = start("ahead", Duration.ofHours(7));
		Awaitility.await().atMost(LONG).until(() -> ahead.election().observedLeader().isPresent());
		Awaitility.await().pollDelay(TTL.multipliedBy(2)).until(() -> true);
		assertThat(behind.election().isLeader()).isTrue();
		assertThat(behind.events()).extracting(JdbcParticipant.Event::event)
			.noneMatch(LeaderRevokedEvent.class::isInstance);
		assertThat(longestLife()).isLessThanOrEqualTo(TTL);
		long begin = System.nanoTime();
		behind.resign(LONG);
		assertThat(ahead.awaitGrant(1, LONG).since(begin)).isLessThan(Duration.ofSeconds(1));
		assertThat(longestLife()).isLessThanOrEqualTo(TTL);
	}

	/**
	 * The clock was set back by seven hours: everything stored is in the far future.
	 */
	@Test
	void sessionOfACrashedLeaderEndsThoughTheDatabasesClockWasSetBack() throws SQLException {
		crashedLeader();
		JdbcParticipant follower = start("follower", Duration.ZERO);
		Awaitility.await().atMost(LONG).until(() -> follower.election().observedLeader().isPresent());
		long begin = System.nanoTime();
		execute("UPDATE leader_session SET expires_at = expires_at + " + HOURS + " WHERE namespace = '"
				+ this.settings.namespace() + "'");
		// It is found by the next look, and given one time-to-live from then on.
		assertThat(follower.awaitGrant(1, LONG).since(begin)).isLessThan(FAIL_OVER.plus(this.settings.heartbeat()));
	}

	@Test
	void leaderThatRenewsKeepsItsTermThoughTheDatabasesClockWasSetBack() throws SQLException {
		JdbcParticipant leader = start("leader", Duration.ZERO);
		leader.awaitGrant(0, LONG);
		execute("UPDATE leader_session SET expires_at = expires_at + " + HOURS + " WHERE namespace = '"
				+ this.settings.namespace() + "'");
		Awaitility.await().atMost(LONG).until(() -> longestLife().compareTo(TTL) <= 0);
		Awaitility.await().pollDelay(TTL).until(() -> true);
		assertThat(leader.election().isLeader()).isTrue();
		assertThat(leader.events()).extracting(JdbcParticipant.Event::event)
			.noneMatch(LeaderRevokedEvent.class::isInstance);
	}

	/**
	 * The clock was set forward by seven hours: everything stored is long over.
	 */
	@Test
	void databaseWhoseClockWasSetForwardEndsSessionsAndIsLedAgain() throws SQLException {
		JdbcParticipant leader = start("leader", Duration.ZERO);
		leader.awaitGrant(0, LONG);
		JdbcParticipant follower = start("follower", Duration.ZERO);
		Awaitility.await().atMost(LONG).until(() -> follower.election().observedLeader().isPresent());
		long begin = System.nanoTime();
		execute("UPDATE leader_session SET expires_at = expires_at - " + HOURS + " WHERE namespace = '"
				+ this.settings.namespace() + "'");
		Awaitility.await()
			.atMost(LONG)
			.pollInterval(Duration.ofMillis(10))
			.until(() -> term(leader) > 1 || term(follower) > 1);
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(FAIL_OVER.plus(this.settings.heartbeat()));
		Awaitility.await().pollDelay(TTL).until(() -> true);
		assertThat(leader.election().isLeader()).isNotEqualTo(follower.election().isLeader());
	}

	private static long term(JdbcParticipant participant) {
		var token = participant.election().status().token();
		return (token != null && participant.election().isLeader()) ? token.term() : 0;
	}

	/**
	 * Win a term under a session that nobody renews.
	 */
	private void crashedLeader() {
		JdbcCoordinator crashed = new JdbcCoordinator(this.settings, database.dataSource());
		this.open.add(crashed);
		Session session = ((SessionOutcome.Opened) await(crashed.open(new SessionRequest("crashed", TTL)))).session();
		ReadOutcome.Read read = (ReadOutcome.Read) await(crashed.read(JdbcParticipant.ELECTION));
		assertThat(await(crashed.campaign(new Campaign(JdbcParticipant.ELECTION, session, UUID.randomUUID().toString(),
				read.view().term(), Instant.now(), Map.of()))))
			.isInstanceOf(CampaignOutcome.Won.class);
	}

	private static <O> O await(CompletionStage<O> stage) {
		return stage.toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
	}

	private JdbcParticipant start(String name, Duration clockOffset) {
		ThreadEventLoop thread = new ThreadEventLoop(name);
		JdbcParticipant participant = new JdbcParticipant(name, database.dataSource(), this.settings, TTL, thread,
				new OffsetLoop(thread, clockOffset), (builder) -> {
				})
			.join();
		this.open.add(0, participant);
		return participant;
	}

	/**
	 * Return the longest time that a session lives on unless it is renewed.
	 */
	private Duration longestLife() throws SQLException {
		try (Connection connection = database.dataSource().getConnection();
				Statement statement = connection.createStatement();
				ResultSet result = statement.executeQuery("SELECT MAX(expires_at)"
						+ " - CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT) FROM leader_session"
						+ " WHERE namespace = '" + this.settings.namespace() + "'")) {
			assertThat(result.next()).isTrue();
			return Duration.ofNanos(result.getLong(1) * 1000);
		}
	}

	private static void execute(String sql) throws SQLException {
		try (Connection connection = database.dataSource().getConnection();
				Statement statement = connection.createStatement()) {
			assertThat(statement.executeUpdate(sql)).isPositive();
		}
	}

	/**
	 * Loop whose wall clock is wrong.
	 */
	private record OffsetLoop(ThreadEventLoop loop, Duration offset) implements EventLoop {

		@Override
		public long nanoTime() {
			return this.loop.nanoTime();
		}

		@Override
		public Instant wallTime() {
			return this.loop.wallTime().plus(this.offset);
		}

		@Override
		public void execute(Runnable task) {
			this.loop.execute(task);
		}

		@Override
		public Cancellable schedule(Duration delay, Runnable task) {
			return this.loop.schedule(delay, task);
		}

	}

}
