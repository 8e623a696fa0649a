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

import java.util.Random;

import io.leaderelection.ControlResult;

/**
 * Operators' orders in a simulation, and the judgement of their answers.
 */
final class OperatorOrders {

	private final Chaos chaos;

	private final Simulation simulation;

	private final Random random;

	OperatorOrders(Chaos chaos, Simulation simulation) {
		this.chaos = chaos;
		this.simulation = simulation;
		this.random = simulation.random();
	}

	void resign(SimulatedNode node) {
		String election = this.chaos.anyElection();
		this.chaos.note(node, () -> "is told to resign " + election);
		if (this.random.nextBoolean()) {
			this.chaos.placed(node.engine().resign(election, this.chaos.duration(1), Chaos.OPERATOR));
		}
		else {
			this.chaos
				.placed(node.engine().get(election).resign(this.chaos.duration(1)).exceptionally((failure) -> null));
		}
	}

	void transfer(SimulatedNode node) {
		String election = this.chaos.anyElection();
		String target = this.chaos.anyNode().engine().instance();
		this.chaos.note(node, () -> "is told to hand " + election + " over to " + target);
		this.chaos.placed(node.engine().transfer(election, target, Chaos.OPERATOR));
	}

	void pause(SimulatedNode node) {
		String election = this.chaos.anyElection();
		this.chaos.note(node, () -> "is told to pause " + election);
		this.chaos
			.placed(node.engine().pause(election, Chaos.OPERATOR).thenAccept((result) -> judge(election, result)));
		this.chaos.later(this.chaos.duration(2), () -> resume(election));
	}

	void resume(String election) {
		SimulatedNode node = this.chaos.anyNode();
		this.chaos.note(node, () -> "is told to resume " + election);
		this.chaos.placed(node.engine().resume(election, Chaos.OPERATOR));
	}

	void release(SimulatedNode node) {
		String election = this.chaos.anyElection();
		long term = this.simulation.cluster().view(election).term().value();
		this.chaos.note(node, () -> "is told to force the leader of " + election + " out of term " + term);
		this.chaos.placed(
				node.engine().release(election, term, Chaos.OPERATOR).thenAccept((result) -> judge(election, result)));
	}

	private void judge(String election, ControlResult result) {
		this.simulation.trace().note("operator", () -> election + " " + result);
		if (result.fenced() && this.simulation.isFenced(election)
				&& this.simulation.fence(election).term() < result.term()) {
			throw this.simulation.promises().broken("I2: an order was answered as fenced, but was not");
		}
	}

}
