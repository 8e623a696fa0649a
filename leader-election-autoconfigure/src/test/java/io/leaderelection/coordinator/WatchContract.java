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

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.coordinator.CoordinatorHarness.Disturbance;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract of {@link Coordinator}: the watch, which may be late or lose events, but
 * notices disruptions and catches up.
 */
interface WatchContract extends CoordinatorContract {

	@Test
	default void watchListsWhatIsThereBeforeItFollows() {
		Candidate candidate = harness().newCandidate();
		LeaderRecord record = candidate.win(ELECTION);
		LeaderRecord other = candidate.win("other/one");
		RecordedWatch watch = new RecordedWatch(harness(), candidate.client());
		watch.awaitCaughtUp();
		assertThat(watch.events()).hasSize(3);
		assertThat(watch.events().get(2)).isInstanceOf(WatchEvent.CaughtUp.class);
		assertThat(watch.view(ELECTION).leader()).isEqualTo(record);
		assertThat(watch.view("other/one").leader()).isEqualTo(other);
	}

	@Test
	default void watchFollowsLeaderTermPauseSuccessorAndCandidates() {
		Candidate candidate = harness().newCandidate();
		RecordedWatch watch = new RecordedWatch(harness(), harness().newClient());
		watch.awaitCaughtUp();
		candidate.enlist(ELECTION);
		watch.awaitView(ELECTION, (view) -> view.candidates().containsKey(candidate.instance()));
		LeaderRecord record = candidate.win(ELECTION);
		watch.awaitLeader(record);
		assertThat(watch.view(ELECTION).term().value()).isEqualTo(1);
		candidate.nominate(record, candidate.instance());
		watch.awaitView(ELECTION, (view) -> candidate.instance().equals(view.successor()));
		candidate.resign(record);
		watch.awaitView(ELECTION, (view) -> view.leader() == null);
		candidate.pause(ELECTION);
		watch.awaitView(ELECTION, (view) -> view.pause() != null && view.term().value() == 2);
		candidate.resume(ELECTION);
		watch.awaitView(ELECTION, (view) -> view.pause() == null);
	}

	@Test
	default void watchedViewIsTheOneThatIsRead() {
		Candidate candidate = harness().newCandidate();
		RecordedWatch watch = new RecordedWatch(harness(), candidate.client());
		watch.awaitCaughtUp();
		candidate.enlist(ELECTION);
		watch.awaitLeader(candidate.win(ELECTION));
		ElectionView read = candidate.read(ELECTION);
		assertThat(watch.view(ELECTION)).usingRecursiveComparison().ignoringFields("revision").isEqualTo(read);
	}

	@Test
	default void watchSeesTheEndOfASession() {
		Candidate candidate = harness().newCandidate();
		RecordedWatch watch = new RecordedWatch(harness(), harness().newClient());
		watch.awaitLeader(candidate.win(ELECTION));
		watch.awaitExpiry(ELECTION);
	}

	@Test
	default void watchedRevisionsNeverGoBack() {
		Candidate candidate = harness().newCandidate();
		RecordedWatch watch = new RecordedWatch(harness(), harness().newClient());
		candidate.serve(ELECTION, 30);
		watch.awaitView(ELECTION, (view) -> view.term().value() == 30 && view.leader() == null);
		assertThat(watch.revisions(ELECTION)).isSorted();
	}

	@Test
	default void cutConnectionIsReportedAndCaughtUpWith() {
		Candidate candidate = harness().newCandidate();
		Coordinator client = harness().newClient();
		RecordedWatch watch = new RecordedWatch(harness(), client);
		watch.awaitCaughtUp();
		int before = watch.events().size();
		harness().disturb(client, Disturbance.CUT);
		watch.awaitEvent(WatchEvent.Silent.class, before);
		candidate.renew();
		LeaderRecord record = candidate.win(ELECTION);
		int during = watch.events().size();
		harness().recover(client);
		watch.awaitEvent(WatchEvent.CaughtUp.class, during);
		assertThat(watch.revisions(ELECTION)).as("views").isNotEmpty();
		assertThat(watch.view(ELECTION).term().value()).isEqualTo(record.term());
	}

	/**
	 * Lesson 20.
	 */
	@Test
	default void silentConnectionIsReportedAndCaughtUpWith() {
		Candidate candidate = harness().newCandidate();
		Coordinator client = harness().newClient();
		RecordedWatch watch = new RecordedWatch(harness(), client);
		watch.awaitCaughtUp();
		int before = watch.events().size();
		harness().disturb(client, Disturbance.SILENCE);
		LeaderRecord record = candidate.win(ELECTION);
		watch.awaitEvent(WatchEvent.Silent.class, before);
		int during = watch.events().size();
		harness().recover(client);
		watch.awaitEvent(WatchEvent.CaughtUp.class, during);
		assertThat(watch.view(ELECTION).term().value()).isEqualTo(record.term());
	}

	@Test
	default void watchGoesOnAfterARestartOfTheServer() {
		Candidate candidate = harness().newCandidate();
		RecordedWatch watch = new RecordedWatch(harness(), candidate.client());
		watch.awaitCaughtUp();
		int before = watch.events().size();
		harness().restartServer();
		watch.awaitEvent(WatchEvent.CaughtUp.class, before);
		candidate.openSession();
		watch.awaitLeader(candidate.win(ELECTION));
		assertThat(watch.events()).noneMatch(WatchEvent.Reset.class::isInstance);
	}

	/**
	 * Lesson 23.
	 */
	@Test
	default void throwingListenerDoesNotEndTheWatch() {
		Candidate candidate = harness().newCandidate();
		AtomicInteger events = new AtomicInteger();
		try (Subscription subscription = candidate.client().watch((event) -> {
			events.incrementAndGet();
			throw new IllegalStateException("thrown by a listener");
		})) {
			assertThat(subscription).isNotNull();
			harness().passUntil(harness().ttl(), () -> events.get() > 0);
			int before = events.get();
			candidate.win(ELECTION);
			harness().passUntil(harness().ttl(), () -> events.get() > before);
		}
	}

	@Test
	default void closedWatchIsSilent() {
		Candidate candidate = harness().newCandidate();
		RecordedWatch closed = new RecordedWatch(harness(), candidate.client());
		RecordedWatch open = new RecordedWatch(harness(), candidate.client());
		closed.awaitCaughtUp();
		open.awaitCaughtUp();
		closed.close();
		int before = closed.events().size();
		open.awaitLeader(candidate.win(ELECTION));
		assertThat(closed.events()).hasSize(before);
	}

	@Test
	default void watchOfAnEmptyNamespaceIsCaughtUp() {
		RecordedWatch watch = new RecordedWatch(harness(), harness().newClient());
		watch.awaitCaughtUp();
		assertThat(watch.events()).hasSize(1);
	}

	@Test
	default void endOfASessionIsWatchedInEveryElection() {
		Candidate candidate = harness().newCandidate();
		List<String> elections = List.of("a", "b/1", "b/2", "c");
		elections.forEach(candidate::win);
		RecordedWatch watch = new RecordedWatch(harness(), harness().newClient());
		watch.awaitCaughtUp();
		harness().await(candidate.client().close(candidate.session()), Done.class);
		elections.forEach((election) -> watch.awaitView(election, (view) -> view.leader() == null));
	}

}
