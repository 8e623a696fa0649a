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
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.leaderelection.FencingToken;
import io.leaderelection.coordinator.EventLoop;
import io.leaderelection.coordinator.memory.MemoryCluster;
import io.leaderelection.coordinator.memory.MemoryLink;
import io.leaderelection.coordinator.memory.VirtualEventLoop;
import io.leaderelection.coordinator.memory.VirtualTime;
import io.leaderelection.spi.AdoptionOutcome;
import io.leaderelection.spi.FenceSealer;
import io.leaderelection.spi.SealOutcome;
import io.leaderelection.spi.SealRequest;
import io.leaderelection.spi.WorkDrain;
import org.jspecify.annotations.Nullable;

/**
 * One seeded run of several engines over one memory cluster, with faults at any step and
 * every promise checked after each.
 */
final class Simulation {

	static final Duration CHAOS = Duration.ofSeconds(40);

	private static final Duration CALM = Duration.ofSeconds(10);

	private final Random random;

	private final VirtualTime time;

	private final Trace trace;

	private final Rules rules;

	private final MemoryCluster cluster;

	private final VirtualEventLoop harness;

	private final Duration granularity;

	private final ElectionSettings settings;

	private final Map<String, @Nullable SimulatedFence> fences = new TreeMap<>();

	private final List<SimulatedNode> nodes = new ArrayList<>();

	private final Promises promises = new Promises(this);

	private final Chaos chaos;

	private int started;

	Simulation(long seed, Rules rules, boolean traced) {
		this.random = new Random(seed);
		this.time = new VirtualTime(seed);
		this.trace = new Trace(this.time, traced);
		this.rules = rules;
		this.harness = this.time.newLoop("harness");
		this.granularity = Duration.ofMillis(50 + this.random.nextInt(450));
		this.cluster = new MemoryCluster(this.time.newLoop("server"),
				new MemoryCluster.Settings(Duration.ZERO, this.granularity, this.random.nextBoolean()),
				() -> new UUID(this.random.nextLong(), this.random.nextLong()).toString());
		this.settings = drawSettings();
		int elections = 1 + this.random.nextInt(3);
		for (int i = 0; i < elections; i++) {
			this.fences.put("election-" + i, this.random.nextBoolean() ? new SimulatedFence(this.promises) : null);
		}
		this.chaos = new Chaos(this);
	}

	private ElectionSettings drawSettings() {
		Duration ttl = Duration.ofSeconds(2 + this.random.nextInt(5));
		Duration suspectAfter = this.random.nextBoolean() ? null : ttl.multipliedBy(95).dividedBy(100);
		Duration sealTimeout = this.random.nextBoolean() ? null : ttl.multipliedBy(9).dividedBy(10);
		return ElectionSettings.of(ttl, null, null, suspectAfter, sealTimeout, Duration.ofSeconds(1), null, null,
				Map.of());
	}

	/**
	 * Run the simulation to its end.
	 * @throws BrokenPromise if a promise does not hold
	 */
	void run() {
		this.time.setStepListener(this::afterStep);
		int candidates = 2 + this.random.nextInt(6);
		for (int i = 0; i < candidates; i++) {
			startNode();
		}
		boolean ran = true;
		while (ran || this.time.elapsed().compareTo(CHAOS) < 0) {
			ran = this.time.stepUntil(CHAOS);
			this.chaos.perhaps();
		}
		this.chaos.end();
		this.time.advance(Chaos.LONGEST_DELAY);
		this.chaos.resumePaused();
		this.trace.note("harness", () -> "the last fault is over");
		this.time.advance(promisedTime());
		Map<String, String> leaders = new TreeMap<>();
		this.fences.keySet().forEach((election) -> leaders.put(election, leader(election)));
		this.time.advance(CALM);
		this.chaos.requireAnswers();
		this.fences.keySet().forEach((election) -> {
			if (!leader(election).equals(leaders.get(election))) {
				throw this.promises.broken("I6: '%s' changed hands without a cause".formatted(election));
			}
		});
	}

	void startNode() {
		this.started++;
		SimulatedNode node = new SimulatedNode(this, "node-" + this.started, this.random.nextLong(), this.rules);
		this.nodes.add(node);
	}

	/**
	 * Return the promised time: the time-to-live of a lease whose holder died, or that a
	 * restarted coordinator extended, its granularity of expiry, half a second for the
	 * campaign and the bound of sealing. A call that was in flight when the last fault
	 * ended may have to run into its deadline first.
	 */
	private Duration promisedTime() {
		return this.settings.ttl()
			.plus(this.granularity)
			.plusMillis(500)
			.plus(this.settings.sealTimeout())
			.plus(this.settings.attemptTimeout());
	}

	private String leader(String election) {
		List<String> leading = this.nodes.stream()
			.filter((node) -> node.isLeader(election))
			.map(SimulatedNode::name)
			.toList();
		if (leading.size() != 1) {
			throw this.promises.broken("I6: after the promised time '%s' is led by %s".formatted(election, leading));
		}
		return leading.get(0);
	}

	private void afterStep() {
		this.promises.require();
		this.nodes.forEach(SimulatedNode::check);
		this.promises.require();
	}

	Duration latency() {
		return Duration.ofNanos(200_000 + this.random.nextInt(3_000_000));
	}

	/**
	 * Create the part that knows the work in flight: there is some, for a random time.
	 */
	WorkDrain drain(EventLoop loop) {
		return new WorkDrain() {

			@Override
			public CompletionStage<Void> drain(FencingToken token) {
				CompletableFuture<Void> drained = new CompletableFuture<>();
				int millis = Simulation.this.random.nextInt(4) * Simulation.this.random.nextInt(600);
				loop.schedule(Duration.ofMillis(millis), () -> drained.complete(null));
				return drained;
			}

			@Override
			public void interrupt(FencingToken token) {
			}

		};
	}

	FenceSealer sealer(EventLoop loop, MemoryLink link) {
		return new FenceSealer() {

			@Override
			public boolean protects(String election) {
				return isFenced(election);
			}

			@Override
			public CompletionStage<SealOutcome> seal(SealRequest request) {
				CompletableFuture<SealOutcome> sealed = new CompletableFuture<>();
				Simulation.this.chaos.sealFaults().seal(loop, link, request, sealed);
				return sealed;
			}

			@Override
			public CompletionStage<AdoptionOutcome> adopt(String election, String lineage, Duration bound) {
				throw new UnsupportedOperationException("No operator of the simulation orders it");
			}

		};
	}

	boolean isFenced(String election) {
		return this.fences.get(election) != null;
	}

	SimulatedFence fence(String election) {
		SimulatedFence fence = this.fences.get(election);
		if (fence == null) {
			throw new IllegalStateException("'%s' has no fence".formatted(election));
		}
		return fence;
	}

	Collection<String> elections() {
		return this.fences.keySet();
	}

	List<SimulatedNode> nodes() {
		return this.nodes;
	}

	Random random() {
		return this.random;
	}

	VirtualTime time() {
		return this.time;
	}

	VirtualEventLoop harness() {
		return this.harness;
	}

	Trace trace() {
		return this.trace;
	}

	MemoryCluster cluster() {
		return this.cluster;
	}

	ElectionSettings settings() {
		return this.settings;
	}

	Promises promises() {
		return this.promises;
	}

}
