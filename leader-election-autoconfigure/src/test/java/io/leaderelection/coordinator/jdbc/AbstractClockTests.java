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
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import io.leaderelection.coordinator.Campaign;
import io.leaderelection.coordinator.CampaignOutcome;
import io.leaderelection.coordinator.EventLoop;
import io.leaderelection.coordinator.ReadOutcome;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.SessionOutcome;
import io.leaderelection.coordinator.SessionRequest;
import io.leaderelection.coordinator.ThreadEventLoop;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JdbcCoordinator} with clocks that are wrong or are set. Lesson 10.
 */
abstract class AbstractClockTests {

	private static final Duration TTL = Duration.ofSeconds(3);

	private static final long HOURS = TimeUnit.HOURS.toMicros(7);

	private final Participants participants = new Participants(TTL);

	private final DatabaseUnderTest database;

	AbstractClockTests(DatabaseUnderTest database) {
		this.database = database;
	}

	@AfterEach
	void close() throws Exception {
		this.participants.close();
	}

	@Test
	void instancesWhoseClocksAreHoursAwayLeadAndFollowLikeAnyOther() throws SQLException {
		JdbcParticipant behind = start("behind", Duration.ofHours(-7));
		behind.awaitGrant(0, Participants.LONG);
		JdbcParticipant ahead = start("ahead", Duration.ofHours(7));
		Participants.awaitObservedLeader(ahead);
		Participants.pass(TTL.multipliedBy(2));
		assertThat(behind.election().isLeader()).isTrue();
		Participants.assertNeverRevoked(behind);
		assertThat(longestLife()).isLessThanOrEqualTo(TTL);
		long begin = System.nanoTime();
		behind.resign(Participants.LONG);
		assertThat(ahead.awaitGrant(1, Participants.LONG).since(begin)).isLessThan(Duration.ofSeconds(1));
		assertThat(longestLife()).isLessThanOrEqualTo(TTL);
	}

	/**
	 * The clock was set back by seven hours: everything stored is in the far future.
	 */
	@Test
	void sessionOfACrashedLeaderEndsThoughTheDatabasesClockWasSetBack() throws SQLException {
		crashedLeader();
		JdbcParticipant follower = start("follower", Duration.ZERO);
		Participants.awaitObservedLeader(follower);
		long begin = System.nanoTime();
		moveExpiries(HOURS);
		// It is found by the next look, and given one time-to-live from then on.
		assertThat(follower.awaitGrant(1, Participants.LONG).since(begin))
			.isLessThan(this.participants.failOver().plus(this.participants.settings().heartbeat()));
	}

	@Test
	void leaderThatRenewsKeepsItsTermThoughTheDatabasesClockWasSetBack() throws SQLException {
		JdbcParticipant leader = start("leader", Duration.ZERO);
		leader.awaitGrant(0, Participants.LONG);
		moveExpiries(HOURS);
		Awaitility.await().atMost(Participants.LONG).until(() -> longestLife().compareTo(TTL) <= 0);
		Participants.pass(TTL);
		assertThat(leader.election().isLeader()).isTrue();
		Participants.assertNeverRevoked(leader);
	}

	/**
	 * The clock was set forward by seven hours: everything stored is long over.
	 */
	@Test
	void databaseWhoseClockWasSetForwardEndsSessionsAndIsLedAgain() throws SQLException {
		JdbcParticipant leader = start("leader", Duration.ZERO);
		leader.awaitGrant(0, Participants.LONG);
		JdbcParticipant follower = start("follower", Duration.ZERO);
		Participants.awaitObservedLeader(follower);
		long begin = System.nanoTime();
		moveExpiries(-HOURS);
		Awaitility.await()
			.atMost(Participants.LONG)
			.pollInterval(Duration.ofMillis(10))
			.until(() -> term(leader) > 1 || term(follower) > 1);
		assertThat(Duration.ofNanos(System.nanoTime() - begin))
			.isLessThan(this.participants.failOver().plus(this.participants.settings().heartbeat()));
		Participants.pass(TTL);
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
		JdbcCoordinator crashed = this.participants
			.closeAtTheEnd(new JdbcCoordinator(this.participants.settings(), dataSource()));
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
		return this.participants.start(name, dataSource(), thread, new OffsetLoop(thread, clockOffset));
	}

	/**
	 * Return the longest time that a session lives on unless it is renewed.
	 */
	private Duration longestLife() throws SQLException {
		try (Connection connection = dataSource().getConnection();
				PreparedStatement statement = connection.prepareStatement("SELECT MAX(expires_at) - "
						+ CoordinatorDialect.of(connection).clock() + " FROM leader_session WHERE namespace = ?")) {
			statement.setString(1, this.participants.namespace());
			try (ResultSet result = statement.executeQuery()) {
				assertThat(result.next()).isTrue();
				return Duration.of(result.getLong(1), ChronoUnit.MICROS);
			}
		}
	}

	/**
	 * Let everything stored be as far away as after a jump of the database's clock.
	 */
	private void moveExpiries(long micros) {
		assertThat(new JdbcTemplate(dataSource()).update(
				"UPDATE leader_session SET expires_at = expires_at + ? WHERE namespace = ?", micros,
				this.participants.namespace()))
			.isPositive();
	}

	private DataSource dataSource() {
		return this.database.dataSource(this.database.port());
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
