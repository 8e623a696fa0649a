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

package io.leaderelection.engine;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.leaderelection.FencingToken;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderState;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.Refused;
import io.leaderelection.coordinator.memory.MemoryCluster;
import io.leaderelection.coordinator.memory.MemoryCoordinator;
import io.leaderelection.coordinator.memory.VirtualEventLoop;
import io.leaderelection.coordinator.memory.VirtualTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * Tests for how {@link ElectionEngine} repeats calls that a coordinator refuses at once.
 * Lesson 20.
 */
class RetryDelayTests {

	private static final Duration TTL = Duration.ofSeconds(5);

	private final VirtualTime time = new VirtualTime();

	private final VirtualEventLoop loop = this.time.newLoop("a");

	private final Coordinator working = new MemoryCoordinator(new MemoryCluster(this.time.newLoop("server")),
			this.loop);

	private final Set<String> refused = new HashSet<>();

	private final Map<String, Integer> calls = new HashMap<>();

	private final QuietLogs quiet = new QuietLogs();

	private final Coordinator coordinator = mock(Coordinator.class, (call) -> {
		String name = call.getMethod().getName();
		this.calls.merge(name, 1, Integer::sum);
		return this.refused.contains(name)
				? CompletableFuture.completedFuture(new Refused(Refused.Kind.DENIED, "planted"))
				: call.getMethod().invoke(this.working, call.getArguments());
	});

	private final ElectionEngine engine = ElectionEngine.builder(this.coordinator, this.loop, "a")
		.settings((name) -> ElectionSettings.of(TTL))
		.dispatcher(Runnable::run)
		.seed(1)
		.build();

	private final LeaderElection election = this.engine.get("settlement");

	@AfterEach
	void speakAgain() {
		this.quiet.close();
	}

	@Test
	void delayGrowsUpToAQuarterOfTheTimeToLive() {
		assertThat(RetryDelay.after(0, TTL)).isEqualTo(Duration.ofMillis(100));
		assertThat(RetryDelay.after(3, TTL)).isEqualTo(Duration.ofMillis(800));
		assertThat(RetryDelay.after(1000, TTL)).isEqualTo(Duration.ofMillis(1250));
		assertThat(RetryDelay.after(1000, Duration.ofMinutes(1))).isEqualTo(Duration.ofMillis(1600));
	}

	@Test
	void refusedCallIsRepeatedAfterAsLongAsItWasTriedUpToAQuarterOfTheTimeToLive() {
		assertThat(RetryDelay.afterRefusal(Duration.ZERO, TTL)).isEqualTo(Duration.ofMillis(100));
		assertThat(RetryDelay.afterRefusal(Duration.ofMillis(700), TTL)).isEqualTo(Duration.ofMillis(700));
		assertThat(RetryDelay.afterRefusal(Duration.ofMinutes(1), TTL)).isEqualTo(Duration.ofMillis(1250));
		assertThat(RetryDelay.afterRefusal(Duration.ofMinutes(1), Duration.ofMinutes(1)))
			.isEqualTo(Duration.ofMillis(1600));
	}

	@Test
	void refusedRenewalsAreRepeatedLessAndLessOften() {
		lead();
		int before = renewals();
		this.refused.add("renew");
		this.time.advance(TTL);
		assertThat(renewals() - before).as("renewals until the term was over").isBetween(4, 10);
		assertThat(this.election.status().lastRevocation()).as("end of the term").isNotNull();
	}

	@Test
	void renewalThatWasRefusedOnceIsRepeatedAtOnce() {
		lead();
		this.refused.add("renew");
		int before = renewals();
		while (renewals() == before) {
			assertThat(this.time.step()).isTrue();
		}
		this.refused.clear();
		this.time.advance(Duration.ofMillis(200));
		assertThat(renewals() - before).isEqualTo(2);
		assertThat(this.election.isLeader()).isTrue();
	}

	@Test
	void refusedReleasesAndEndsOfSessionsAreRepeatedLessAndLessOften() {
		lead();
		this.refused.addAll(Set.of("resign", "close"));
		CompletionStage<?> resigned = this.election.resign(Duration.ofMinutes(1));
		this.time.advance(Duration.ofSeconds(60));
		assertThat(resigned).isDone();
		assertThat(this.calls.get("resign")).as("releases in a minute").isBetween(4, 20);
		assertThat(this.calls.get("close")).as("ends of sessions in a minute").isBetween(4, 20);
	}

	@Test
	void refusedReadsAreRepeatedLessAndLessOften() {
		this.refused.add("read");
		this.engine.start();
		this.time.advance(Duration.ofMinutes(5));
		assertThat(this.calls.get("read")).as("reads in five minutes").isBetween(150, 500);
	}

	@Test
	void refusedCandidaciesAreRepeatedLessAndLessOften() {
		this.refused.add("enlist");
		this.engine.start();
		this.time.advance(Duration.ofMinutes(5));
		assertThat(this.calls.get("enlist")).as("calls in five minutes").isBetween(150, 300);
		this.refused.clear();
		this.time.advance(Duration.ofSeconds(2));
		assertThat(this.calls.get("enlist")).isLessThan(302);
	}

	@Test
	void coordinatorThatRefusedForLongIsUsedSoonAfterItAnswers() {
		this.refused.addAll(Set.of("read", "open", "lineage", "campaign"));
		this.engine.start();
		this.time.advance(Duration.ofMinutes(5));
		this.refused.clear();
		this.time.advance(Duration.ofMillis(2500));
		assertThat(this.election.isLeader()).isTrue();
	}

	@Test
	void leaderUnderSuspicionIsConfirmedByTheReadThatFollowsItsNextRenewal() {
		lead();
		FencingToken token = this.election.status().token();
		this.refused.add("read");
		while (this.election.status().state() != LeaderState.SUSPECT) {
			assertThat(this.time.step()).isTrue();
		}
		this.time.advance(Duration.ofMillis(1600));
		this.refused.clear();
		this.time.advance(TTL.dividedBy(4));
		assertThat(this.election.status().state()).isEqualTo(LeaderState.LEADER);
		assertThat(this.election.status().token()).isEqualTo(token);
	}

	private void lead() {
		this.engine.start();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(this.election.isLeader()).isTrue();
	}

	private int renewals() {
		return this.calls.getOrDefault("renew", 0);
	}

}
