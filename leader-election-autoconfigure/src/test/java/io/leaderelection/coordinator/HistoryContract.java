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

import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract of {@link Coordinator}: the history of an election.
 */
interface HistoryContract extends CoordinatorContract {

	@Test
	default void grantIsNotedWhenItIsMade() {
		Candidate candidate = harness().newCandidate();
		LeaderRecord record = candidate.win(ELECTION);
		assertThat(candidate.history(ELECTION)).containsExactly(new HistoryEntry(ELECTION, 1, HistoryEntry.Kind.GRANTED,
				record.grantId(), candidate.instance(), record.since(), null, null, null, null));
	}

	@Test
	default void latestTermsComeFirst() {
		Candidate candidate = harness().newCandidate();
		candidate.serve(ELECTION, 12);
		assertThat(candidate.history(ELECTION, 3)).extracting(HistoryEntry::term).containsExactly(12L, 11L, 10L);
		assertThat(candidate.history(ELECTION)).hasSize(12);
	}

	/**
	 * Lesson 12: clean-up exists and never lowers a term.
	 */
	@Test
	default void onlyTheLastTermsAreKept() {
		Candidate candidate = harness().newCandidate();
		candidate.serve(ELECTION, Coordinator.HISTORY_LIMIT + 12);
		assertThat(candidate.history(ELECTION)).extracting(HistoryEntry::term)
			.containsExactlyElementsOf(LongStream.rangeClosed(0, Coordinator.HISTORY_LIMIT - 1)
				.mapToObj((back) -> Coordinator.HISTORY_LIMIT + 12 - back)
				.toList());
		assertThat(candidate.read(ELECTION).term().value()).isEqualTo(Coordinator.HISTORY_LIMIT + 12);
	}

	@Test
	default void electionThatNeverWasHasNoHistory() {
		assertThat(harness().newCandidate().history("never-there")).isEmpty();
	}

}
