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
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.leaderelection.LeaderElection;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.memory.MemoryCluster;
import io.leaderelection.coordinator.memory.MemoryCoordinator;
import io.leaderelection.coordinator.memory.VirtualEventLoop;
import io.leaderelection.coordinator.memory.VirtualTime;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * Tests for the lease that the elections of an {@link ElectionEngine} share.
 */
class SharedLeaseTests {

	private static final Duration TTL = Duration.ofSeconds(5);

	private final VirtualTime time = new VirtualTime();

	private final VirtualEventLoop loop = this.time.newLoop("a");

	private final Coordinator working = new MemoryCoordinator(new MemoryCluster(this.time.newLoop("server")),
			this.loop);

	private final Map<String, Integer> calls = new HashMap<>();

	private final Coordinator coordinator = mock(Coordinator.class, (call) -> {
		this.calls.merge(call.getMethod().getName(), 1, Integer::sum);
		return call.getMethod().invoke(this.working, call.getArguments());
	});

	private final ElectionEngine engine = ElectionEngine.builder(this.coordinator, this.loop, "a")
		.settings((name) -> ElectionSettings.of(TTL))
		.dispatcher(Runnable::run)
		.seed(1)
		.build();

	@Test
	void thousandElectionsCostOneRenewalAnInterval() {
		List<LeaderElection> elections = IntStream.range(0, 1000)
			.mapToObj((i) -> this.engine.get("shard/" + i))
			.toList();
		this.engine.start();
		this.time.advance(TTL);
		assertThat(elections).allMatch(LeaderElection::isLeader);
		this.calls.clear();
		this.time.advance(TTL.multipliedBy(4));
		assertThat(elections).allMatch(LeaderElection::isLeader);
		assertThat(this.calls.get("renew")).isBetween(15, 17);
		assertThat(this.calls).doesNotContainKey("open");
	}

}
