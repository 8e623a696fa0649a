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

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

import io.leaderelection.LeaderElection;
import io.leaderelection.coordinator.Campaign;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.memory.MemoryCluster;
import io.leaderelection.coordinator.memory.MemoryCoordinator;
import io.leaderelection.coordinator.memory.VirtualEventLoop;
import io.leaderelection.coordinator.memory.VirtualTime;
import io.leaderelection.spi.AdoptionOutcome;
import io.leaderelection.spi.FenceSealer;
import io.leaderelection.spi.SealOutcome;
import io.leaderelection.spi.SealRequest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link Admission}: many elections do not overwhelm a coordinator that takes
 * its time.
 */
class AdmissionTests {

	private static final Duration TTL = Duration.ofSeconds(10);

	private static final Duration SLOW = Duration.ofMillis(50);

	private final VirtualTime time = new VirtualTime();

	private final VirtualEventLoop loop = this.time.newLoop("a");

	private final VirtualEventLoop slow = this.time.newLoop("slow");

	private final MemoryCluster cluster = new MemoryCluster(this.time.newLoop("server"));

	private final Coordinator working = new MemoryCoordinator(this.cluster, this.loop);

	private final Set<String> unanswered = new HashSet<>();

	private int underWay;

	private int most;

	private int renewals;

	private int lookUps;

	private final Coordinator coordinator = mock(Coordinator.class, (call) -> {
		String name = call.getMethod().getName();
		if (name.equals("renew")) {
			this.renewals++;
		}
		if (name.equals("history")) {
			this.lookUps++;
		}
		if (!name.equals("campaign") && !name.equals("enlist")) {
			return call.getMethod().invoke(this.working, call.getArguments());
		}
		this.most = Math.max(this.most, ++this.underWay);
		CompletableFuture<Object> answer = new CompletableFuture<>();
		if (call.getArgument(0) instanceof Campaign campaign && this.unanswered.remove(campaign.election())) {
			this.underWay--;
			return answer;
		}
		this.slow.schedule(SLOW, () -> answer(call.getMethod(), call.getArguments(), answer));
		return answer;
	});

	private final ElectionEngine engine = engine(this.coordinator, this.loop);

	private static ElectionEngine engine(Coordinator coordinator, VirtualEventLoop loop) {
		return ElectionEngine.builder(coordinator, loop, loop.toString())
			.settings((name) -> ElectionSettings.of(TTL))
			.dispatcher(Runnable::run)
			.fenceSealer(new OpenFence())
			.seed(1)
			.build();
	}

	private void answer(Method method, Object[] arguments, CompletableFuture<Object> answer) {
		try {
			((CompletionStage<?>) method.invoke(this.working, arguments)).whenComplete((outcome, failure) -> {
				this.underWay--;
				answer.complete(outcome);
			});
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void fewCampaignsAreUnderWayAtATimeAndAllElectionsAreLed() {
		List<LeaderElection> elections = elections(1000);
		this.engine.start();
		this.time.advance(TTL);
		assertThat(elections).allMatch(LeaderElection::isLeader);
		assertThat(this.most).isEqualTo(32);
		assertThat(this.renewals).as("renewals are not kept waiting").isBetween(3, 5);
	}

	/**
	 * Lesson 9. Their places are free again after a time-to-live.
	 */
	@Test
	void callsThatAreNeverAnsweredKeepNobodyOutForLong() {
		List<LeaderElection> elections = elections(100);
		elections.stream().limit(40).forEach((election) -> this.unanswered.add(election.name()));
		this.engine.start();
		this.time.advance(TTL.multipliedBy(3));
		assertThat(this.unanswered).isEmpty();
		assertThat(elections).allMatch(LeaderElection::isLeader);
	}

	/**
	 * An election that nobody leads for a while is looked up, as its last term may have
	 * been burned, but not before those are campaigned for that wait already.
	 */
	@Test
	void electionsThatWaitToBeTakenOverAreNotLookedUp() {
		VirtualEventLoop former = this.time.newLoop("b");
		ElectionEngine other = engine(new MemoryCoordinator(this.cluster, former), former);
		assertThat(elections(other, 1000)).hasSize(1000);
		other.start();
		this.time.advance(TTL);
		List<LeaderElection> elections = elections(1000);
		this.engine.start();
		this.time.advance(TTL);
		assertThat(elections).noneMatch(LeaderElection::isLeader);
		former.kill();
		this.time.advance(TTL.plusSeconds(5));
		assertThat(elections).allMatch(LeaderElection::isLeader);
		assertThat(this.lookUps).isLessThan(50);
	}

	private List<LeaderElection> elections(int count) {
		return elections(this.engine, count);
	}

	private static List<LeaderElection> elections(ElectionEngine engine, int count) {
		return IntStream.range(0, count).mapToObj((i) -> engine.get("shard/" + i)).toList();
	}

	/**
	 * Fence that is raised at once.
	 */
	private static final class OpenFence implements FenceSealer {

		@Override
		public boolean protects(String election) {
			return true;
		}

		@Override
		public CompletionStage<SealOutcome> seal(SealRequest request) {
			return CompletableFuture.completedFuture(new SealOutcome.Sealed(List.of()));
		}

		@Override
		public CompletionStage<AdoptionOutcome> adopt(String election, String lineage, Duration bound) {
			throw new UnsupportedOperationException();
		}

	}

}
