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

import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract of {@link Coordinator}: who announced to be a candidate.
 */
interface CandidacyContract extends CoordinatorContract {

	@Test
	default void candidatesAreListedWithTheirMetadata() {
		Candidate first = harness().newCandidate();
		Candidate second = harness().newCandidate();
		first.enlist(ELECTION);
		harness().await(second.client().enlist(second.session(), ELECTION, Map.of("zone", "b", "cpu", "2")),
				Done.class);
		assertThat(first.read(ELECTION).candidates()).isEqualTo(
				Map.of(first.instance(), Map.of("zone", "a"), second.instance(), Map.of("zone", "b", "cpu", "2")));
		assertThat(first.read("other").candidates()).isEmpty();
	}

	@Test
	default void enlistingAgainIsDone() {
		Candidate candidate = harness().newCandidate();
		candidate.enlist(ELECTION);
		candidate.enlist(ELECTION);
		assertThat(candidate.read(ELECTION).candidates()).containsOnlyKeys(candidate.instance());
	}

	@Test
	default void withdrawnCandidateIsNotListed() {
		Candidate candidate = harness().newCandidate();
		candidate.enlist(ELECTION);
		harness().await(candidate.client().delist(candidate.session(), ELECTION), Done.class);
		assertThat(candidate.read(ELECTION).candidates()).isEmpty();
		harness().await(candidate.client().delist(candidate.session(), ELECTION), Done.class);
	}

	@Test
	default void candidateUnderANewSessionOutlivesTheOldOne() {
		Candidate candidate = harness().newCandidate();
		Session old = candidate.session();
		candidate.enlist(ELECTION);
		candidate.openSession();
		candidate.enlist(ELECTION);
		harness().await(candidate.client().close(old), Done.class);
		assertThat(candidate.read(ELECTION).candidates()).containsOnlyKeys(candidate.instance());
	}

	@Test
	default void leaderMayBeACandidateToo() {
		Candidate candidate = harness().newCandidate();
		candidate.enlist(ELECTION);
		LeaderRecord record = candidate.win(ELECTION);
		harness().await(candidate.client().delist(candidate.session(), ELECTION), Done.class);
		assertThat(candidate.read(ELECTION).leader()).isEqualTo(record);
	}

	/**
	 * The request of an earlier session may arrive late.
	 */
	@Test
	default void withdrawalUnderAnOldSessionLeavesTheNewCandidacyAlone() {
		Candidate candidate = harness().newCandidate();
		Session old = candidate.session();
		candidate.enlist(ELECTION);
		candidate.openSession();
		candidate.enlist(ELECTION);
		harness().await(candidate.client().delist(old, ELECTION), Done.class);
		assertThat(candidate.read(ELECTION).candidates()).containsOnlyKeys(candidate.instance());
	}

}
