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

package io.leaderelection.coordinator;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract of {@link Coordinator}: campaigns, each of which is one linearizable
 * transaction.
 */
interface CampaignContract extends CoordinatorContract {

	@Test
	default void candidateWinsTheFirstTermOfANewElection() {
		Candidate candidate = harness().newCandidate();
		assertThat(candidate.read(ELECTION).term()).isEqualTo(TermRecord.NONE);
		Campaign campaign = candidate.prepare(ELECTION);
		LeaderRecord record = harness().await(candidate.client().campaign(campaign), CampaignOutcome.Won.class)
			.record();
		assertThat(record.election()).isEqualTo(ELECTION);
		assertThat(record.term()).isEqualTo(1);
		assertThat(record.grantId()).isEqualTo(campaign.grantId());
		assertThat(record.instance()).isEqualTo(candidate.instance());
		assertThat(record.sessionId()).isEqualTo(candidate.session().id());
		assertThat(record.version()).isPositive();
		assertThat(record.since()).isEqualTo(campaign.since());
		assertThat(record.metadata()).isEqualTo(campaign.metadata());
		ElectionView view = candidate.read(ELECTION);
		assertThat(view.leader()).isEqualTo(record);
		assertThat(view.term().value()).isEqualTo(1);
	}

	/**
	 * Promise I1.
	 */
	@Test
	default void oneOfTwentyCandidatesAtOnceWins() {
		List<Candidate> candidates = IntStream.range(0, 20).mapToObj((i) -> harness().newCandidate()).toList();
		candidates.forEach(Candidate::renew);
		List<Campaign> campaigns = candidates.stream()
			.map((candidate) -> candidate.prepare(ELECTION, TermRecord.NONE))
			.toList();
		List<CompletionStage<CampaignOutcome>> stages = new ArrayList<>();
		for (int i = 0; i < candidates.size(); i++) {
			stages.add(candidates.get(i).client().campaign(campaigns.get(i)));
		}
		List<CampaignOutcome> outcomes = stages.stream().map(harness()::await).toList();
		List<LeaderRecord> won = outcomes.stream()
			.filter(CampaignOutcome.Won.class::isInstance)
			.map((outcome) -> ((CampaignOutcome.Won) outcome).record())
			.toList();
		assertThat(won).hasSize(1);
		assertThat(outcomes).filteredOn(CampaignOutcome.Lost.class::isInstance)
			.hasSize(19)
			.allSatisfy((outcome) -> assertThat(((CampaignOutcome.Lost) outcome).leader()).isEqualTo(won.get(0)));
		assertThat(candidates.get(0).read(ELECTION).leader()).isEqualTo(won.get(0));
	}

	@Test
	default void loserLearnsTheLeaderAndTheTerm() {
		LeaderRecord leader = harness().newCandidate().win(ELECTION);
		Candidate loser = harness().newCandidate();
		TermRecord term = loser.read(ELECTION).term();
		CampaignOutcome outcome = loser.campaign(loser.prepare(ELECTION, term));
		assertThat(outcome).isEqualTo(new CampaignOutcome.Lost(leader, term));
	}

	@Test
	default void candidateWithAStaleTermLearnsTheCurrentOne() {
		Candidate candidate = harness().newCandidate();
		Campaign stale = candidate.prepare(ELECTION);
		candidate.serve(ELECTION, 1);
		TermRecord current = candidate.read(ELECTION).term();
		assertThat(candidate.campaign(stale)).isEqualTo(new CampaignOutcome.Behind(current));
		assertThat(candidate.campaign(candidate.prepare(ELECTION, new TermRecord(1, current.version() + 1))))
			.isEqualTo(new CampaignOutcome.Behind(current));
		assertThat(candidate.campaign(candidate.prepare(ELECTION, new TermRecord(7, current.version()))))
			.isEqualTo(new CampaignOutcome.Behind(current));
		assertThat(candidate.read(ELECTION).leader()).isNull();
		assertThat(candidate.win(ELECTION).term()).isEqualTo(2);
	}

	@Test
	default void repeatedCampaignFindsItsOwnGrant() {
		Candidate candidate = harness().newCandidate();
		Campaign campaign = candidate.prepare(ELECTION);
		LeaderRecord record = harness().await(candidate.client().campaign(campaign), CampaignOutcome.Won.class)
			.record();
		assertThat(candidate.campaign(campaign)).isInstanceOfSatisfying(CampaignOutcome.Lost.class,
				(lost) -> assertThat(lost.leader()).isEqualTo(record));
		assertThat(candidate.history(ELECTION)).hasSize(1);
	}

	/**
	 * Promise I1: byte order would put term 8 after term 60.
	 */
	@Test
	default void termsGrowWithoutGapsOverAThousandGrants() {
		List<Candidate> candidates = List.of(harness().newCandidate(), harness().newCandidate());
		for (int term = 1; term <= 1000; term++) {
			Candidate candidate = candidates.get(term % 2);
			LeaderRecord record = candidate.win(ELECTION);
			assertThat(record.term()).isEqualTo(term);
			assertThat(candidate.resign(record)).isInstanceOf(Done.class);
			if (term % 10 == 0) {
				candidates.forEach(Candidate::renew);
			}
		}
	}

	@Test
	default void grantsOfOneInstanceDiffer() {
		Candidate candidate = harness().newCandidate();
		LeaderRecord first = candidate.win(ELECTION);
		candidate.resign(first);
		LeaderRecord second = candidate.win(ELECTION);
		assertThat(second.version()).isGreaterThan(first.version());
		assertThat(second.sameGrant(first)).isFalse();
	}

	@Test
	default void electionsWithSimilarNamesAreIndependent() {
		Candidate candidate = harness().newCandidate();
		List<String> names = List.of("a", "a/b", "a/b/c", "a.b", "a-b", "A", "a/b0", "a_2Fb", "a2Fb");
		names.forEach((name) -> assertThat(candidate.win(name).term()).as(name).isEqualTo(1));
		candidate.resign(candidate.read("a").leader());
		assertThat(candidate.win("a").term()).isEqualTo(2);
		names.subList(1, names.size())
			.forEach((name) -> assertThat(candidate.read(name).leader()).as(name).isNotNull());
		assertThat(candidate.history("a")).extracting(HistoryEntry::election).containsOnly("a");
		assertThat(candidate.history("a/b")).hasSize(1);
	}

	@Test
	default void damagedTermCounterIsRaisedToTheHistory() {
		Candidate candidate = harness().newCandidate();
		candidate.serve(ELECTION, 12);
		harness().overwriteTerm(ELECTION, 8);
		TermRecord damaged = candidate.read(ELECTION).term();
		assertThat(damaged.value()).isEqualTo(8);
		CampaignOutcome outcome = candidate.campaign(candidate.prepare(ELECTION, damaged));
		assertThat(outcome).isInstanceOfSatisfying(CampaignOutcome.Behind.class,
				(behind) -> assertThat(behind.term().value()).isEqualTo(12));
		assertThat(candidate.win(ELECTION).term()).isEqualTo(13);
	}

}
