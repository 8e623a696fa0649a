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
import io.leaderelection.servers.TestServer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JdbcCoordinator} while the server of the database is gone or stands
 * still.
 */
abstract class AbstractServerOutageTests extends AbstractOutageTests {

	private final TestServer server;

	AbstractServerOutageTests(ServerUnderTest database) {
		super(database);
		this.server = database.server();
	}

	/**
	 * Promise I3.
	 */
	@Test
	void nobodyLeadsWhileTheDatabaseIsAwayAndSomebodySoonAfter() {
		JdbcParticipant leader = startLeader();
		JdbcParticipant follower = startFollower();
		this.server.kill();
		assertThat(leader.awaitRevoked(TTL.plusSeconds(1)).getReason()).isEqualTo(RevocationReason.EXPIRED);
		Participants.pass(TTL);
		assertThat(Participants.isLed(leader, follower)).isFalse();
		this.server.restart();
		assertThat(Participants.awaitLed(leader, follower)).isLessThan(TTL.plusMillis(1500));
	}

	/**
	 * Promises I3 and I5. Whatever the server had accepted before, it does when it goes
	 * on: renewals that came too late, and campaigns that were given up.
	 */
	@Test
	void nobodyLeadsWhileTheDatabaseStandsStillAndSomebodySoonAfter() {
		JdbcParticipant leader = startLeader();
		JdbcParticipant follower = startFollower();
		this.server.freeze();
		try {
			assertThat(leader.awaitRevoked(TTL.plusSeconds(1)).getReason()).isEqualTo(RevocationReason.EXPIRED);
			Participants.pass(Duration.ofSeconds(2));
			assertThat(Participants.isLed(leader, follower)).isFalse();
		}
		finally {
			this.server.thaw();
		}
		assertThat(Participants.awaitLed(leader, follower)).isLessThan(TTL.plusMillis(1500));
		Participants.pass(Duration.ofSeconds(2));
		assertThat(leader.election().isLeader()).isNotEqualTo(follower.election().isLeader());
		Participants.assertOneAfterTheOther(leader, follower);
	}

}
