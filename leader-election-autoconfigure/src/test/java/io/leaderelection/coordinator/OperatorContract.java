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

import io.leaderelection.ControlRequest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract of {@link Coordinator}: operators' orders, which burn a term so that an ousted
 * leader's token is outdated even while nobody leads.
 */
interface OperatorContract extends CoordinatorContract {

	@Test
	default void pauseOustsTheLeaderAndBurnsATerm() {
		Candidate leader = harness().newCandidate();
		Candidate operator = harness().newCandidate();
		LeaderRecord record = leader.win(ELECTION);
		assertThat(operator.pause(ELECTION)).isInstanceOfSatisfying(ControlOutcome.Burned.class, (burned) -> {
			assertThat(burned.term()).isEqualTo(2);
			assertThat(burned.grantId()).isNotBlank().isNotEqualTo(record.grantId());
			assertThat(burned.ousted()).isEqualTo(record);
			ElectionView view = operator.read(ELECTION);
			assertThat(view.leader()).isNull();
			assertThat(view.term().value()).isEqualTo(2);
			PauseRecord pause = view.pause();
			assertThat(pause).isNotNull();
			assertThat(pause.actor()).isEqualTo("operator");
			assertThat(pause.reason()).isEqualTo("test");
			assertThat(pause.term()).isEqualTo(2);
			assertThat(pause.grantId()).isEqualTo(burned.grantId());
		});
		leader.renew();
	}

	@Test
	default void burnedTermStandsInTheHistory() {
		Candidate operator = harness().newCandidate();
		operator.win(ELECTION);
		ControlOutcome.Burned burned = (ControlOutcome.Burned) operator.pause(ELECTION);
		HistoryEntry entry = operator.history(ELECTION).get(0);
		assertThat(entry.term()).isEqualTo(2);
		assertThat(entry.kind()).isEqualTo(HistoryEntry.Kind.PAUSED);
		assertThat(entry.grantId()).isEqualTo(burned.grantId());
		assertThat(entry.instance()).isNull();
		assertThat(entry.actor()).isEqualTo("operator");
		assertThat(entry.reason()).isEqualTo("test");
	}

	@Test
	default void oustedTermEndsInTheHistory() {
		Candidate operator = harness().newCandidate();
		operator.win(ELECTION);
		operator.release(ELECTION, 1);
		operator.win(ELECTION);
		operator.pause(ELECTION);
		operator.resume(ELECTION);
		operator.raise(operator.win(ELECTION), 9);
		List<HistoryEntry> granted = operator.history(ELECTION)
			.stream()
			.filter((entry) -> entry.kind() == HistoryEntry.Kind.GRANTED)
			.toList();
		assertThat(granted).extracting(HistoryEntry::endReason).containsExactly("RESTORED", "PAUSED", "RELEASED");
		assertThat(granted).allSatisfy((entry) -> {
			assertThat(entry.ended()).isNotNull();
			assertThat(entry.actor()).isEqualTo("operator");
			assertThat(entry.instance()).isEqualTo(operator.instance());
		});
	}

	@Test
	default void resumptionIsNotedAsTheEndOfThePause() {
		Candidate operator = harness().newCandidate();
		operator.pause(ELECTION);
		harness().await(operator.client().resume(ELECTION, new ControlRequest("other", "all clear")), Done.class);
		HistoryEntry entry = operator.history(ELECTION).get(0);
		assertThat(entry.kind()).isEqualTo(HistoryEntry.Kind.PAUSED);
		assertThat(entry.ended()).isNotNull();
		assertThat(entry.endReason()).isEqualTo("RESUMED by other: all clear");
		assertThat(entry.actor()).isEqualTo("operator");
		assertThat(entry.reason()).isEqualTo("test");
	}

	@Test
	default void burnedTermHasNoSuccessor() {
		Candidate leader = harness().newCandidate();
		leader.enlist(ELECTION);
		leader.nominate(leader.win(ELECTION), leader.instance());
		leader.pause(ELECTION);
		assertThat(leader.read(ELECTION).successor()).isNull();
	}

	@Test
	default void pausedElectionCannotBeWon() {
		Candidate candidate = harness().newCandidate();
		candidate.pause(ELECTION);
		ElectionView view = candidate.read(ELECTION);
		assertThat(candidate.campaign(candidate.prepare(ELECTION)))
			.isEqualTo(new CampaignOutcome.Paused(view.pause(), view.term()));
		assertThat(candidate.read(ELECTION).leader()).isNull();
	}

