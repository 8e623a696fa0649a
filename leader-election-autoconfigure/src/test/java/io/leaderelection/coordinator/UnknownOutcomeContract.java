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

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import io.leaderelection.RevocationReason;
import io.leaderelection.coordinator.CoordinatorHarness.Disturbance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract of {@link Coordinator}: calls whose outcome is unknown, and the clean-up after
 * them.
 */
interface UnknownOutcomeContract extends CoordinatorContract {

	/**
	 * Lessons 9 and 21.
	 */
	@ParameterizedTest
	@EnumSource(Disturbance.class)
	default void everyCallIsAnsweredThoughTheServerIsNotReached(Disturbance disturbance) {
		Candidate candidate = harness().newCandidate();
		LeaderRecord record = candidate.win(ELECTION);
		harness().disturb(candidate.client(), disturbance);
		List<CompletionStage<?>> calls = everyCall(candidate, record);
		assertThat(calls).allSatisfy((call) -> assertThat(harness().await(call)).isInstanceOf(Unknown.class));
	}

	private static List<CompletionStage<?>> everyCall(Candidate candidate, LeaderRecord record) {
		Coordinator client = candidate.client();
		Session session = candidate.session();
		List<CompletionStage<?>> calls = new ArrayList<>();
		calls.add(client.lineage());
		calls.add(client.open(new SessionRequest("other", session.ttl())));
		calls.add(client.renew(session));
		calls.add(client.enlist(session, ELECTION, Map.of()));
		calls.add(client.delist(session, ELECTION));
		calls.add(client.campaign(candidate.prepare("other", TermRecord.NONE)));
		calls.add(client.read(ELECTION));
		calls.add(client.discard(record));
		calls.add(client.resign(record, RevocationReason.RESIGNED, Candidate.REQUEST));
		calls.add(client.nominate(record, "other"));
		calls.add(client.pause(ELECTION, Candidate.REQUEST));
		calls.add(client.resume(ELECTION, Candidate.REQUEST));
		calls.add(client.release(ELECTION, 1, Candidate.REQUEST));
		calls.add(client.raise(record, 10, Candidate.REQUEST));
		calls.add(client.history(ELECTION, 10));
		calls.add(client.close(session));
		return calls;
	}

	@Test
	default void campaignWhoseAnswerIsLostTurnsOutToBeWon() {
		Candidate candidate = harness().newCandidate();
		Candidate observer = harness().newCandidate();
		Campaign campaign = candidate.prepare(ELECTION);
		harness().disturb(candidate.client(), Disturbance.LOST_ANSWERS);
		assertThat(candidate.campaign(campaign)).isInstanceOf(Unknown.class);
		observer.renew();
		LeaderRecord found = observer.read(ELECTION).leader();
		assertThat(found).isNotNull();
		assertThat(found.grantId()).isEqualTo(campaign.grantId());
		assertThat(found.sessionId()).isEqualTo(candidate.session().id());
		assertThat(observer.discard(found)).isInstanceOf(Done.class);
	}

	/**
	 * Lesson 22.
	 */
	@Test
	default void lateCommitOfAnAbandonedCampaignIsDiscarded() {
		Candidate candidate = harness().newCandidate();
		Candidate observer = harness().newCandidate();
		Campaign campaign = candidate.prepare(ELECTION);
		harness().disturb(candidate.client(), Disturbance.HELD_REQUESTS);
		assertThat(candidate.campaign(campaign)).isInstanceOf(Unknown.class);
		observer.renew();
		harness().await(observer.client().renew(candidate.session()), RenewalOutcome.Renewed.class);
		assertThat(observer.read(ELECTION).leader()).isNull();
		harness().recover(candidate.client());
		harness().passUntil(harness().ttl(), () -> observer.read(ELECTION).leader() != null);
		LeaderRecord late = observer.read(ELECTION).leader();
		assertThat(late).isNotNull();
		assertThat(late.grantId()).isEqualTo(campaign.grantId());
		assertThat(observer.discard(late)).isInstanceOf(Done.class);
		assertThat(observer.read(ELECTION).leader()).isNull();
		assertThat(observer.win(ELECTION).term()).isEqualTo(2);
	}

