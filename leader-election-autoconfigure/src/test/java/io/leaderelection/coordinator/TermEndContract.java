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

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract of {@link Coordinator}: ends of terms that their holder asks for.
 */
interface TermEndContract extends CoordinatorContract {

	@Test
	default void resignationEndsTheTermAndNotesTheEnd() {
		Candidate candidate = harness().newCandidate();
		LeaderRecord record = candidate.win(ELECTION);
		assertThat(candidate.resign(record)).isInstanceOf(Done.class);
		ElectionView view = candidate.read(ELECTION);
		assertThat(view.leader()).isNull();
		assertThat(view.term().value()).isEqualTo(1);
		HistoryEntry entry = candidate.history(ELECTION).get(0);
		assertThat(entry.ended()).isNotNull();
		assertThat(entry.endReason()).isEqualTo("RESIGNED");
		assertThat(entry.actor()).isEqualTo("operator");
		assertThat(entry.reason()).isEqualTo("test");
		assertThat(entry.instance()).isEqualTo(candidate.instance());
		assertThat(entry.began()).isEqualTo(record.since());
	}

	@Test
	default void resignationLeavesTheSessionAlive() {
		Candidate candidate = harness().newCandidate();
		LeaderRecord other = candidate.win("other");
		candidate.resign(candidate.win(ELECTION));
		candidate.renew();
		assertThat(candidate.read("other").leader()).isEqualTo(other);
	}

	@Test
	default void repeatedResignationFindsNothingToEnd() {
		Candidate candidate = harness().newCandidate();
		LeaderRecord record = candidate.win(ELECTION);
		candidate.resign(record);
		assertThat(candidate.resign(record)).isInstanceOfSatisfying(Conflict.class,
				(conflict) -> assertThat(conflict.leader()).isNull());
	}

	@Test
	default void lateResignationDoesNotTouchALaterLeader() {
		Candidate candidate = harness().newCandidate();
		LeaderRecord past = candidate.win(ELECTION);
		candidate.resign(past);
		LeaderRecord present = harness().newCandidate().win(ELECTION);
		assertThat(candidate.resign(past)).isInstanceOfSatisfying(Conflict.class,
				(conflict) -> assertThat(conflict.leader()).isEqualTo(present));
		assertThat(candidate.read(ELECTION).leader()).isEqualTo(present);
		assertThat(candidate.history(ELECTION).get(0).ended()).isNull();
	}

	/**
	 * Lesson 6: a record on the own living session that its owner does not remember.
	 */
	@Test
	default void forgottenRecordOnALivingSessionIsDiscarded() {
		Candidate candidate = harness().newCandidate();
		candidate.win(ELECTION);
		LeaderRecord found = candidate.read(ELECTION).leader();
		assertThat(found).isNotNull();
		assertThat(found.sessionId()).isEqualTo(candidate.session().id());
		assertThat(candidate.discard(found)).isInstanceOf(Done.class);
		assertThat(candidate.read(ELECTION).leader()).isNull();
		assertThat(candidate.history(ELECTION).get(0).ended()).isNull();
		candidate.renew();
	}

	@Test
	default void discardTouchesNoOtherGrant() {
		Candidate candidate = harness().newCandidate();
		LeaderRecord past = candidate.win(ELECTION);
		candidate.discard(past);
		LeaderRecord present = candidate.win(ELECTION);
		assertThat(candidate.discard(past)).isInstanceOf(Conflict.class);
		LeaderRecord sameVersion = new LeaderRecord(ELECTION, present.term(), past.grantId(), present.instance(),
				present.sessionId(), present.version(), present.since(), present.metadata());
		assertThat(candidate.discard(sameVersion)).isInstanceOf(Conflict.class);
		assertThat(candidate.read(ELECTION).leader()).isEqualTo(present);
	}

