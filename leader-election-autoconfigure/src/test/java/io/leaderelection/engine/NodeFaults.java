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

import io.leaderelection.coordinator.Refused;
import io.leaderelection.coordinator.memory.Fault;
import io.leaderelection.coordinator.memory.FaultPlan;
import io.leaderelection.coordinator.memory.Operation;

/**
 * What happens to single processes of a simulation and to their connections.
 */
final class NodeFaults {

	private final Chaos chaos;

	private final Simulation simulation;

	private final Random random;

	NodeFaults(Chaos chaos, Simulation simulation) {
		this.chaos = chaos;
		this.simulation = simulation;
		this.random = simulation.random();
	}

	void freeze(SimulatedNode node) {
		Duration duration = this.chaos.duration(1.5);
		this.chaos.note(node, () -> "freezes for " + duration);
		node.loop().freeze();
		this.chaos.later(duration, () -> {
			this.chaos.note(node, () -> "thaws");
			node.loop().thaw();
			node.check();
		});
	}

	void suspend(SimulatedNode node) {
		Duration duration = this.chaos.duration(1.5);
		this.chaos.note(node, () -> "is suspended for " + duration);
		node.loop().suspend();
		this.chaos.later(duration, () -> {
			this.chaos.note(node, () -> "wakes");
			node.loop().resume();
			node.check();
		});
	}

	/**
	 * Move the wall clock by more than any suspend lasts: a suspend and a jump back of
	 * the same length cancel each other out, and no clock of the process can tell.
	 */
	void jump(SimulatedNode node) {
		int seconds = 15 + this.random.nextInt(60);
		Duration offset = Duration.ofSeconds(this.random.nextBoolean() ? seconds : -seconds);
		this.chaos.note(node, () -> "clock jumps by " + offset);
		node.loop().jumpWallClock(offset);
		node.check();
	}

	void isolate(SimulatedNode node) {
		int kind = this.random.nextInt(3);
		Duration duration = this.chaos.duration(1.5);
		this.chaos.note(node, () -> "is isolated (" + kind + ") for " + duration);
		switch (kind) {
			case 0 -> node.link().partition();
			case 1 -> node.link().cut();
			default -> node.link().hold();
		}
		this.chaos.later(duration, () -> {
			this.chaos.note(node, () -> "is connected again");
			node.link().heal();
		});
	}

	void disturb(SimulatedNode node) {
		int percent = 10 + this.random.nextInt(80);
		this.chaos.note(node, () -> "has " + percent + " % of its calls disturbed");
		node.link().setPlan((operation) -> (this.random.nextInt(100) < percent) ? fault() : new Fault.None());
		this.chaos.later(this.chaos.duration(1.5), () -> {
			this.chaos.note(node, () -> "has no calls disturbed any more");
			node.link().setPlan(FaultPlan.NO_FAULTS);
		});
	}

	private Fault fault() {
		Duration delay = Duration.ofMillis(this.random.nextInt(2000));
		List<Fault> faults = List.of(new Fault.LostRequest(), new Fault.LostAnswer(), new Fault.LostAnswer(),
				new Fault.LateAnswer(delay.dividedBy(2)), new Fault.LateAnswer(delay.dividedBy(2)),
				new Fault.LateCommit(delay), new Fault.LateCommit(delay), new Fault.RepeatedRequest(),
				new Fault.RepeatedAnswer(), new Fault.Refusal(Refused.Kind.DENIED),
				new Fault.Refusal(Refused.Kind.NO_SPACE));
		return faults.get(this.random.nextInt(faults.size()));
	}

	void silence(SimulatedNode node) {
		Duration duration = this.random.nextBoolean() ? this.chaos.duration(2) : this.chaos.duration(0.1);
		this.chaos.note(node, () -> "has a silent watch for " + duration);
		node.link().muteWatch();
		this.chaos.later(duration, () -> node.link().unmuteWatch());
	}

	void kill(SimulatedNode node) {
		this.chaos.note(node, () -> "is killed");
		node.kill();
		this.chaos.later(this.chaos.duration(1), this.simulation::startNode);
	}

	void restart(SimulatedNode node) {
		this.chaos.note(node, () -> "is stopped and started");
		this.chaos.placed(node.engine().stop());
		this.chaos.later(this.chaos.duration(0.5), () -> node.engine().start());
	}

	/**
	 * Let an attempt come to nothing for all that its maker knows, let the maker lose
	 * interest, and apply the attempt late.
	 */
	void abandon(SimulatedNode node) {
		String election = this.chaos.anyElection();
		this.chaos.note(node, () -> "will abandon an attempt for " + election);
		node.link().failNext(Operation.CAMPAIGN, new Fault.LateCommit(Duration.ofMillis(this.random.nextInt(2000))));
		node.link().failNext(Operation.CAMPAIGN, new Fault.LostRequest());
		node.link().failNext(Operation.CAMPAIGN, new Fault.LostRequest());
		for (SimulatedNode other : this.chaos.living()) {
			this.chaos.placed(other.engine().resign(election, Duration.ZERO, Chaos.OPERATOR));
			if (other != node) {
				other.ineligible().add(election);
				this.chaos.later(this.chaos.duration(1), () -> other.ineligible().remove(election));
			}
		}
		this.chaos.later(Duration.ofMillis(this.random.nextInt(1500)), () -> node.ineligible().add(election));
		this.chaos.later(Duration.ofMillis(1500 + this.random.nextInt(1500)), () -> node.ineligible().remove(election));
	}

	void turnEligibility(SimulatedNode node) {
		String election = this.chaos.anyElection();
		if (!node.ineligible().add(election)) {
			node.ineligible().remove(election);
		}
		this.chaos.note(node, () -> "cannot do the work of " + node.ineligible());
	}

}
