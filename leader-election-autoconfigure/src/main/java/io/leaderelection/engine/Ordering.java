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

import io.leaderelection.ControlRequest;
import io.leaderelection.ControlResult;
import io.leaderelection.RevocationReason;
import io.leaderelection.coordinator.Conflict;
import io.leaderelection.coordinator.Done;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.Refused;

/**
 * Orders of users, operators and the application's shutdown.
 */
final class Ordering {

	private final Endings endings;

	Ordering(Endings endings) {
		this.endings = endings;
	}

	void handle(Draft draft, Input input) {
		if (input instanceof Input.Resign resign) {
			giveUp(draft, RevocationReason.RESIGNED, resign.order(), resign.coolDown());
		}
		else if (input instanceof Input.Transfer transfer) {
			transfer(draft, transfer.order(), transfer.target());
		}
		else if (input instanceof Input.NominateAnswered answered) {
			nominated(draft, answered);
		}
		else if (input instanceof Input.Stop stop) {
			stop(draft, stop.request());
		}
		else if (input instanceof Input.Halt) {
			this.endings.lose(draft, RevocationReason.SHUTDOWN, "The time to stop in good order is over", false);
			stopped(draft);
		}
	}

	/**
	 * Finish stopping once nothing is left to be released.
	 * @param draft the step
	 */
	void finish(Draft draft) {
		if (draft.restraints().stopping() != null && draft.state().phase() instanceof Phase.Following
				&& draft.state().releases().isEmpty()) {
			stopped(draft);
		}
	}

	private void giveUp(Draft draft, RevocationReason reason, Order order, Duration coolDown) {
		if (draft.state().phase() instanceof Phase.Leading leading) {
			this.endings.drain(draft, leading, reason, order, order.request(), coolDown);
		}
		else if (draft.state().phase() instanceof Phase.Draining draining) {
			draft.enter(new Phase.Draining(draining.holding(), draining.ending().joinedBy(order, coolDown)), "", "");
		}
		else {
			refuse(draft, order);
		}
	}

	private void transfer(Draft draft, Order order, String target) {
		if (!(draft.state().phase() instanceof Phase.Leading leading)) {
			refuse(draft, order);
		}
		else if (target.equals(draft.profile().instance())) {
			answer(draft, order, ControlResult.Status.CONFLICT, "'" + target + "' leads already");
		}
		else {
			draft.act(new Action.Nominate(leading.holding().record(), target, order));
		}
	}

	private void nominated(Draft draft, Input.NominateAnswered answered) {
		Order order = answered.order();
		if (answered.outcome() instanceof Done) {
			Holding announced = draft.state().announced();
			if (announced != null && announced.record().sameGrant(answered.record())) {
				giveUp(draft, RevocationReason.TRANSFERRED, order, draft.settings().coolDown());
			}
			else {
				overtaken(draft, answered, "The term ended before it was handed over to '%s'");
			}
		}
		else if (answered.outcome() instanceof Conflict conflict) {
			answer(draft, order, ControlResult.Status.CONFLICT, conflict.detail());
		}
		else if (answered.outcome() instanceof Refused refused) {
			answer(draft, order, ControlResult.Status.REFUSED, refused.detail());
		}
		else {
			overtaken(draft, answered, "The coordinator did not confirm the nomination of '%s'");
		}
	}

	// Whoever orders a hand-over wants another instance to lead, however the term ended.
	private void overtaken(Draft draft, Input.NominateAnswered answered, String detail) {
		Holding announced = draft.state().announced();
		if (announced == null || !announced.record().sameGrant(answered.record())) {
			this.endings.coolDown(draft, draft.settings().coolDown());
		}
		answer(draft, answered.order(), ControlResult.Status.UNKNOWN, detail.formatted(answered.target()));
	}

	private void stop(Draft draft, ControlRequest request) {
		draft.set(draft.restraints().withStopping(request));
		Candidacy candidacy = draft.state().candidacy();
		if (candidacy.failures() > 0) {
			// Nothing waits for the next attempt any more.
			draft.cancel(Timer.ENLIST);
			draft.set(candidacy.withAsked(false));
		}
		if (draft.state().phase() instanceof Phase.Leading leading) {
			this.endings.drain(draft, leading, RevocationReason.SHUTDOWN, null, request, Duration.ZERO);
		}
		else if (draft.state().phase() instanceof Phase.Sealing) {
			this.endings.lose(draft, RevocationReason.SHUTDOWN, request.reason(), true);
		}
		else if (draft.state().phase() instanceof Phase.Campaigning campaigning
				&& campaigning.uncertainSince() != null) {
			draft.enter(new Phase.Following(false), "stopping", request.reason());
		}
	}

	private void stopped(Draft draft) {
		draft.enter(new Phase.Stopped(), "stopped", "The engine was stopped");
	}

	private void refuse(Draft draft, Order order) {
		String detail = "This instance does not lead";
		if (isGivenUp(draft.state())) {
			detail = "This instance is giving up its term already";
		}
		else if (draft.state().phase() instanceof Phase.Sealing) {
			detail = "This instance has won a term, but does not lead yet";
		}
		else if (isSeenToLead(draft)) {
			detail = "The term of this instance is over already";
		}
		answer(draft, order, ControlResult.Status.CONFLICT, detail);
	}

	private static boolean isGivenUp(ElectionState state) {
		return state.phase() instanceof Phase.Draining
				|| state.releases().stream().anyMatch((release) -> release.kind() == Release.Kind.RESIGN);
	}

	private static boolean isSeenToLead(Draft draft) {
		ElectionView view = draft.knowledge().view();
		LeaderRecord leader = (view != null) ? view.leader() : null;
		return leader != null && leader.instance().equals(draft.profile().instance());
	}

	private void answer(Draft draft, Order order, ControlResult.Status status, String detail) {
		Holding holding = draft.state().holding();
		draft.act(new Action.Answer(order.id(), status, (holding != null) ? holding.record().term() : 0, detail));
	}

}
