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

import java.util.List;
import java.util.Random;

import io.leaderelection.coordinator.LineageOutcome;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.memory.MemoryCluster;
import io.leaderelection.coordinator.memory.MemoryCoordinator;
import org.jspecify.annotations.Nullable;

/**
 * What happens to the coordinator of a simulation as a whole.
 */
final class ClusterFaults {

	private final MemoryCoordinator operator;

	private MemoryCluster.@Nullable Snapshot snapshot;

	private final Chaos chaos;

	private final Simulation simulation;

	private final Random random;

	ClusterFaults(Chaos chaos, Simulation simulation) {
		this.chaos = chaos;
		this.simulation = simulation;
		this.random = simulation.random();
		this.operator = new MemoryCoordinator(simulation.cluster(), simulation.harness());
	}

	void damage() {
		MemoryCluster cluster = this.simulation.cluster();
		int kind = this.random.nextInt(8);
		this.simulation.trace().note("cluster", () -> "is damaged (" + kind + ")");
		switch (kind) {
			case 0, 1 -> takeSnapshot(cluster);
			case 2 -> {
				if (this.snapshot != null) {
					this.simulation.promises().recordsLost();
					cluster.restore(this.snapshot);
					this.snapshot = null;
				}
			}
			case 3 -> {
				this.simulation.promises().recordsLost();
				cluster.replace();
				this.chaos.later(this.chaos.duration(1), this::adopt);
			}
			case 4, 5 -> {
				List<Session> sessions = cluster.sessions();
				if (!sessions.isEmpty()) {
					this.simulation.promises().recordsLost();
					cluster.endSession(sessions.get(this.random.nextInt(sessions.size())).id());
				}
			}
			default -> {
				cluster.stop();
				this.chaos.later(this.chaos.duration(1), cluster::start);
			}
		}
	}

	/**
	 * Let an operator adopt the coordinator's data for all fences.
	 */
	void adopt() {
		this.operator.lineage().thenAccept((outcome) -> {
			if (outcome instanceof LineageOutcome.Known known) {
				this.simulation.elections()
					.stream()
					.filter(this.simulation::isFenced)
					.forEach((election) -> this.simulation.fence(election).adopt(known.lineage()));
			}
			else {
				adopt();
			}
		});
	}

	private void takeSnapshot(MemoryCluster cluster) {
		this.snapshot = cluster.snapshot();
	}

}