	@Test
	default void repeatedPauseBurnsNothing() {
		Candidate operator = harness().newCandidate();
		operator.win(ELECTION);
		ControlOutcome.Burned first = (ControlOutcome.Burned) operator.pause(ELECTION);
		assertThat(first.standing()).isNull();
		PauseRecord standing = operator.read(ELECTION).pause();
		assertThat(standing).isNotNull();
		assertThat(operator.pause(ELECTION))
			.isEqualTo(new ControlOutcome.Burned(first.term(), first.grantId(), null, standing));
		assertThat(operator.read(ELECTION).pause()).isEqualTo(standing);
		assertThat(operator.read(ELECTION).term().value()).isEqualTo(2);
		assertThat(operator.history(ELECTION)).hasSize(2);
	}

	@Test
	default void electionThatNeverHadALeaderIsPausedToo() {
		Candidate operator = harness().newCandidate();
		assertThat(operator.pause(ELECTION)).isInstanceOfSatisfying(ControlOutcome.Burned.class, (burned) -> {
			assertThat(burned.term()).isEqualTo(1);
			assertThat(burned.ousted()).isNull();
		});
		assertThat(operator.read(ELECTION).term().value()).isEqualTo(1);
	}

	@Test
	default void resumedElectionIsWonWithTheTermAfterTheBurnedOne() {
		Candidate candidate = harness().newCandidate();
		candidate.win(ELECTION);
		candidate.pause(ELECTION);
		assertThat(candidate.resume(ELECTION)).isInstanceOf(Done.class);
		assertThat(candidate.read(ELECTION).pause()).isNull();
		assertThat(candidate.win(ELECTION).term()).isEqualTo(3);
	}

	@Test
	default void onlyAPausedElectionIsResumed() {
		Candidate candidate = harness().newCandidate();
		LeaderRecord record = candidate.win(ELECTION);
		assertThat(candidate.resume(ELECTION)).isInstanceOf(Conflict.class);
		assertThat(candidate.read(ELECTION).leader()).isEqualTo(record);
	}

	@Test
	default void pauseAfterResumeBurnsAgain() {
		Candidate operator = harness().newCandidate();
		ControlOutcome.Burned first = (ControlOutcome.Burned) operator.pause(ELECTION);
		operator.resume(ELECTION);
		assertThat(operator.pause(ELECTION)).isInstanceOfSatisfying(ControlOutcome.Burned.class, (second) -> {
			assertThat(second.term()).isEqualTo(first.term() + 1);
			assertThat(second.grantId()).isNotEqualTo(first.grantId());
		});
	}

	@Test
	default void releaseOustsTheLeaderAndBurnsATerm() {
		Candidate leader = harness().newCandidate();
		Candidate operator = harness().newCandidate();
		LeaderRecord record = leader.win(ELECTION);
		assertThat(operator.release(ELECTION, 1)).isInstanceOfSatisfying(ControlOutcome.Burned.class, (burned) -> {
			assertThat(burned.term()).isEqualTo(2);
			assertThat(burned.ousted()).isEqualTo(record);
			HistoryEntry entry = operator.history(ELECTION).get(0);
			assertThat(entry.kind()).isEqualTo(HistoryEntry.Kind.RELEASED);
			assertThat(entry.grantId()).isEqualTo(burned.grantId());
		});
		assertThat(operator.read(ELECTION).pause()).isNull();
		assertThat(operator.win(ELECTION).term()).isEqualTo(3);
	}

	@Test
	default void releaseOfAnotherTermThanTheOperatorSawChangesNothing() {
		Candidate leader = harness().newCandidate();
		leader.serve(ELECTION, 1);
		LeaderRecord record = leader.win(ELECTION);
		assertThat(leader.release(ELECTION, 1)).isInstanceOfSatisfying(Conflict.class,
				(conflict) -> assertThat(conflict.leader()).isEqualTo(record));
		ElectionView view = leader.read(ELECTION);
		assertThat(view.leader()).isEqualTo(record);
		assertThat(view.term().value()).isEqualTo(2);
	}

	@Test
	default void raisedTermIsBurnedAndOustsTheLeader() {
		Candidate leader = harness().newCandidate();
		Candidate operator = harness().newCandidate();
		LeaderRecord record = leader.win(ELECTION);
		assertThat(operator.raiseTerm(ELECTION, 1, 40)).isInstanceOfSatisfying(ControlOutcome.Burned.class,
				(burned) -> {
					assertThat(burned.term()).isEqualTo(40);
					assertThat(burned.ousted()).isEqualTo(record);
					HistoryEntry entry = operator.history(ELECTION).get(0);
					assertThat(entry.kind()).isEqualTo(HistoryEntry.Kind.RAISED);
					assertThat(entry.term()).isEqualTo(40);
					assertThat(entry.grantId()).isEqualTo(burned.grantId());
					assertThat(entry.actor()).isEqualTo("operator");
				});
		assertThat(operator.history(ELECTION).get(1).endReason()).isEqualTo("RELEASED");
		assertThat(operator.win(ELECTION).term()).isEqualTo(41);
	}

