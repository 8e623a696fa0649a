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

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for how many statements {@link JdbcCoordinator} sends. The databases are measured
 * at the same time, as that is what the test is made of.
 */
class JdbcCostTests {

	private static final Duration TTL = Duration.ofSeconds(10);

	private final List<Pair> pairs = new ArrayList<>();

	@AfterEach
	void close() throws Exception {
		for (Pair pair : this.pairs) {
			pair.participants.close();
		}
	}

	@Test
	void leaderAndFollowersSendFewStatementsWhileNothingHappens(TestReporter reporter) {
		// A renewal every 2.5 s, a look and a heartbeat every 5 s, a read every 10 s.
		start("PostgreSQL", PostgresUnderTest.shared(), 1.5);
		// A renewal every 2.5 s, a look every 0.5 s or a tenth less, a read every 10 s.
		start("MariaDB", MariaDbUnderTest.shared(), 3);
		// The same, but each statement of a script counts, as it is sent by itself.
		start("H2", H2UnderTest.shared(), 10);
		Participants.pass(TTL);
		this.pairs.forEach(Pair::reset);
		long begin = System.nanoTime();
		Participants.pass(TTL.multipliedBy(2));
		Duration measured = Duration.ofNanos(System.nanoTime() - begin);
		this.pairs.forEach((pair) -> pair.report(reporter, measured));
		assertThat(this.pairs).allSatisfy((pair) -> pair.assertFewStatements(measured));
	}

	private void start(String name, DatabaseUnderTest database, double most) {
		Pair pair = new Pair(name, new Participants(TTL), new StatementCounter(), new StatementCounter(), most);
		this.pairs.add(pair);
		pair.participants.startLeader(pair.leading.of(database.dataSource(database.port())));
		pair.participants.startFollower(pair.following.of(database.dataSource(database.port())));
		// Who began to listen after the last change has not seen yet that it is notified.
		pair.participants.startFollower(database.dataSource(database.port())).close();
	}

	/**
	 * Leader and follower on a database.
	 *
	 * @param database the name of the database
	 * @param participants the leader and the follower
	 * @param leading what the leader sends
	 * @param following what the follower sends
	 * @param most the most statements a second that either of them may send
	 */
	private record Pair(String database, Participants participants, StatementCounter leading,
			StatementCounter following, double most) {

		void reset() {
			this.leading.reset();
			this.following.reset();
		}

		void report(TestReporter reporter, Duration measured) {
			report(reporter, "leader", this.leading, measured);
			report(reporter, "follower", this.following, measured);
		}

		private void report(TestReporter reporter, String who, StatementCounter counter, Duration measured) {
			reporter.publishEntry(this.database + ", " + who,
					"%.2f statements/s, %d of them renewals in %d s".formatted(perSecond(counter, measured),
							counter.count(StatementCounter::isRenewal), measured.toSeconds()));
		}

		void assertFewStatements(Duration measured) {
			assertThat(perSecond(this.leading, measured)).isPositive().isLessThan(this.most);
			assertThat(perSecond(this.following, measured)).isPositive().isLessThan(this.most);
		}

		private static double perSecond(StatementCounter counter, Duration measured) {
			return counter.count() * 1000.0 / measured.toMillis();
		}

	}

}
