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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import io.leaderelection.FencingToken;
import io.leaderelection.LeaderElectionEvent;
import io.leaderelection.coordinator.memory.MemoryCoordinator;
import io.leaderelection.coordinator.memory.MemoryLink;
import io.leaderelection.coordinator.memory.VirtualEventLoop;
import io.leaderelection.spi.Transition;

/**
 * Process that runs an engine in a simulation. It records and judges everything that its
 * users would see.
 */
final class SimulatedNode {

	private final Simulation simulation;

	private final String name;

	private final VirtualEventLoop loop;

	private final MemoryCoordinator link;

	private final SupervisedCoordinator coordinator;

	private final ElectionEngine engine;

	private final Map<String, ElectionLedger> ledgers = new TreeMap<>();

	private final Set<String> ineligible = new HashSet<>();

	private boolean dead;

	SimulatedNode(Simulation simulation, String name, long seed, Rules rules) {
		this.simulation = simulation;
		this.name = name;
		this.loop = simulation.time().newLoop(name);
		this.link = new MemoryCoordinator(simulation.cluster(), this.loop);
		this.link.link().setLatency(simulation::latency);
		this.coordinator = new SupervisedCoordinator(this.link, this.loop, simulation.settings().margin(),
				simulation.promises());
		this.engine = ElectionEngine.builder(this.coordinator, this.loop, name)
			.settings((election) -> simulation.settings())
			.publisher(this::published)
			.dispatcher(this::dispatch)
			.workDrain(simulation.drain(this.loop))
			.fenceSealer(simulation.sealer(this.loop, this.link.link()))
			.eligibilities(List.of((election) -> this.ineligible.contains(election) ? "told so" : null))
			.transitionListeners(List.of(this::transition))
			.seed(seed)
			.rules(rules)
			.build();
		for (String election : simulation.elections()) {
			this.ledgers.put(election, new ElectionLedger(this, simulation, this.engine.get(election)));
		}
		this.engine.start();
	}

	String name() {
		return this.name;
	}

	VirtualEventLoop loop() {
		return this.loop;
	}

	MemoryLink link() {
		return this.link.link();
	}

	ElectionEngine engine() {
		return this.engine;
	}

	SupervisedCoordinator coordinator() {
		return this.coordinator;
	}

	Set<String> ineligible() {
		return this.ineligible;
	}

	boolean isDead() {
		return this.dead;
	}

	void kill() {
		this.dead = true;
		this.loop.kill();
	}

	boolean isLeader(String election) {
		return !this.dead && this.loop.isAwake() && ledger(election).isLeader();
	}

	/**
	 * Check what the process would see if it looked now.
	 */
	void check() {
		if (this.dead || !this.loop.isAwake()) {
			return;
		}
		this.ledgers.values().forEach(ElectionLedger::check);
	}

	/**
	 * Let every task ever started on this node try to write, however old its token.
	 */
	void writeWithOldTokens() {
		this.ledgers.values().forEach(ElectionLedger::write);
	}

	/**
	 * Return the tokens of all terms announced on this node.
	 * @return the tokens
	 */
	List<FencingToken> captured() {
		return this.ledgers.values().stream().flatMap((ledger) -> ledger.captured().stream()).toList();
	}

	private ElectionLedger ledger(String election) {
		ElectionLedger ledger = this.ledgers.get(election);
		if (ledger == null) {
			throw new IllegalStateException("No election '%s'".formatted(election));
		}
		return ledger;
	}

	private void dispatch(Runnable delivery) {
		if (this.simulation.random().nextBoolean()) {
			delivery.run();
		}
		else {
			this.loop.schedule(Duration.ofMillis(this.simulation.random().nextInt(300)), delivery);
		}
	}

	private void published(Object event) {
		if (event instanceof LeaderElectionEvent electionEvent) {
			this.simulation.trace().note(this.name, () -> "event " + event);
			ledger(electionEvent.getElection().name()).published(electionEvent);
		}
		if (this.simulation.random().nextInt(20) == 0) {
			throw new IllegalStateException("A listener of the simulation throws");
		}
	}

	private void transition(Transition transition) {
		this.simulation.trace()
			.note(this.name, () -> "%s %s -> %s (%s) %s: %s".formatted(transition.election(), transition.from(),
					transition.to(), transition.reason(), transition.token(), transition.detail()));
		ledger(transition.election()).transition(transition);
	}

}
