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

import io.leaderelection.LeaderElection;
import io.leaderelection.coordinator.memory.MemoryCluster;
import io.leaderelection.coordinator.memory.MemoryCoordinator;
import io.leaderelection.coordinator.memory.VirtualEventLoop;
import io.leaderelection.coordinator.memory.VirtualTime;
import io.leaderelection.spi.AdoptionOutcome;
import io.leaderelection.spi.FenceSealer;
import io.leaderelection.spi.SealOutcome;
import io.leaderelection.spi.SealRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LineageWatch}.
 */
class LineageWatchTests {

	private static final Duration TTL = Duration.ofSeconds(5);

	private final VirtualTime time = new VirtualTime();

	private final MemoryCluster cluster = new MemoryCluster(this.time.newLoop("server"));

	private final QuietLogs quiet = new QuietLogs();

	/**
	 * The data are replaced by mistake, and then restored from a backup with a later
	 * revision while nobody answers: no revision goes back.
	 */
	@Test
	void restoreToALaterRevisionDuringAnOutageIsNoticed() {
		VirtualEventLoop busy = this.time.newLoop("busy");
		ElectionEngine former = engine(busy);
		List<LeaderElection> others = IntStream.range(0, 50).mapToObj((i) -> former.get("shard/" + i)).toList();
		former.start();
		ElectionEngine engine = engine(this.time.newLoop("a"));
		LeaderElection election = engine.get("settlement");
		engine.start();
		this.time.advance(TTL);
		assertThat(others).allMatch(LeaderElection::isLeader);
		assertThat(election.isLeader()).isTrue();
		busy.kill();
		MemoryCluster.Snapshot backup = this.cluster.snapshot();
		this.cluster.replace();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(election.isLeader()).isFalse();
		this.cluster.stop();
		this.time.advance(TTL.multipliedBy(2));
		this.cluster.restore(backup);
		this.cluster.start();
		this.time.advance(TTL.multipliedBy(6));
		assertThat(election.isLeader()).isTrue();
		this.quiet.close();
	}

	private ElectionEngine engine(VirtualEventLoop loop) {
		return ElectionEngine.builder(new MemoryCoordinator(this.cluster, loop), loop, loop.toString())
			.settings((name) -> ElectionSettings.of(TTL))
			.dispatcher(Runnable::run)
			.fenceSealer(new RememberingFence())
			.seed(1)
			.build();
	}

	/**
	 * Fence that is raised at once and keeps to the lineage it saw first.
	 */
	private static final class RememberingFence implements FenceSealer {

		private @Nullable String lineage;

		@Override
		public boolean protects(String election) {
			return true;
		}

		@Override
		public CompletionStage<SealOutcome> seal(SealRequest request) {
			String first = (this.lineage != null) ? this.lineage : request.lineage();
			this.lineage = first;
			return CompletableFuture.completedFuture(first.equals(request.lineage())
					? new SealOutcome.Sealed(List.of("db")) : new SealOutcome.ForeignLineage(first, "db"));
		}

		@Override
		public CompletionStage<AdoptionOutcome> adopt(String election, String lineage, Duration bound) {
			throw new UnsupportedOperationException();
		}

	}

}
