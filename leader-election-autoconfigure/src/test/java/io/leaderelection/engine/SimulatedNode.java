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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import io.leaderelection.FencingToken;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElectionEvent;
import io.leaderelection.LeaderGrantedEvent;
import io.leaderelection.LeaderRevokedEvent;
import io.leaderelection.LeaderState;
import io.leaderelection.Leadership;
import io.leaderelection.coordinator.memory.MemoryCoordinator;
import io.leaderelection.coordinator.memory.MemoryLink;
import io.leaderelection.coordinator.memory.VirtualEventLoop;
import io.leaderelection.spi.Transition;
import org.jspecify.annotations.Nullable;

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

	private final Map<String, Ledger> ledgers = new TreeMap<>();

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
			this.ledgers.put(election, new Ledger(this.engine.get(election)));
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
		return !this.dead && this.loop.isAwake() && ledger(election).election.isLeader();
	}

	/**
	 * Check what the process would see if it looked now.
	 */
	void check() {
		if (this.dead || !this.loop.isAwake()) {
			return;
		}
		this.ledgers.values().forEach(Ledger::check);
	}

	/**
	 * Let every task ever started on this node try to write, however old its token.
	 */
	void writeWithOldTokens() {
		this.ledgers.values().forEach(Ledger::write);
	}

	/**
	 * Return the tokens of all terms announced on this node.
	 * @return the tokens
	 */
	List<FencingToken> captured() {
		return this.ledgers.values()
			.stream()
			.flatMap((ledger) -> ledger.captured.stream())
			.map(Leadership::token)
			.toList();
	}

	private Ledger ledger(String election) {
		Ledger ledger = this.ledgers.get(election);
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

	/**
	 * What was seen of one election on this node.
	 */
	private final class Ledger {

		private final LeaderElection election;

		private final List<Leadership> captured = new ArrayList<>();

		private final Set<FencingToken> over = new HashSet<>();

		private @Nullable FencingToken granted;

		private long highestTerm;

		private String instance = "";

		private long suspectedAt = -1;

		private Ledger(LeaderElection election) {
			this.election = election;
		}

		private void check() {
			boolean leader = this.election.isLeader();
			if (leader && this.election.state() != LeaderState.LEADER) {
				throw SimulatedNode.this.simulation.promises()
					.broken("I3: work may start in state " + this.election.state());
			}
			for (Leadership leadership : this.captured) {
				boolean valid = leadership.isValid();
				if (valid && this.over.contains(leadership.token())) {
					throw SimulatedNode.this.simulation.promises()
						.broken("I5: %s was resumed after it had ended".formatted(leadership.token()));
				}
				if (leadership.remaining().isZero()) {
					this.over.add(leadership.token());
				}
				if (valid) {
					SimulatedNode.this.simulation.promises().requireHeld(leadership.token(), SimulatedNode.this.name);
				}
			}
		}

		private void write() {
			if (SimulatedNode.this.simulation.isFenced(this.election.name())) {
				SimulatedFence fence = SimulatedNode.this.simulation.fence(this.election.name());
				this.captured.forEach((leadership) -> fence.write(leadership.token()));
			}
		}

		private void transition(Transition transition) {
			if (transition.to() == LeaderState.LEADER && transition.from() == LeaderState.SEALING) {
				announced();
			}
			if (transition.to() == LeaderState.SUSPECT) {
				this.suspectedAt = SimulatedNode.this.coordinator.calls();
			}
			if (transition.from() == LeaderState.SUSPECT && transition.to() == LeaderState.LEADER) {
				SimulatedNode.this.coordinator.requireEvidenceSince(this.election.name(), this.suspectedAt);
			}
		}

		private void announced() {
			Leadership leadership = this.election.leadership()
				.orElseThrow(() -> SimulatedNode.this.simulation.promises()
					.broken("I3: a term was announced that is not open for work"));
			Duration margin = SimulatedNode.this.simulation.settings().margin();
			if (leadership.remaining().compareTo(margin) <= 0) {
				throw SimulatedNode.this.simulation.promises()
					.broken("Lesson 1: announced with only %s left".formatted(leadership.remaining()));
			}
			FencingToken token = leadership.token();
			String current = SimulatedNode.this.engine.instance();
			if (current.equals(this.instance) && token.term() <= this.highestTerm) {
				throw SimulatedNode.this.simulation.promises()
					.broken("I1: term %d follows %d".formatted(token.term(), this.highestTerm));
			}
			this.instance = current;
			this.highestTerm = token.term();
			this.captured.add(leadership);
			SimulatedNode.this.simulation.promises().granted(token, current);
		}

		private void published(LeaderElectionEvent event) {
			if (event instanceof LeaderGrantedEvent grantedEvent) {
				if (this.granted != null) {
					throw SimulatedNode.this.simulation.promises()
						.broken("I7: %s granted while %s is".formatted(grantedEvent.getToken(), this.granted));
				}
				this.granted = grantedEvent.getToken();
			}
			else if (event instanceof LeaderRevokedEvent revoked) {
				if (!revoked.getToken().equals(this.granted)) {
					throw SimulatedNode.this.simulation.promises()
						.broken("I7: %s revoked while %s is granted".formatted(revoked.getToken(), this.granted));
				}
				boolean stillValid = this.captured.stream()
					.anyMatch((leadership) -> leadership.token().equals(revoked.getToken()) && leadership.isValid());
				boolean stillLeading = this.election.leadership()
					.filter((leadership) -> leadership.token().equals(revoked.getToken()))
					.isPresent();
				if (stillValid || stillLeading) {
					throw SimulatedNode.this.simulation.promises()
						.broken("I7: %s was published as revoked before the state was flipped"
							.formatted(revoked.getToken()));
				}
				this.over.add(revoked.getToken());
				this.granted = null;
			}
		}

	}

}
