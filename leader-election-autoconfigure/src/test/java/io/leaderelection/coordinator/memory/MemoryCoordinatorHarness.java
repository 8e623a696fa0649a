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

package io.leaderelection.coordinator.memory;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.CoordinatorHarness;

/**
 * Memory coordinator in virtual time.
 */
class MemoryCoordinatorHarness extends CoordinatorHarness {

	private static final MemoryCoordinator.Settings SETTINGS = new MemoryCoordinator.Settings(Duration.ofSeconds(1),
			Duration.ofSeconds(1), Duration.ofSeconds(10));

	private final VirtualTime time = new VirtualTime();

	private final MemoryCluster cluster = new MemoryCluster(this.time.newLoop("server"));

	private final Map<Coordinator, MemoryLink> links = new HashMap<>();

	@Override
	protected Coordinator createClient() {
		String name = "client-" + (this.links.size() + 1);
		MemoryCoordinator client = new MemoryCoordinator(this.cluster, this.time.newLoop(name), SETTINGS);
		client.link().setLatency(() -> Duration.ofMillis(1));
		this.links.put(client, client.link());
		return client;
	}

	@Override
	protected Duration ttl() {
		return Duration.ofSeconds(2);
	}

	@Override
	protected Duration expiryGranularity() {
		return Duration.ofMillis(500);
	}

	@Override
	protected void pass(Duration duration) {
		this.time.advance(duration);
	}

	@Override
	protected void passUntil(Duration atMost, BooleanSupplier condition) {
		Duration end = this.time.elapsed().plus(atMost);
		while (!condition.getAsBoolean()) {
			if (!this.time.stepUntil(end) && !condition.getAsBoolean()) {
				throw new AssertionError("The condition did not hold within " + atMost);
			}
		}
	}

	@Override
	protected void restartServer() {
		this.cluster.stop();
		this.time.advance(Duration.ofSeconds(3));
		this.cluster.start();
	}

	@Override
	protected Runnable takeSnapshot() {
		MemoryCluster.Snapshot snapshot = this.cluster.snapshot();
		return () -> this.cluster.restore(snapshot);
	}

	@Override
	protected void disturb(Coordinator client, Disturbance disturbance) {
		MemoryLink link = link(client);
		switch (disturbance) {
			case CUT -> link.cut();
			case SILENCE -> link.partition();
			case LOST_ANSWERS -> link.setPlan((operation) -> new Fault.LostAnswer());
			case HELD_REQUESTS -> link.hold();
		}
	}

	@Override
	protected void recover(Coordinator client) {
		link(client).setPlan(FaultPlan.NO_FAULTS);
		link(client).heal();
	}

	@Override
	protected void overwriteTerm(String election, long term) {
		this.cluster.overwriteTerm(election, term);
	}

	private MemoryLink link(Coordinator client) {
		MemoryLink link = this.links.get(client);
		if (link == null) {
			throw new IllegalArgumentException("'client' must be a client of this harness");
		}
		return link;
	}

}
