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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import io.leaderelection.ControlRequest;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.LineageOutcome;
import io.leaderelection.coordinator.memory.MemoryCluster;
import io.leaderelection.coordinator.memory.MemoryCoordinator;
import io.leaderelection.coordinator.memory.VirtualEventLoop;
import io.leaderelection.coordinator.memory.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Engines over one memory cluster in virtual time, moved by hand.
 */
final class VirtualCluster {

	static final String ELECTION = "settlement";

	static final Duration TTL = Duration.ofSeconds(5);

	static final ControlRequest OPERATOR = new ControlRequest("alice", "drill");

	private final VirtualTime time = new VirtualTime();

	private final MemoryCluster cluster = new MemoryCluster(this.time.newLoop("server"));

	private final List<VirtualNode> nodes = new ArrayList<>();

	VirtualNode start(String name) {
		return start(name, (builder) -> {
		});
	}

	VirtualNode start(String name, Consumer<ElectionEngineBuilder> customizer) {
		VirtualEventLoop loop = this.time.newLoop(name);
		MemoryCoordinator coordinator = new MemoryCoordinator(this.cluster, loop);
		coordinator.link().setLatency(() -> Duration.ofMillis(1));
		VirtualNode node = new VirtualNode(loop, coordinator, this.nodes.size() + 1, customizer);
		this.nodes.add(node);
		node.engine().start();
		return node;
	}

	/**
	 * Start a node and let it become the leader.
	 */
	VirtualNode startLeader(String name) {
		return startLeader(name, (builder) -> {
		});
	}

	VirtualNode startLeader(String name, Consumer<ElectionEngineBuilder> customizer) {
		VirtualNode node = start(name, customizer);
		advance(Duration.ofMillis(100));
		assertThat(node.election().isLeader()).isTrue();
		return node;
	}

	void advance(Duration duration) {
		this.time.advance(duration);
	}

	/**
	 * Let time go on until the condition holds.
	 * @return how long it took
	 */
	Duration advanceUntil(BooleanSupplier condition, Duration bound) {
		Duration begin = this.time.elapsed();
		while (!condition.getAsBoolean()) {
			assertThat(this.time.elapsed().minus(begin)).isLessThan(bound);
			assertThat(this.time.step()).isTrue();
		}
		return this.time.elapsed().minus(begin);
	}

	<T> T await(CompletableFuture<T> future) {
		advanceUntil(future::isDone, Duration.ofMinutes(2));
		return future.join();
	}

	MemoryCluster server() {
		return this.cluster;
	}

	String lineage() {
		MemoryCoordinator client = new MemoryCoordinator(this.cluster, this.time.newLoop("operator"));
		LineageOutcome outcome = await(client.lineage().toCompletableFuture());
		client.close();
		return ((LineageOutcome.Known) outcome).lineage();
	}

	ElectionView view() {
		return this.cluster.view(ELECTION);
	}

}
