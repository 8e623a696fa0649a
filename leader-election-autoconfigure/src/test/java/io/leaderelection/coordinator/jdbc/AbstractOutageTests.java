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

import io.leaderelection.RevocationReason;
import io.leaderelection.servers.TcpRelay;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JdbcCoordinator} while the database, or the way to it, is disturbed.
 */
abstract class AbstractOutageTests {

	static final Duration TTL = Duration.ofSeconds(5);

	private final Participants participants = new Participants(TTL);

	private final DatabaseUnderTest database;

	private final TcpRelay relay;

	AbstractOutageTests(DatabaseUnderTest database) {
		this.database = database;
		this.relay = this.participants.closeAtTheEnd(new TcpRelay(database.port()));
	}

	@AfterEach
	void close() throws Exception {
		this.relay.resume();
		this.participants.close();
	}

	@Test
	void cutConnectionsCostNoTerm() {
		JdbcParticipant leader = startLeader();
		startFollower();
		for (int i = 0; i < 4; i++) {
			this.relay.cut();
			Participants.pass(Duration.ofSeconds(1));
		}
		assertThat(leader.election().isLeader()).isTrue();
		Participants.assertNeverRevoked(leader);
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
		JdbcParticipant.Event granted = follower.awaitGrant(1, Participants.LONG);
		assertThat(granted.since(begin)).isLessThan(this.participants.failOver());
		assertThat(leader.election().isLeader()).isFalse();
		assertThat(leader.awaitRevoked(Participants.LONG).getReason()).isEqualTo(RevocationReason.EXPIRED);
		Participants.assertOneAfterTheOther(leader, follower);
		this.relay.resume();
		Awaitility.await()
			.atMost(Participants.LONG)
			.until(() -> leader.election().observedLeader().orElseThrow().term() == 2);
		assertThat(follower.election().isLeader()).isTrue();
	}

	/**
	 * Promise I6.
	 */
	@Test
	void databaseThatIsKilledAndStartedAgainIsLedBySomeoneSoon() {
		JdbcParticipant leader = startLeader();
		JdbcParticipant follower = startFollower();
		this.database.restart();
		assertThat(Participants.awaitLed(leader, follower)).isLessThan(TTL.plusMillis(1500));
		Participants.pass(TTL);
		assertThat(leader.election().isLeader()).isNotEqualTo(follower.election().isLeader());
		Participants.assertOneAfterTheOther(leader, follower);
	}

	/**
	 * Promise I6.
	 */
	@Test
	void resignationIsFollowedByTheNextLeaderInWellUnderASecond() {
		JdbcParticipant leader = startLeader();
		JdbcParticipant follower = startFollower();
		Participants.pass(Duration.ofSeconds(1));
		long begin = System.nanoTime();
		leader.resign(Duration.ofSeconds(30));
		assertThat(follower.awaitGrant(1, Participants.LONG).since(begin)).isLessThan(Duration.ofSeconds(1));
	}

	/**
	 * Start a leader whose connections go through the relay.
	 */
	JdbcParticipant startLeader() {
		return this.participants.startLeader(this.database.dataSource(this.relay.port()));
	}

	JdbcParticipant startFollower() {
		return this.participants.startFollower(this.database.dataSource(this.database.port()));
	}

}