	@Test
	default void lateCommitLosesAgainstAGrantMadeMeanwhile() {
		Candidate candidate = harness().newCandidate();
		Candidate other = harness().newCandidate();
		Campaign campaign = candidate.prepare(ELECTION);
		harness().disturb(candidate.client(), Disturbance.HELD_REQUESTS);
		assertThat(candidate.campaign(campaign)).isInstanceOf(Unknown.class);
		other.renew();
		LeaderRecord record = other.win(ELECTION);
		assertThat(other.resign(record)).isInstanceOf(Done.class);
		harness().recover(candidate.client());
		harness().passUntil(Duration.ofSeconds(20), () -> {
			other.renew();
			return harness().await(candidate.client().read(ELECTION)) instanceof ReadOutcome.Read;
		});
		assertThat(other.read(ELECTION).leader()).isNull();
		assertThat(other.history(ELECTION)).extracting(HistoryEntry::grantId).containsExactly(record.grantId());
	}

	@Test
	default void campaignRepeatedWithItsGrantIdIsGrantedOnce() {
		Candidate candidate = harness().newCandidate();
		Candidate observer = harness().newCandidate();
		Campaign campaign = candidate.prepare(ELECTION);
		harness().disturb(candidate.client(), Disturbance.HELD_REQUESTS);
		assertThat(candidate.campaign(campaign)).isInstanceOf(Unknown.class);
		harness().recover(candidate.client());
		harness().passUntil(Duration.ofSeconds(20), () -> {
			harness().await(observer.client().renew(candidate.session()), RenewalOutcome.Renewed.class);
			return !(candidate.campaign(campaign) instanceof Unknown);
		});
		assertThat(observer.history(ELECTION)).extracting(HistoryEntry::grantId).containsExactly(campaign.grantId());
	}

	@Test
	default void pauseWhoseAnswerIsLostBurnsOneTermThoughRepeated() {
		Candidate operator = harness().newCandidate();
		Candidate observer = harness().newCandidate();
		// Who is not connected yet cannot send the order.
		operator.read(ELECTION);
		harness().disturb(operator.client(), Disturbance.LOST_ANSWERS);
		assertThat(operator.pause(ELECTION)).isInstanceOf(Unknown.class);
		// Who has to read before the order does not send it either.
		PauseRecord standing = observer.read(ELECTION).pause();
		ControlOutcome repeated = observer.pause(ELECTION);
		PauseRecord pause = observer.read(ELECTION).pause();
		assertThat(pause).isNotNull();
		assertThat(pause.term()).isEqualTo(1);
		assertThat(repeated).isEqualTo(new ControlOutcome.Burned(1, pause.grantId(), null, standing));
		assertThat(observer.history(ELECTION)).hasSize(1);
	}

	@Test
	default void renewalWhoseAnswerIsLostRenews() {
		Candidate candidate = harness().newCandidate();
		Candidate observer = harness().newCandidate();
		harness().pass(harness().ttl().dividedBy(2));
		harness().disturb(candidate.client(), Disturbance.LOST_ANSWERS);
		harness().await(candidate.client().renew(candidate.session()), Unknown.class);
		harness().pass(harness().ttl().multipliedBy(6).dividedBy(10));
		harness().await(observer.client().renew(candidate.session()), RenewalOutcome.Renewed.class);
	}

	@Test
	default void callInFlightIsUnknownWhenTheClientCloses() {
		Candidate candidate = harness().newCandidate();
		harness().disturb(candidate.client(), Disturbance.SILENCE);
		CompletionStage<ReadOutcome> call = candidate.client().read(ELECTION);
		candidate.client().close();
		harness().await(call, Unknown.class);
		harness().await(candidate.client().read(ELECTION), Unknown.class);
	}

	@Test
	default void sessionOutlivesItsClient() {
		Candidate candidate = harness().newCandidate();
		Candidate observer = harness().newCandidate();
		LeaderRecord record = candidate.win(ELECTION);
		candidate.client().close();
		assertThat(observer.read(ELECTION).leader()).isEqualTo(record);
	}

	/**
	 * Lesson 21: the last error is visible.
	 */
	@Test
	default void statusTellsContactsAndErrors() {
		Candidate candidate = harness().newCandidate();
		CoordinatorStatus reached = candidate.client().status();
		assertThat(reached.type()).isEqualTo(candidate.client().type());
		assertThat(reached.lastContact()).isNotNull();
		assertThat(reached.endpoints()).isNotEmpty();
		harness().disturb(candidate.client(), Disturbance.CUT);
		harness().await(candidate.client().read(ELECTION), Unknown.class);
		assertThat(candidate.client().status().lastError()).isNotBlank();
	}

}
