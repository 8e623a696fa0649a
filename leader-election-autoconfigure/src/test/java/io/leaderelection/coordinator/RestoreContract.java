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
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract of {@link Coordinator}: the server loses its past, or seems to.
 */
interface RestoreContract extends CoordinatorContract {

	@Test
	default void lineageIsTheSameForEveryClientAndAcrossRestarts() {
		Coordinator first = harness().newClient();
		String lineage = harness().await(first.lineage(), LineageOutcome.Known.class).lineage();
		assertThat(lineage).isNotBlank();
		assertThat(lineageOf(first)).isEqualTo(lineage);
		assertThat(lineageOf(harness().newClient())).isEqualTo(lineage);
		harness().restartServer();
		assertThat(lineageOf(harness().newClient())).isEqualTo(lineage);
	}

	@Test
	default void restartOfTheServerIsNoRestore() {
		Candidate candidate = harness().newCandidate();
		LeaderRecord record = candidate.win(ELECTION);
		harness().restartServer();
		ReadOutcome outcome = awaitAnswer(candidate);
		assertThat(outcome).isInstanceOfSatisfying(ReadOutcome.Read.class,
				(read) -> assertThat(read.view().leader()).isEqualTo(record));
		candidate.renew();
	}

	@Test
	default void restoreIsReportedOnceToAClientThatSawMore() {
		Candidate candidate = harness().newCandidate();
		candidate.serve(ELECTION, 1);
		Runnable restore = harness().takeSnapshot();
		candidate.serve(ELECTION, 5);
		restore.run();
		assertThat(awaitAnswer(candidate)).isInstanceOf(Restored.class);
		assertThat(candidate.read(ELECTION).term().value()).isEqualTo(1);
		candidate.openSession();
		assertThat(candidate.win(ELECTION).term()).isEqualTo(2);
	}

	@Test
	default void restoreMakesACampaignVoid() {
		Candidate candidate = harness().newCandidate();
		Runnable restore = harness().takeSnapshot();
		candidate.serve(ELECTION, 5);
		Campaign campaign = candidate.prepare(ELECTION);
		restore.run();
		assertThat(awaitAnswer(candidate)).isInstanceOf(Restored.class);
		assertThat(candidate.campaign(campaign)).isNotInstanceOf(CampaignOutcome.Won.class);
	}

	@Test
	default void restoreIsNoticedByTheWatch() {
		Candidate candidate = harness().newCandidate();
		candidate.serve(ELECTION, 1);
		Runnable restore = harness().takeSnapshot();
		RecordedWatch watch = new RecordedWatch(harness(), candidate.client());
		candidate.serve(ELECTION, 5);
		watch.awaitView(ELECTION, (view) -> view.term().value() == 6);
		int before = watch.events().size();
		restore.run();
		watch.awaitEvent(WatchEvent.Reset.class, before);
		watch.awaitView(ELECTION, (view) -> view.term().value() == 1);
		candidate.openSession();
		watch.awaitLeader(candidate.win(ELECTION));
	}

	@Test
	default void newClientTakesARestoredServerAsItIs() {
		Candidate candidate = harness().newCandidate();
		candidate.serve(ELECTION, 2);
		String lineage = lineageOf(candidate.client());
		Runnable restore = harness().takeSnapshot();
		candidate.serve(ELECTION, 3);
		restore.run();
		Candidate fresh = harness().newCandidate();
		assertThat(fresh.read(ELECTION).term().value()).isEqualTo(2);
		assertThat(lineageOf(fresh.client())).isEqualTo(lineage);
	}

	@Test
	default void firstClientsAtTheSameTimeAgreeOnTheLineage() {
		List<CompletionStage<LineageOutcome>> calls = IntStream.range(0, 5)
			.mapToObj((i) -> harness().newClient().lineage())
			.toList();
		assertThat(calls.stream().map((call) -> harness().await(call, LineageOutcome.Known.class)).distinct())
			.hasSize(1);
	}

	/**
	 * Lesson 6.
	 */
	@Test
	default void leaderOfTheSnapshotComesBackAndEndsWithItsSession() {
		Candidate candidate = harness().newCandidate();
		LeaderRecord record = candidate.win(ELECTION);
		Runnable restore = harness().takeSnapshot();
		candidate.resign(record);
		restore.run();
		assertThat(awaitAnswer(candidate)).isInstanceOf(Restored.class);
		assertThat(candidate.read(ELECTION).leader()).isEqualTo(record);
		harness().passUntil(Duration.ofSeconds(20), () -> candidate.read(ELECTION).leader() == null);
	}

	@Test
	default void sessionOpenedAfterTheSnapshotIsGone() {
		Candidate candidate = harness().newCandidate();
		candidate.serve(ELECTION, 1);
		Runnable restore = harness().takeSnapshot();
		Session session = candidate.openSession();
		candidate.serve(ELECTION, 1);
		restore.run();
		assertThat(awaitAnswer(candidate)).isInstanceOf(Restored.class);
		harness().await(candidate.client().renew(session), SessionGone.class);
	}

	private String lineageOf(Coordinator client) {
		return harness().await(client.lineage(), LineageOutcome.Known.class).lineage();
	}

	/**
	 * Wait until a read says anything definite.
	 */
	private ReadOutcome awaitAnswer(Candidate candidate) {
		ReadOutcome[] last = new ReadOutcome[1];
		harness().passUntil(Duration.ofSeconds(20), () -> {
			last[0] = harness().await(candidate.client().read(ELECTION));
			return !(last[0] instanceof Unknown);
		});
		return last[0];
	}

}
