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

import java.nio.file.Path;
import java.time.Duration;

import io.leaderelection.LeaderGrantedEvent;
import io.leaderelection.servers.JavaProcess;
import io.leaderelection.servers.MovableClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Tests for {@link JdbcCoordinator} with a leader in a process of its own, whose wall
 * clock is moved by hours while it leads.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "A process is given another clock by its dynamic linker")
class MovedClockTests {

	private static final Duration TTL = Duration.ofSeconds(3);

	private final Participants participants = new Participants(TTL);

	private final PostgresUnderTest database = PostgresUnderTest.shared();

	@TempDir
	private Path folder;

	@AfterEach
	void close() throws Exception {
		this.participants.close();
	}

	/**
	 * Promises I3 and I6, lesson 10.
	 */
	@Test
	void leaderWhoseClockIsMovedStopsAtOnceAndGoesOnWhenItIsConfirmed(TestReporter reporter) {
		MovableClock clock = new MovableClock(this.folder);
		JavaProcess leader = this.participants.startProcess(this.database.address(),
				clock.prefix().toArray(String[]::new));
		leader.awaitLine("granted 1"::equals);
		JdbcParticipant follower = this.participants.startFollower(this.database.dataSource(this.database.port()));
		int suspicions = 0;
		for (Duration ahead : new Duration[] { Duration.ofHours(7), Duration.ofHours(-7), Duration.ZERO }) {
			suspicions++;
			long begin = System.nanoTime();
			clock.set(ahead);
			String suspicion = leader.awaitLine((line) -> line.startsWith("suspected"), suspicions);
			Duration noticed = Duration.ofNanos(System.nanoTime() - begin);
			reporter.publishEntry("suspicion after the clock was set to " + ahead, noticed.toMillis() + " ms");
			assertThat(suspicion).startsWith("suspected 1 CLOCK_MOVED at ");
			// The process did live by the other clock.
			assertThat(Long.parseLong(suspicion.substring(suspicion.lastIndexOf(' ') + 1)))
				.isCloseTo(System.currentTimeMillis() + ahead.toMillis(), within(60_000L));
			assertThat(noticed).isLessThan(Duration.ofSeconds(1));
			leader.awaitLine("confirmed 1"::equals, suspicions);
		}
		assertThat(leader.lines()).noneMatch((line) -> line.startsWith("revoked"));
		assertThat(follower.events()).extracting(JdbcParticipant.Event::event)
			.noneMatch(LeaderGrantedEvent.class::isInstance);
		long begin = System.nanoTime();
		leader.kill();
		assertThat(follower.awaitGrant(1, Participants.LONG).since(begin)).isLessThan(this.participants.failOver());
	}

}
