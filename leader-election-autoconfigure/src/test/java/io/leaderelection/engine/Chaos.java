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
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import io.leaderelection.ControlRequest;
import io.leaderelection.coordinator.memory.FaultPlan;

/**
 * Faults and orders of a simulation, drawn at random between any two steps.
 */
final class Chaos {

	static final ControlRequest OPERATOR = new ControlRequest("operator", "simulation");

	/**
	 * Longest time after which a request that was sent before has no effect any more.
	 */
	static final Duration LONGEST_DELAY = Duration.ofSeconds(3);

	private static final int STEPS_BETWEEN = 60;

	private final Simulation simulation;

	private final Random random;

	private final NodeFaults nodeFaults;

	private final ClusterFaults clusterFaults;

	private final SealFaults sealFaults;

	private final OperatorOrders orders;

	private final List<CompletableFuture<?>> placed = new ArrayList<>();

	private boolean abandoned;

	private boolean over;

	private int wait;

	Chaos(Simulation simulation) {
		this.simulation = simulation;
		this.random = simulation.random();
		this.nodeFaults = new NodeFaults(this, simulation);
		this.clusterFaults = new ClusterFaults(this, simulation);
		this.sealFaults = new SealFaults(this, simulation);
		this.orders = new OperatorOrders(this, simulation);
	}

	void perhaps() {
		Duration left = Simulation.CHAOS.minus(this.simulation.time().elapsed());
		if (!this.abandoned && left.compareTo(LONGEST_DELAY) < 0) {
			this.abandoned = true;
			this.nodeFaults.abandon(anyNode());
		}
		this.wait--;
		if (this.wait <= 0) {
			this.wait = 1 + this.random.nextInt(2 * STEPS_BETWEEN);
			strike();
		}
	}

	/**
	 * End every fault: what was promised has to hold from now on.
	 */
	void end() {
		this.over = true;
		this.simulation.cluster().start();
		for (SimulatedNode node : this.simulation.nodes()) {
			node.loop().thaw();
			node.loop().resume();
			node.link().heal();
			node.link().unmuteWatch();
			node.link().setPlan(FaultPlan.NO_FAULTS);
			node.ineligible().clear();
			if (!node.isDead()) {
				node.engine().start();
			}
		}
		this.clusterFaults.adopt();
		if (living().isEmpty()) {
			this.simulation.startNode();
		}
	}

	/**
	 * Let every election go on that was left paused.
	 */
	void resumePaused() {
		for (String election : this.simulation.elections()) {
			if (this.simulation.cluster().view(election).pause() != null) {
				placed(anyNode().engine().resume(election, OPERATOR));
			}
		}
	}

	private void strike() {
		SimulatedNode node = anyNode();
		switch (this.random.nextInt(23)) {
			case 0, 1 -> this.nodeFaults.freeze(node);
			case 2 -> this.nodeFaults.suspend(node);
			case 3 -> this.nodeFaults.jump(node);
			case 4, 5 -> this.nodeFaults.isolate(node);
			case 6, 7, 8 -> this.nodeFaults.disturb(node);
			case 9 -> this.nodeFaults.silence(node);
			case 10 -> this.nodeFaults.kill(node);
			case 11 -> this.nodeFaults.restart(node);
			case 12, 13 -> this.orders.resign(node);
			case 14 -> this.orders.transfer(node);
			case 15 -> this.orders.pause(node);
			case 16 -> this.orders.release(node);
			case 17, 18 -> this.nodeFaults.turnEligibility(node);
			case 19 -> this.sealFaults.failSome();
			case 20 -> this.clusterFaults.damage();
			case 21 -> this.nodeFaults.abandon(node);
			default -> node.writeWithOldTokens();
		}
	}

	void later(Duration delay, Runnable end) {
		this.simulation.harness().schedule(delay, end);
	}

	Duration duration(double leases) {
		double length = leases * this.simulation.settings().ttl().toNanos();
		return Duration.ofNanos((long) (length * this.random.nextDouble() * this.random.nextDouble()));
	}

	SimulatedNode anyNode() {
		List<SimulatedNode> living = living();
		if (living.isEmpty()) {
			this.simulation.startNode();
			living = living();
		}
		return living.get(this.random.nextInt(living.size()));
	}

	List<SimulatedNode> living() {
		return this.simulation.nodes().stream().filter((node) -> !node.isDead()).toList();
	}

	String anyElection() {
		List<String> elections = List.copyOf(this.simulation.elections());
		return elections.get(this.random.nextInt(elections.size()));
	}

	void note(SimulatedNode node, Supplier<String> what) {
		this.simulation.trace().note(node.name(), what);
	}

	/**
	 * Take note of an order, whose answer must not be an exception.
	 * @param order the order
	 */
	void placed(CompletableFuture<?> order) {
		this.placed.add(order);
	}

	/**
	 * Fail if an order was answered by an exception.
	 */
	void requireAnswers() {
		if (this.placed.stream().anyMatch(CompletableFuture::isCompletedExceptionally)) {
			throw this.simulation.promises().broken("An order was answered by an exception");
		}
	}

	boolean isOver() {
		return this.over;
	}

	SealFaults sealFaults() {
		return this.sealFaults;
	}

}