	@Test
	default void handOverToALiveCandidateNamesTheSuccessorUntilItWins() {
		Candidate leader = harness().newCandidate();
		Candidate target = harness().newCandidate();
		LeaderRecord record = leader.win(ELECTION);
		target.enlist(ELECTION);
		assertThat(leader.nominate(record, target.instance())).isInstanceOf(Done.class);
		assertThat(leader.read(ELECTION).successor()).isEqualTo(target.instance());
		assertThat(leader.read(ELECTION).leader()).isEqualTo(record);
		leader.resign(record);
		assertThat(leader.read(ELECTION).successor()).isEqualTo(target.instance());
		target.win(ELECTION);
		assertThat(leader.read(ELECTION).successor()).isNull();
	}

	@Test
	default void handOverToADeadTargetChangesNothing() {
		Candidate leader = harness().newCandidate();
		Candidate target = harness().newCandidate();
		LeaderRecord record = leader.win(ELECTION);
		target.enlist(ELECTION);
		harness().await(target.client().close(target.session()), Done.class);
		assertThat(leader.nominate(record, target.instance())).isInstanceOfSatisfying(Conflict.class,
				(conflict) -> assertThat(conflict.leader()).isEqualTo(record));
		assertThat(leader.nominate(record, "never-there")).isInstanceOf(Conflict.class);
		ElectionView view = leader.read(ELECTION);
		assertThat(view.successor()).isNull();
		assertThat(view.leader()).isEqualTo(record);
	}

	@Test
	default void handOverIsForTheLeaderOnly() {
		Candidate past = harness().newCandidate();
		Candidate present = harness().newCandidate();
		present.enlist(ELECTION);
		LeaderRecord pastRecord = past.win(ELECTION);
		past.resign(pastRecord);
		LeaderRecord presentRecord = present.win(ELECTION);
		assertThat(past.nominate(pastRecord, present.instance())).isInstanceOfSatisfying(Conflict.class,
				(conflict) -> assertThat(conflict.leader()).isEqualTo(presentRecord));
		assertThat(past.read(ELECTION).successor()).isNull();
	}

	@Test
	default void raiseGivesTheTermUpAndContinuesAboveTheFloor() {
		Candidate candidate = harness().newCandidate();
		LeaderRecord record = candidate.win(ELECTION);
		assertThat(candidate.raise(record, 40)).isInstanceOf(Done.class);
		ElectionView view = candidate.read(ELECTION);
		assertThat(view.leader()).isNull();
		assertThat(view.term().value()).isEqualTo(40);
		assertThat(candidate.win(ELECTION).term()).isEqualTo(41);
		HistoryEntry raised = candidate.history(ELECTION).get(1);
		assertThat(raised.term()).isEqualTo(40);
		assertThat(raised.kind()).isEqualTo(HistoryEntry.Kind.RAISED);
		assertThat(raised.instance()).isNull();
		assertThat(raised.grantId()).isNotBlank();
		assertThat(raised.actor()).isEqualTo("operator");
	}

	@Test
	default void raiseIsForTheLeaderOnly() {
		Candidate candidate = harness().newCandidate();
		LeaderRecord past = candidate.win(ELECTION);
		candidate.resign(past);
		LeaderRecord present = candidate.win(ELECTION);
		assertThat(candidate.raise(past, 40)).isInstanceOf(Conflict.class);
		ElectionView view = candidate.read(ELECTION);
		assertThat(view.leader()).isEqualTo(present);
		assertThat(view.term().value()).isEqualTo(2);
	}

	@Test
	default void raiseIsBounded() {
		Candidate candidate = harness().newCandidate();
		LeaderRecord record = candidate.win(ELECTION);
		for (long floor : new long[] { 0, 1, TermRecord.LONGEST_RAISE + 2, TermRecord.HIGHEST_FLOOR + 1 }) {
			assertThat(candidate.raise(record, floor)).as("floor %d", floor)
				.isInstanceOfSatisfying(Refused.class,
						(refused) -> assertThat(refused.kind()).isEqualTo(Refused.Kind.INVALID));
		}
		assertThat(candidate.read(ELECTION).leader()).isEqualTo(record);
	}

}
