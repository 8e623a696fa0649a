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
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract of {@link Coordinator}: sessions and what lives under them.
 */
interface SessionContract extends CoordinatorContract {

	@Test
	default void sessionLivesAtLeastAsLongAsAskedFor() {
		Candidate candidate = harness().newCandidate();
		assertThat(candidate.session().ttl()).isGreaterThanOrEqualTo(harness().ttl());
		assertThat(candidate.session().instance()).isEqualTo(candidate.instance());
	}

	@Test
	default void sessionsDiffer() {
		Candidate candidate = harness().newCandidate();
		Session first = candidate.session();
		assertThat(candidate.openSession().id()).isNotEqualTo(first.id());
	}

	@Test
	default void renewalKeepsSessionAndLeader() {
		Candidate candidate = harness().newCandidate();
		LeaderRecord record = candidate.win(ELECTION);
		Duration third = harness().ttl().dividedBy(3);
		for (int i = 0; i < 6; i++) {
			harness().pass(third);
			RenewalOutcome.Renewed renewed = harness().await(candidate.client().renew(candidate.session()),
					RenewalOutcome.Renewed.class);
			assertThat(renewed.ttl()).isEqualTo(candidate.session().ttl());
			if (renewed.held() != null) {
				assertThat(renewed.held()).containsExactly(record.token());
			}
		}
		assertThat(candidate.read(ELECTION).leader()).isEqualTo(record);
	}

	@Test
	default void leaderAndCandidacyVanishWhenTheSessionExpires() {
		Candidate observer = harness().newCandidate();
		Candidate candidate = harness().newCandidate();
		candidate.enlist(ELECTION);
		LeaderRecord record = candidate.win(ELECTION);
		harness().pass(harness().ttl().multipliedBy(3).dividedBy(4));
		assertThat(observer.read(ELECTION).leader()).as("before the time-to-live is over").isEqualTo(record);
		harness().passUntil(harness().longestLife(), () -> observer.read(ELECTION).leader() == null);
		ElectionView view = observer.read(ELECTION);
		assertThat(view.candidates()).isEmpty();
		assertThat(view.term().value()).isEqualTo(1);
		harness().await(candidate.client().renew(candidate.session()), SessionGone.class);
	}

	@Test
	default void closedSessionTakesItsRecordsAlong() {
		Candidate candidate = harness().newCandidate();
		candidate.enlist(ELECTION);
		candidate.win(ELECTION);
		harness().await(candidate.client().close(candidate.session()), Done.class);
		ElectionView view = candidate.read(ELECTION);
		assertThat(view.leader()).isNull();
		assertThat(view.candidates()).isEmpty();
		harness().await(candidate.client().renew(candidate.session()), SessionGone.class);
	}

	@Test
	default void closingASessionThatIsGoneIsDone() {
		Candidate candidate = harness().newCandidate();
		harness().await(candidate.client().close(candidate.session()), Done.class);
		harness().await(candidate.client().close(candidate.session()), Done.class);
	}

	@Test
	default void closingASessionLeavesTheOthersAlone() {
		Candidate candidate = harness().newCandidate();
		Session other = harness().newCandidate().session();
		LeaderRecord record = candidate.win(ELECTION);
		harness().await(candidate.client().close(other), Done.class);
		candidate.renew();
		assertThat(candidate.read(ELECTION).leader()).isEqualTo(record);
	}

	@Test
	default void sessionEndedByTheServerIsGoneForEveryCall() {
		Candidate candidate = harness().newCandidate();
		Candidate other = harness().newCandidate();
		candidate.win(ELECTION);
		harness().await(other.client().close(candidate.session()), Done.class);
		harness().await(candidate.client().renew(candidate.session()), SessionGone.class);
		harness().await(candidate.client().enlist(candidate.session(), ELECTION, Map.of()), SessionGone.class);
		assertThat(candidate.campaign(candidate.prepare(ELECTION))).isInstanceOf(SessionGone.class);
		assertThat(other.read(ELECTION).leader()).isNull();
	}

}
