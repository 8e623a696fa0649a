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
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import io.leaderelection.FencingToken;
import io.leaderelection.coordinator.HistoryEntry;
import io.leaderelection.coordinator.LeaderRecord;
import org.jspecify.annotations.Nullable;

/**
 * Promises that concern the cluster as a whole, judged by what the coordinator really
 * holds.
 */
final class Promises {

	private final Simulation simulation;

	private final Map<String, String> holders = new HashMap<>();

	private final Set<FencingToken> excused = new HashSet<>();

	private Duration voidUntil = Duration.ZERO;

	private @Nullable BrokenPromise broken;

	Promises(Simulation simulation) {
		this.simulation = simulation;
	}

	/**
	 * Note that the coordinator lost records that it had promised to keep: what was
	 * granted before may be believed in until its deadline.
	 */
	void recordsLost() {
		this.voidUntil = this.simulation.time().elapsed().plus(this.simulation.settings().ttl());
		this.holders.keySet().removeIf((term) -> !this.simulation.isFenced(term.substring(0, term.indexOf('#'))));
		this.simulation.nodes().forEach((node) -> this.excused.addAll(node.captured()));
	}

	void granted(FencingToken token, String instance) {
		boolean unsettled = this.simulation.time().elapsed().compareTo(this.voidUntil) < 0;
		if (unsettled) {
			this.excused.add(token);
			if (!this.simulation.isFenced(token.election())) {
				return;
			}
		}
		String holder = this.holders.putIfAbsent(token.election() + "#" + token.term(), instance);
		if (holder != null) {
			throw broken("I1: term %d of '%s' was granted to %s and to %s".formatted(token.term(), token.election(),
					holder, instance));
		}
	}

	/**
	 * Fail unless the coordinator keeps the grant, or an operator forced its holder out.
	 * @param token the token of the grant
	 * @param node the holder
	 */
	void requireHeld(FencingToken token, String node) {
		LeaderRecord leader = this.simulation.cluster().view(token.election()).leader();
		if (leader != null && leader.grantId().equals(token.grantId())) {
			return;
		}
		if (!this.excused.contains(token) && !isForcedOut(token)) {
			throw broken("I3: work of %s may go on on %s, but the coordinator keeps %s".formatted(token, node, leader));
		}
		this.excused.add(token);
	}

	private boolean isForcedOut(FencingToken token) {
		HistoryEntry next = null;
		for (HistoryEntry entry : this.simulation.cluster().history(token.election())) {
			if (entry.term() <= token.term()) {
				break;
			}
			next = entry;
		}
		return next != null && next.kind() != HistoryEntry.Kind.GRANTED;
	}

	BrokenPromise broken(String message) {
		BrokenPromise failure = new BrokenPromise(message);
		if (this.broken == null) {
			this.broken = failure;
		}
		return failure;
	}

	void require() {
		if (this.broken != null) {
			throw this.broken;
		}
	}

}
