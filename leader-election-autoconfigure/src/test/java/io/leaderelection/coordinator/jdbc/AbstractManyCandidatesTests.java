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
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

import javax.sql.DataSource;

import io.leaderelection.LeaderGrantedEvent;
import io.leaderelection.ObservedLeader;
import io.leaderelection.coordinator.ReadOutcome;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for many candidates of one election, each with connections of its own: promises
 * I1 and I6.
 */
abstract class AbstractManyCandidatesTests {

	static final int CANDIDATES = 50;

	private static final int HAND_OVERS = 4;

	private static final Duration TTL = Duration.ofSeconds(5);

	private final StatementCounter statements = new StatementCounter();

	private final Participants participants = new Participants(TTL);

	private final List<JdbcParticipant> candidates = new ArrayList<>();

	private final List<JdbcParticipant> all = new ArrayList<>();

	private final DataSource database;

	AbstractManyCandidatesTests(DataSource database) {
		this.database = this.statements.of(database);
	}

	/**
	 * Return how many campaigns a hand-over may cost.
	 */
	abstract int mostCampaigns();

	@AfterEach
	void close() {
		this.candidates.parallelStream().forEach(JdbcParticipant::close);
	}

	@Test
	void oneOfFiftyLeadsAndEachHandOverIsBoundedAndCallsFewToCampaign(TestReporter reporter) {
		IntStream.range(0, CANDIDATES).forEach((i) -> start("candidate-" + i));
		JdbcParticipant leader = awaitLeaderKnownToAll(0);
		Awaitility.await().atMost(Participants.LONG).until(() -> listed() == CANDIDATES);
		for (int i = 0; i < HAND_OVERS; i++) {
			boolean crash = i % 2 > 0;
			long term = leader.election().leadership().orElseThrow().token().term();
			this.candidates.remove(leader);
			this.statements.reset();
			long begin = System.nanoTime();
			if (crash) {
				leader.crash();
			}
			else {
				leader.close();
			}
			leader = awaitLeaderKnownToAll(term);
			Duration took = granted(leader).since(begin);
			long campaigns = this.statements.count((sql) -> sql.contains("INSERT INTO leader_history"));
			reporter.publishEntry(crash ? "crash" : "stop",
					"term %d after %d ms, %d campaigns among %d statements".formatted(
							((LeaderGrantedEvent) granted(leader).event()).getToken().term(), took.toMillis(),
							campaigns, this.statements.count()));
			assertThat(took).isLessThan(crash ? this.participants.failOver().plusSeconds(2) : Duration.ofSeconds(3));
			assertThat(campaigns).isBetween(1L, (long) mostCampaigns());
		}
		assertThat(terms()).doesNotHaveDuplicates().isSorted();
	}

	private void start(String name) {
		JdbcParticipant candidate = new JdbcParticipant(name, this.database, this.participants.settings(), TTL).join();
		this.candidates.add(candidate);
		this.all.add(candidate);
	}

	/**
	 * Wait until all candidates know the same leader of a later term, which is the only
	 * one that leads.
	 */
	private JdbcParticipant awaitLeaderKnownToAll(long after) {
		Awaitility.await().atMost(Participants.LONG).pollInterval(Duration.ofMillis(10)).until(() -> {
			List<Long> known = this.candidates.stream()
				.map((candidate) -> candidate.election().observedLeader())
				.map((observed) -> observed.map(ObservedLeader::term).orElse(0L))
				.distinct()
				.toList();
			return known.size() == 1 && known.get(0) > after && leaders().size() == 1;
		});
		return leaders().get(0);
	}

	private List<JdbcParticipant> leaders() {
		return this.candidates.stream().filter((candidate) -> candidate.election().isLeader()).toList();
	}

	private static JdbcParticipant.Event granted(JdbcParticipant leader) {
		return leader.awaitGrant(0, Participants.LONG);
	}

	private int listed() {
		return JdbcFixture
			.await(this.candidates.get(0).coordinator().read(JdbcParticipant.ELECTION), ReadOutcome.Read.class)
			.view()
			.candidates()
			.size();
	}

	/**
	 * Return the terms granted, in the order of the announcements.
	 */
	private List<Long> terms() {
		return this.all.stream()
			.flatMap((candidate) -> candidate.events().stream())
			.filter((event) -> event.event() instanceof LeaderGrantedEvent)
			.sorted(Comparator.comparingLong(JdbcParticipant.Event::at))
			.map((event) -> ((LeaderGrantedEvent) event.event()).getToken().term())
			.toList();
	}

}
