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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

import io.leaderelection.FencingToken;
import io.leaderelection.LeaderElection;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.memory.MemoryCluster;
import io.leaderelection.coordinator.memory.MemoryCoordinator;
import io.leaderelection.coordinator.memory.VirtualEventLoop;
import io.leaderelection.coordinator.memory.VirtualTime;
import io.leaderelection.spi.WorkDrain;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * Tests for what an instance gives up while {@link Admission} has no room, as the
 * coordinator leaves all campaigns unanswered.
 */
class CrowdedStopTests {

	private static final Duration TTL = Duration.ofSeconds(10);

	private static final Duration SOON = Duration.ofMillis(100);

	private final VirtualTime time = new VirtualTime();

	private final MemoryCluster cluster = new MemoryCluster(this.time.newLoop("server"));

	private final CompletableFuture<Void> work = new CompletableFuture<>();

	private int unanswered;

	private final ElectionEngine engine = crowded("a");

	private final LeaderElection own = this.engine.get("own");

	@BeforeEach
	void leadOneElectionAndCampaignForManyInVain() {
		VirtualEventLoop former = this.time.newLoop("b");
		ElectionEngine other = engine(former, new MemoryCoordinator(this.cluster, former));
		List<LeaderElection> others = IntStream.range(0, 100).mapToObj((i) -> other.get("shard/" + i)).toList();
		other.start();
		this.time.advance(TTL);
		this.engine.start();
		IntStream.range(0, 100).forEach((i) -> this.engine.get("shard/" + i));
		this.time.advance(TTL);
		assertThat(this.own.isLeader()).isTrue();
		assertThat(others).allMatch(LeaderElection::isLeader);
		assertThat(listed()).isEqualTo(100);
		former.kill();
		while (this.unanswered < 32) {
			assertThat(this.time.step()).isTrue();
		}
		this.time.advance(SOON);
		assertThat(this.unanswered).isEqualTo(32);
	}

	@Test
	void promiseI8InstanceThatStopsIsNoCandidateForLong() {
		CompletableFuture<Void> stopped = this.engine.stop();
		this.time.advance(SOON);
		assertThat(stopped).isNotDone();
		assertThat(listed()).isZero();
		this.work.complete(null);
		this.time.advance(Duration.ofSeconds(2));
		assertThat(stopped).isCompleted();
		assertThat(this.cluster.sessions()).noneMatch((session) -> session.instance().equals(this.engine.instance()));
	}

	@Test
	void resignationWaitsForNoOtherCall() {
		this.work.complete(null);
		CompletableFuture<Void> resigned = this.own.resign(Duration.ofMinutes(1));
		this.time.advance(SOON);
		assertThat(resigned).isCompleted();
	}

	private long listed() {
		return IntStream.range(0, 100)
			.filter((i) -> this.cluster.view("shard/" + i).candidates().containsKey(this.engine.instance()))
			.count();
	}

	private ElectionEngine crowded(String name) {
		VirtualEventLoop loop = this.time.newLoop(name);
		Coordinator working = new MemoryCoordinator(this.cluster, loop);
		return engine(loop, mock(Coordinator.class, (call) -> {
			boolean shard = call.getMethod().getName().equals("campaign")
					&& call.getArgument(0).toString().contains("shard/");
			if (shard) {
				this.unanswered++;
				return new CompletableFuture<>();
			}
			return call.getMethod().invoke(working, call.getArguments());
		}));
	}

	private ElectionEngine engine(VirtualEventLoop loop, Coordinator coordinator) {
		return ElectionEngine.builder(coordinator, loop, loop.toString())
			.settings((name) -> ElectionSettings.of(TTL))
			.dispatcher(Runnable::run)
			.workDrain(new WorkDrain() {

				@Override
				public CompletionStage<Void> drain(FencingToken token) {
					return CrowdedStopTests.this.work;
				}

				@Override
				public void interrupt(FencingToken token) {
				}

			})
			.seed(1)
			.build();
	}

}
