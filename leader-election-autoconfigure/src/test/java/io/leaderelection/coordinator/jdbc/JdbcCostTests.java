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

import io.leaderelection.coordinator.ThreadEventLoop;
import io.leaderelection.servers.PostgresProcess;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for how many statements {@link JdbcCoordinator} sends.
 */
class JdbcCostTests {

	private static final Duration TTL = Duration.ofSeconds(10);

	private static final Duration LONG = Duration.ofMinutes(2);

	private static PostgresProcess server;

	private final JdbcCoordinatorSettings settings = JdbcCoordinatorSettings.of(UUID.randomUUID().toString());

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
		this.participants.parallelStream().forEach(JdbcParticipant::close);
	}

	@Test
	void leaderAndFollowersSendFewStatementsWhileNothingHappens(TestReporter reporter) {
		StatementCounter leading = new StatementCounter();
		StatementCounter following = new StatementCounter();
		JdbcParticipant leader = start("leader", leading).join();
		leader.awaitGrant(0, LONG);
		JdbcParticipant follower = start("follower", following).join();
		awaitLeader(follower);
		Duration measured = quietTime(leading, following);
		report(reporter, "leader", leading, measured);
		report(reporter, "follower", following, measured);
		// A renewal every 2.5 s, a look and a heartbeat every 5 s, a read every 10 s.
		assertThat(perSecond(leading, measured)).isLessThan(1.5);
		assertThat(perSecond(following, measured)).isLessThan(1.5);
	}

	/**
	 * Let some time-to-lives pass in which nothing happens, and count from there.
	 */
	private static Duration quietTime(StatementCounter... counters) {
		Awaitility.await().pollDelay(TTL).atMost(LONG).until(() -> true);
		List.of(counters).forEach(StatementCounter::reset);
		long begin = System.nanoTime();
		Awaitility.await().pollDelay(TTL.multipliedBy(2)).atMost(LONG).until(() -> true);
		return Duration.ofNanos(System.nanoTime() - begin);
	}

	private static void report(TestReporter reporter, String who, StatementCounter counter, Duration measured) {
		reporter.publishEntry(who, "%.2f statements/s, %d of them renewals in %d s"
			.formatted(perSecond(counter, measured), counter.count(StatementCounter::isRenewal), measured.toSeconds()));
	}

	private static double perSecond(StatementCounter counter, Duration measured) {
		return counter.count() * 1000.0 / measured.toMillis();
	}

	private static void awaitLeader(JdbcParticipant participant) {
		Awaitility.await().atMost(LONG).until(() -> participant.election().observedLeader().isPresent());
	}

	private JdbcParticipant start(String name, StatementCounter counter) {
		JdbcParticipant participant = new JdbcParticipant(name, counter.of(server.dataSource()), this.settings, TTL,
				new ThreadEventLoop(name), (builder) -> {
				});
		this.participants.add(participant);
		return participant;
	}

}
