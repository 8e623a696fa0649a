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
import java.util.Set;

import io.leaderelection.FencingToken;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElectionEvent;
import io.leaderelection.LeaderGrantedEvent;
import io.leaderelection.LeaderRevokedEvent;
import io.leaderelection.LeaderState;
import io.leaderelection.Leadership;
import io.leaderelection.spi.Transition;
import org.jspecify.annotations.Nullable;

/**
 * Everything that users of one node see of one election, judged as it happens.
 */
final class ElectionLedger {

	private final SimulatedNode node;

	private final Simulation simulation;

	private final Promises promises;

	private final LeaderElection election;

	private final List<Leadership> captured = new ArrayList<>();

	private final Set<FencingToken> over = new HashSet<>();

	private @Nullable FencingToken granted;

	private long highestTerm;

	private String instance = "";

	private long suspectedAt = -1;

	ElectionLedger(SimulatedNode node, Simulation simulation, LeaderElection election) {
		this.node = node;
		this.simulation = simulation;
		this.promises = simulation.promises();
		this.election = election;
	}

	void check() {
		boolean leader = this.election.isLeader();
		if (leader && this.election.state() != LeaderState.LEADER) {
			throw this.promises.broken("I3: work may start in state " + this.election.state());
		}
		for (Leadership leadership : this.captured) {
			boolean valid = leadership.isValid();
			if (valid && this.over.contains(leadership.token())) {
				throw this.promises.broken("I5: %s was resumed after it had ended".formatted(leadership.token()));
			}
			if (leadership.remaining().isZero()) {
				this.over.add(leadership.token());
			}
			if (valid) {
				this.promises.requireHeld(leadership.token(), this.node.name());
			}
		}
	}

	void write() {
		if (this.simulation.isFenced(this.election.name())) {
			SimulatedFence fence = this.simulation.fence(this.election.name());
			this.captured.forEach((leadership) -> fence.write(leadership.token()));
		}
	}

	void transition(Transition transition) {
		if (transition.to() == LeaderState.LEADER && transition.from() == LeaderState.SEALING) {
			announced();
		}
		if (transition.to() == LeaderState.SUSPECT) {
			this.suspectedAt = this.node.coordinator().calls();
		}
		if (transition.from() == LeaderState.SUSPECT && transition.to() == LeaderState.LEADER) {
			this.node.coordinator().requireEvidenceSince(this.election.name(), this.suspectedAt);
		}
	}

	private void announced() {
		Leadership leadership = this.election.leadership()
			.orElseThrow(() -> this.promises.broken("I3: a term was announced that is not open for work"));
		Duration margin = this.simulation.settings().margin();
		if (leadership.remaining().compareTo(margin) <= 0) {
			throw this.promises.broken("Lesson 1: announced with only %s left".formatted(leadership.remaining()));
		}
		FencingToken token = leadership.token();
		String current = this.node.engine().instance();
		if (current.equals(this.instance) && token.term() <= this.highestTerm) {
			throw this.promises.broken("I1: term %d follows %d".formatted(token.term(), this.highestTerm));
		}
		this.instance = current;
		this.highestTerm = token.term();
		this.captured.add(leadership);
		this.promises.granted(token, current);
	}

	void published(LeaderElectionEvent event) {
		if (event instanceof LeaderGrantedEvent grantedEvent) {
			if (this.granted != null) {
				throw this.promises
					.broken("I7: %s granted while %s is".formatted(grantedEvent.getToken(), this.granted));
			}
			this.granted = grantedEvent.getToken();
		}
		else if (event instanceof LeaderRevokedEvent revoked) {
			if (!revoked.getToken().equals(this.granted)) {
				throw this.promises
					.broken("I7: %s revoked while %s is granted".formatted(revoked.getToken(), this.granted));
			}
			boolean stillValid = this.captured.stream()
				.anyMatch((leadership) -> leadership.token().equals(revoked.getToken()) && leadership.isValid());
			boolean stillLeading = this.election.leadership()
				.filter((leadership) -> leadership.token().equals(revoked.getToken()))
				.isPresent();
			if (stillValid || stillLeading) {
				throw this.promises.broken(
						"I7: %s was published as revoked before the state was flipped".formatted(revoked.getToken()));
			}
			this.over.add(revoked.getToken());
			this.granted = null;
		}
	}

	boolean isLeader() {
		return this.election.isLeader();
	}

	List<FencingToken> captured() {
		return this.captured.stream().map(Leadership::token).toList();
	}

}
