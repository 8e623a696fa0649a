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
import java.util.function.Consumer;
import java.util.function.Function;

import io.leaderelection.ControlRequest;
import io.leaderelection.ControlResult;
import io.leaderelection.ObservedLeader;
import io.leaderelection.coordinator.ChangeOutcome;
import io.leaderelection.coordinator.Conflict;
import io.leaderelection.coordinator.ControlOutcome;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.Done;
import io.leaderelection.coordinator.PauseRecord;
import io.leaderelection.coordinator.Refused;
import org.jspecify.annotations.Nullable;

/**
 * Operators' orders, carried out on the engine's thread.
 */
final class ControlDesk {

	private static final Duration CALL_BOUND = Duration.ofSeconds(5);

	private final EngineRun run;

	private final Consumer<ControlResult> receiver;

	ControlDesk(EngineRun run, Consumer<ControlResult> receiver) {
		this.run = run;
		this.receiver = receiver;
	}

	void pause(String election, ControlRequest request) {
		this.run.calls()
			.<ControlOutcome>ask(() -> coordinator().pause(election, request), CALL_BOUND, (unknown) -> unknown,
					(outcome, sent) -> burned(election, outcome,
							(burned) -> (burned.standing() != null) ? "Already paused" : "Paused"));
	}

	void release(String election, long expectedTerm, ControlRequest request) {
		this.run.calls()
			.<ControlOutcome>ask(() -> coordinator().release(election, expectedTerm, request), CALL_BOUND,
					(unknown) -> unknown, (outcome, sent) -> burned(election, outcome,
							(burned) -> (burned.ousted() != null) ? "Forced out" : "Nobody led, a term was burned"));
	}

	void resume(String election, ControlRequest request) {
		this.run.calls()
			.<ChangeOutcome>ask(() -> coordinator().resume(election, request), CALL_BOUND, (unknown) -> unknown,
					(outcome, sent) -> {
						this.run.feed(election, new Input.Refresh());
						if (outcome instanceof Done) {
							answer(ControlResult.Status.DONE, 0, null, "Candidates may campaign again");
						}
						else {
							failed(outcome);
						}
					});
	}

	void resign(String election, Duration coolDown, ControlRequest request) {
		onLeader(election, request, (order) -> new Input.Resign(order, coolDown));
	}

	void transfer(String election, String target, ControlRequest request) {
		onLeader(election, request, (order) -> new Input.Transfer(order, target));
	}

	private void onLeader(String election, ControlRequest request, Function<Order, Input> input) {
		ElectionDriver driver = this.run.driver(election);
		if (driver == null) {
			answer(ControlResult.Status.CONFLICT, 0, null, "This instance takes no part in the election");
			return;
		}
		ObservedLeader leader = driver.election().observedLeader().orElse(null);
		driver.feed(input.apply(this.run.orders()
			.place(request, (verdict) -> answer(verdict.status(), verdict.term(), leader, verdict.detail()))));
	}

	void raiseTerm(String election, long expectedTerm, long floor, ControlRequest request) {
		this.run.calls()
			.<ControlOutcome>ask(() -> coordinator().raiseTerm(election, expectedTerm, floor, request), CALL_BOUND,
					(unknown) -> unknown, (outcome, sent) -> burned(election, outcome, (burned) -> "Raised"));
	}

	void adopt(String election, String lineage, ControlRequest request) {
		new Adoption(this.run, this, election, lineage, request, this.receiver).begin(lineage);
	}

	private void burned(String election, ControlOutcome outcome, Function<ControlOutcome.Burned, String> detail) {
		this.run.feed(election, new Input.Refresh());
		if (outcome instanceof ControlOutcome.Burned burned) {
			new FencingReport(this.run, election, detail.apply(burned), (result) -> tell(result, burned.standing()))
				.sealAndTell(burned);
		}
		else {
			failed(outcome);
		}
	}

	private void tell(ControlResult result, @Nullable PauseRecord standing) {
		if (standing == null) {
			this.receiver.accept(result);
			return;
		}
		String detail = "%s; paused since %s by '%s', because '%s'".formatted(result.detail(), standing.since(),
				standing.actor(), standing.reason());
		this.receiver.accept(new ControlResult(result.status(), result.term(), result.fenced(), result.unsealed(),
				result.leader(), detail));
	}

	/**
	 * Answer an order that did not take effect.
	 * @param outcome what the coordinator said
	 */
	void failed(Object outcome) {
		if (outcome instanceof Conflict conflict) {
			ObservedLeader leader = (conflict.leader() != null) ? conflict.leader().toObserved() : null;
			answer(ControlResult.Status.CONFLICT, 0, leader, conflict.detail());
		}
		else if (outcome instanceof Refused refused) {
			answer(ControlResult.Status.REFUSED, 0, null, refused.detail());
		}
		else {
			answer(ControlResult.Status.UNKNOWN, 0, null, "The coordinator did not confirm the order: " + outcome);
		}
	}

	void answer(ControlResult.Status status, @Nullable ObservedLeader leader, String detail) {
		answer(status, 0, leader, detail);
	}

	private void answer(ControlResult.Status status, long term, @Nullable ObservedLeader leader, String detail) {
		this.receiver.accept(new ControlResult(status, term, false, List.of(), leader, detail));
	}

	private Coordinator coordinator() {
		return this.run.parts().coordinator();
	}

}