	@Test
	default void raiseFromAnotherTermThanTheOperatorSawChangesNothing() {
		Candidate leader = harness().newCandidate();
		LeaderRecord record = leader.win(ELECTION);
		assertThat(leader.raiseTerm(ELECTION, 3, 40)).isInstanceOfSatisfying(Conflict.class,
				(conflict) -> assertThat(conflict.leader()).isEqualTo(record));
		assertThat(leader.read(ELECTION).term().value()).isEqualTo(1);
	}

	@Test
	default void raiseBeyondTheBoundIsRefused() {
		Candidate leader = harness().newCandidate();
		LeaderRecord record = leader.win(ELECTION);
		for (long floor : new long[] { 1, 0, 2 + TermRecord.LONGEST_RAISE, Long.MAX_VALUE }) {
			assertThat(leader.raiseTerm(ELECTION, 1, floor)).isInstanceOf(Refused.class);
		}
		assertThat(leader.read(ELECTION).leader()).isEqualTo(record);
	}

	@Test
	default void pausedElectionStaysPausedWhenItsTermIsRaised() {
		Candidate operator = harness().newCandidate();
		operator.pause(ELECTION);
		assertThat(operator.raiseTerm(ELECTION, 1, 7)).isInstanceOf(ControlOutcome.Burned.class);
		assertThat(operator.read(ELECTION).pause()).isNotNull();
		assertThat(operator.read(ELECTION).term().value()).isEqualTo(7);
	}

	@Test
	default void campaignPreparedBeforeTheBurnIsBehind() {
		Candidate candidate = harness().newCandidate();
		candidate.serve(ELECTION, 1);
		Campaign prepared = candidate.prepare(ELECTION);
		candidate.release(ELECTION, 1);
		assertThat(candidate.campaign(prepared)).isInstanceOfSatisfying(CampaignOutcome.Behind.class,
				(behind) -> assertThat(behind.term().value()).isEqualTo(2));
	}

	@Test
	default void pausesAtTheSameTimeBurnOneTerm() {
		Candidate leader = harness().newCandidate();
		LeaderRecord record = leader.win(ELECTION);
		List<CompletionStage<ControlOutcome>> calls = IntStream.range(0, 6)
			.mapToObj((i) -> harness().newClient().pause(ELECTION, Candidate.REQUEST))
			.toList();
		PauseRecord pause = null;
		for (CompletionStage<ControlOutcome> call : calls) {
			ControlOutcome.Burned burned = harness().await(call, ControlOutcome.Burned.class);
			pause = leader.read(ELECTION).pause();
			assertThat(burned.term()).isEqualTo(2).isEqualTo(pause.term());
			assertThat(burned.grantId()).isEqualTo(pause.grantId());
			assertThat(burned.ousted()).isIn(record, null);
		}
		assertThat(leader.history(ELECTION)).hasSize(2);
	}

	@Test
	default void releasesAtTheSameTimeBurnOneTerm() {
		Candidate leader = harness().newCandidate();
		leader.win(ELECTION);
		List<ControlOutcome> outcomes = IntStream.range(0, 6)
			.mapToObj((i) -> harness().newClient().release(ELECTION, 1, Candidate.REQUEST))
			.toList()
			.stream()
			.map(harness()::await)
			.toList();
		assertThat(outcomes).filteredOn(ControlOutcome.Burned.class::isInstance).hasSize(1);
		assertThat(outcomes).filteredOn(Conflict.class::isInstance).hasSize(5);
		assertThat(leader.read(ELECTION).term().value()).isEqualTo(2);
	}

	@Test
	default void pauseIsNotOvertakenByCampaignsOfTheSameTime() {
		Candidate operator = harness().newCandidate();
		List<CompletionStage<?>> calls = new ArrayList<>();
		for (int i = 0; i < 6; i++) {
			Candidate candidate = harness().newCandidate();
			calls.add(candidate.client().campaign(candidate.prepare(ELECTION, TermRecord.NONE)));
		}
		assertThat(operator.pause(ELECTION)).isInstanceOf(ControlOutcome.Burned.class);
		calls.forEach(harness()::await);
		ElectionView view = operator.read(ELECTION);
		assertThat(view.leader()).isNull();
		assertThat(view.pause()).isNotNull();
		assertThat(view.pause().term()).isEqualTo(view.term().value());
	}

}
