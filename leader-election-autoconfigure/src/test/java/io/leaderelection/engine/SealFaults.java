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
import java.util.Random;
import java.util.concurrent.CompletableFuture;

import io.leaderelection.coordinator.EventLoop;
import io.leaderelection.coordinator.memory.MemoryLink;
import io.leaderelection.spi.SealOutcome;
import io.leaderelection.spi.SealRequest;

/**
 * Slowness and failures of the database in a simulation.
 */
final class SealFaults {

	private int failing;

	private final Chaos chaos;

	private final Simulation simulation;

	private final Random random;

	SealFaults(Chaos chaos, Simulation simulation) {
		this.chaos = chaos;
		this.simulation = simulation;
		this.random = simulation.random();
	}

	void seal(EventLoop loop, MemoryLink link, SealRequest request, CompletableFuture<SealOutcome> sealed) {
		boolean fails = !this.chaos.isOver() && this.failing > 0 && this.random.nextBoolean();
		Duration delay = Duration
			.ofMillis(this.chaos.isOver() ? 5 : this.random.nextInt(100) * this.random.nextInt(20));
		if (fails) {
			this.failing--;
		}
		else if (!this.chaos.isOver() && this.random.nextInt(10) == 0) {
			// The database answers late, and the coordinator not at all.
			Duration ttl = this.simulation.settings().ttl();
			delay = ttl.multipliedBy(60 + this.random.nextInt(40)).dividedBy(100);
			link.partition();
			this.chaos.later(ttl, link::heal);
		}
		Duration half = delay.dividedBy(2);
		SealOutcome failure = new SealOutcome.Failed(List.of("db"), "simulated");
		SimulatedFence fence = this.simulation.fence(request.token().election());
		// The database works even while the process that asked stands still.
		this.chaos.later(half, () -> {
			SealOutcome outcome = fails ? failure : fence.seal(request);
			loop.schedule(half, () -> sealed.complete(outcome));
		});
	}

	void failSome() {
		this.failing = 1 + this.random.nextInt(5);
	}

}
