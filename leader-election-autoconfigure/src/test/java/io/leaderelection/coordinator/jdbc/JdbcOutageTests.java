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

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import io.leaderelection.LeaderRevokedEvent;
import io.leaderelection.RevocationReason;
import io.leaderelection.servers.PostgresProcess;
import io.leaderelection.servers.TcpRelay;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JdbcCoordinator} while the database, or the way to it, is disturbed.
 */
class JdbcOutageTests {

	private static final Duration TTL = Duration.ofSeconds(5);

	private static final Duration LONG = Duration.ofSeconds(60);

	private static PostgresProcess server;

	private final JdbcCoordinatorSettings settings = JdbcCoordinatorSettings.of(UUID.randomUUID().toString());

	private final TcpRelay relay = new TcpRelay(server.port());

	private final List<JdbcParticipant> participants = new ArrayList<>();

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
	void close() {
		this.relay.resume();
		this.participants.forEach(JdbcParticipant::close);
		this.relay.close();
	}

	@Test
	void cutConnectionsCostNoTerm() {
		JdbcParticipant leader = startLeader();
		startFollower();
		for (int i = 0; i < 5; i++) {
			this.relay.cut();
			Awaitility.await().pollDelay(Duration.ofSeconds(1)).until(() -> true);
		}
		assertThat(leader.election().isLeader()).isTrue();
		assertThat(leader.events()).extracting(JdbcParticipant.Event::event)
			.noneMatch(LeaderRevokedEvent.class::isInstance);
	}

	/**
	 * Promises I5 and I6.
	 */
	@Test
	void leaderThatLosesTheDatabaseGivesUpBeforeTheNextOneLeads() {
		JdbcParticipant leader = startLeader();
		JdbcParticipant follower = startFollower();
		long begin = System.nanoTime();
		this.relay.blackHole();
		JdbcParticipant.Event granted = follower.awaitGrant(1, LONG);
		assertThat(granted.since(begin)).isLessThan(TTL.plus(WatchTiming.SWEEP_SPREAD).plusMillis(1500));
		assertThat(leader.election().isLeader()).isFalse();
		assertThat(leader.awaitRevoked(LONG).getReason()).isEqualTo(RevocationReason.EXPIRED);
		assertThat(leader.events()
			.stream()
			.filter((event) -> event.event() instanceof LeaderRevokedEvent)
			.findFirst()
			.orElseThrow()
			.at()).isLessThan(granted.at());
		this.relay.resume();
		Awaitility.await().atMost(LONG).until(() -> leader.election().observedLeader().orElseThrow().term() == 2);
		assertThat(follower.election().isLeader()).isTrue();
	}

	/**
	 * Promise I6.
	 */
	@Test
	void databaseThatIsKilledAndStartedAgainIsLedBySomeoneSoon() {
		JdbcParticipant leader = startLeader();
		JdbcParticipant follower = startFollower();
		server.restart();
		long begin = System.nanoTime();
		Awaitility.await().atMost(LONG).pollInterval(Duration.ofMillis(10)).until(() -> isLed(leader, follower));
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(TTL.plusMillis(1500));
		Awaitility.await().pollDelay(TTL).until(() -> true);
		assertThat(leader.election().isLeader()).isNotEqualTo(follower.election().isLeader());
	}

	/**
	 * Promise I3.
	 */
	@Test
	void nobodyLeadsWhileTheDatabaseIsAwayAndSomebodySoonAfter() {
		JdbcParticipant leader = startLeader();
		JdbcParticipant follower = startFollower();
		server.kill();
		assertThat(leader.awaitRevoked(TTL.plusSeconds(1)).getReason()).isEqualTo(RevocationReason.EXPIRED);
		Awaitility.await().pollDelay(TTL).until(() -> true);
		assertThat(isLed(leader, follower)).isFalse();
		server.restart();
		long begin = System.nanoTime();
		Awaitility.await().atMost(LONG).pollInterval(Duration.ofMillis(10)).until(() -> isLed(leader, follower));
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(TTL.plusMillis(1500));
	}

	/**
	 * Promise I6.
	 */
	@Test
	void resignationIsFollowedByTheNextLeaderInWellUnderASecond() {
		JdbcParticipant leader = startLeader();
		JdbcParticipant follower = startFollower();
		Awaitility.await().pollDelay(Duration.ofSeconds(1)).until(() -> true);
		long begin = System.nanoTime();
		leader.resign(Duration.ofSeconds(30));
		assertThat(follower.awaitGrant(1, LONG).since(begin)).isLessThan(Duration.ofSeconds(1));
	}

	private boolean isLed(JdbcParticipant... some) {
		return List.of(some).stream().anyMatch((one) -> one.election().isLeader());
	}

	private JdbcParticipant startLeader() {
		JdbcParticipant leader = start("leader", this.relay.port());
		leader.awaitGrant(0, LONG);
		return leader;
	}

	private JdbcParticipant startFollower() {
		JdbcParticipant follower = start("follower", server.port());
		Awaitility.await().atMost(LONG).until(() -> follower.election().observedLeader().isPresent());
		return follower;
	}

	private JdbcParticipant start(String name, int port) {
		JdbcParticipant participant = new JdbcParticipant(name, PostgresProcess.dataSource(port), this.settings, TTL)
			.join();
		this.participants.add(participant);
		return participant;
	}

}
