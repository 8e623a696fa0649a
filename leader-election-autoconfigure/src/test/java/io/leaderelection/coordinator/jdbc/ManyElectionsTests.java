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
import java.util.EnumSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import javax.sql.DataSource;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderSuspectedEvent;
import io.leaderelection.SuspicionCause;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for promise I6 with many elections in one process. The database is a few
 * milliseconds away, so that what is asked for one election at a time takes long.
 */
class ManyElectionsTests {

	private static final int ELECTIONS = 1000;

	private static final Duration TTL = Duration.ofSeconds(10);

	private static final Duration DISTANCE = Duration.ofMillis(5);

	private final DataSource database = PostgresUnderTest.shared().dataSource(PostgresUnderTest.shared().port());

	private final Participants participants = new Participants(TTL);

	@AfterEach
	void close() throws Exception {
		this.participants.close();
	}

	@Test
	void thousandElectionsAreLedAndTakenOverAtOneRenewalAnInterval(TestReporter reporter) {
		StatementCounter leading = new StatementCounter(DISTANCE);
		StatementCounter following = new StatementCounter(DISTANCE);
		long begin = System.nanoTime();
		JdbcParticipant leader = this.participants.start("leader", leading.of(this.database));
		List<LeaderElection> led = elections(leader);
		Awaitility.await().atMost(Participants.LONG).until(() -> led.stream().allMatch(LeaderElection::isLeader));
		report(reporter, "led", begin, leading);
		long joined = System.nanoTime();
		JdbcParticipant follower = this.participants.start("follower", following.of(this.database));
		List<LeaderElection> followed = elections(follower);
		Awaitility.await()
			.atMost(Participants.LONG)
			.until(() -> followed.stream().allMatch((election) -> election.observedLeader().isPresent()));
		report(reporter, "followed", joined, following);
		Participants.pass(TTL);
		assertThat(led).allMatch(LeaderElection::isLeader);
		assertNeverLate(leader);
		assertOneRenewalAnInterval(leading, begin);
		assertOneRenewalAnInterval(following, joined);
		assertThat(leading.count(ManyElectionsTests::isCampaign)).isLessThan(ELECTIONS / 4);
		following.reset();
		long crash = System.nanoTime();
		leader.crash();
		Awaitility.await()
			.atMost(TTL.plus(Participants.LONG))
			.until(() -> followed.stream().allMatch(LeaderElection::isLeader));
		report(reporter, "taken over", crash, following);
		assertThat(followed).allMatch((election) -> election.leadership().orElseThrow().token().term() == 2);
		assertNeverLate(follower);
		assertOneRenewalAnInterval(following, crash);
		assertThat(following.count(ManyElectionsTests::isCampaign)).isLessThan(ELECTIONS / 4);
	}

	private static List<LeaderElection> elections(JdbcParticipant participant) {
		return IntStream.range(0, ELECTIONS).mapToObj((i) -> participant.engine().get("shard/" + i)).toList();
	}

	/**
	 * Require that no renewal, and no proof of a term, came late. A machine that is busy
	 * may let the whole process stand still.
	 */
	private static void assertNeverLate(JdbcParticipant participant) {
		Stream<SuspicionCause> causes = participant.events()
			.stream()
			.map(JdbcParticipant.Event::event)
			.filter(LeaderSuspectedEvent.class::isInstance)
			.map((event) -> ((LeaderSuspectedEvent) event).getCause());
		assertThat(causes)
			.doesNotContainAnyElementsOf(EnumSet.of(SuspicionCause.RENEWAL_LATE, SuspicionCause.CONTACT_LOST));
	}

	private static void assertOneRenewalAnInterval(StatementCounter counter, long begin) {
		Duration interval = TTL.dividedBy(4);
		long intervals = (System.nanoTime() - begin) / interval.toNanos();
		assertThat(counter.count(StatementCounter::isRenewal)).isPositive().isLessThanOrEqualTo(intervals + 1);
	}

	private static void report(TestReporter reporter, String what, long begin, StatementCounter counter) {
		reporter.publishEntry(what,
				"%d elections after %d ms and %d statements, %d of them campaigns, %d renewals".formatted(ELECTIONS,
						Duration.ofNanos(System.nanoTime() - begin).toMillis(), counter.count(),
						counter.count(ManyElectionsTests::isCampaign), counter.count(StatementCounter::isRenewal)));
	}

	private static boolean isCampaign(String sql) {
		return sql.contains("INSERT INTO leader_history");
	}

}
