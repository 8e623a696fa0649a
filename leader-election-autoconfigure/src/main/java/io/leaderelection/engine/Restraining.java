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

import io.leaderelection.HoldBack;
import io.leaderelection.RevocationReason;
import io.leaderelection.coordinator.ChangeOutcome;
import io.leaderelection.coordinator.Done;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.PauseRecord;
import io.leaderelection.coordinator.Session;
import org.jspecify.annotations.Nullable;

/**
 * Judgement on whether this instance holds back from campaigning, and its entry among the
 * candidates, which is present only while it does not.
 */
final class Restraining {

	private final Endings endings;

	Restraining(Endings endings) {
		this.endings = endings;
	}

	/**
	 * Return why the instance does not campaign.
	 * @param state the state
	 * @param instance the identity of this instance
	 * @return the reason, or {@code null} if nothing holds it back
	 */
	static @Nullable Reason reason(ElectionState state, String instance) {
		ElectionView view = state.knowledge().view();
		Restraints restraints = state.restraints();
		PauseRecord pause = (view != null) ? view.pause() : null;
		if (pause != null) {
			return new Reason(HoldBack.PAUSED, "Paused by %s: %s".formatted(pause.actor(), pause.reason()));
		}
		if (restraints.ineligible() != null) {
			return new Reason(HoldBack.NOT_ELIGIBLE, restraints.ineligible());
		}
		if (restraints.backOff() != null) {
			return new Reason(restraints.backOff().kind(), restraints.backOff().detail());
		}
		if (restraints.coolDown() != null && view != null && !isAlone(view, instance)) {
			return new Reason(HoldBack.COOLING_DOWN, "Others may try first");
		}
		if (state.lease() == null || state.knowledge().lineage() == null || view == null) {
			return new Reason(HoldBack.NO_COORDINATOR, "The coordinator has not answered yet");
		}
		return null;
	}

	void judged(Draft draft, @Nullable String reasonAgainst) {
		boolean was = draft.restraints().ineligible() != null;
		draft.set(draft.restraints().withIneligible(reasonAgainst));
		if (!(draft.state().phase() instanceof Phase.Leading) || was == (reasonAgainst != null)) {
			return;
		}
		if (was) {
			draft.cancel(Timer.GRACE);
		}
		else {
			draft.schedule(Timer.GRACE, draft.settings().eligibilityGrace(), Duration.ZERO);
		}
	}

	void graceOver(Draft draft) {
		String ineligible = draft.restraints().ineligible();
		if (ineligible != null && draft.state().phase() instanceof Phase.Leading leading) {
			this.endings.drain(draft, leading, RevocationReason.NOT_ELIGIBLE, null, draft.profile().request(ineligible),
					draft.settings().coolDown());
		}
	}

	/**
	 * Forget restraints whose time is over.
	 * @param draft the step
	 */
	void expire(Draft draft) {
		Long coolDown = draft.restraints().coolDown();
		if (coolDown != null && draft.now().hasReached(coolDown)) {
			draft.set(draft.restraints().withCoolDown(null));
		}
		Restraints.BackOff backOff = draft.restraints().backOff();
		if (backOff != null && draft.now().hasReached(backOff.until())) {
			draft.set(draft.restraints().withBackOff(null));
		}
	}

	/**
	 * Wait for what is left of a cool-down or of backing off.
	 * @param draft the step
	 */
	void holdBackPassed(Draft draft) {
		Long coolDown = draft.restraints().coolDown();
		Restraints.BackOff backOff = draft.restraints().backOff();
		Long next = (backOff != null) ? Long.valueOf(backOff.until()) : coolDown;
		if (next != null) {
			draft.schedule(Timer.HOLD_BACK, Duration.ofNanos(next - draft.now().nanos()), Duration.ZERO);
		}
	}

	void reconcileCandidacy(Draft draft) {
		ElectionState state = draft.state();
		Lease lease = state.lease();
		if (lease == null || state.candidacy().asked() || state.phase() instanceof Phase.Stopped) {
			return;
		}
		boolean wanted = isCandidate(state);
		if (!wanted && isGivingUp(state)) {
			return;
		}
		boolean doubtful = !wanted && state.candidacy().failures() > 0;
		if (doubtful || wanted != state.candidacy().isListedUnder(lease.session())) {
			draft.set(state.candidacy().withAsked(true));
			draft.act(new Action.Enlist(lease.session(), wanted));
		}
	}

	void enlistAnswered(Draft draft, Session session, boolean listed, ChangeOutcome outcome) {
		Lease lease = draft.state().lease();
		if (lease == null || !lease.isOf(session.id())) {
			return;
		}
		if (outcome instanceof Done) {
			draft.set(new Candidacy(session.id(), listed, false, draft.now(), 0));
		}
		else {
			draft.scheduleRetry(Timer.ENLIST, draft.state().candidacy().failures());
			draft.set(draft.state().candidacy().withFailure());
		}
	}

	/**
	 * Correct what is believed of the own entry by a read.
	 * @param draft the step
	 * @param view the state read
	 * @param sent when the read was sent
	 */
	void read(Draft draft, ElectionView view, Moment sent) {
		Candidacy candidacy = draft.state().candidacy();
		boolean seen = view.candidates().containsKey(draft.profile().instance());
		if (!candidacy.asked() && candidacy.since() != null && sent.isAfter(candidacy.since())
				&& seen != candidacy.listed()) {
			draft.set(new Candidacy(candidacy.sessionId(), seen, false, candidacy.since(), 0));
		}
	}

	private static boolean isCandidate(ElectionState state) {
		Restraints restraints = state.restraints();
		return restraints.ineligible() == null && restraints.coolDown() == null && restraints.backOff() == null
				&& restraints.stopping() == null && !(state.phase() instanceof Phase.Draining);
	}

	// The others wait for the end of the term, not for the end of the candidacy.
	private static boolean isGivingUp(ElectionState state) {
		return state.phase() instanceof Phase.Draining || !state.releases().isEmpty();
	}

	static boolean isAlone(ElectionView view, String instance) {
		return view.candidates().keySet().stream().allMatch(instance::equals);
	}

	/**
	 * Reason for holding back.
	 *
	 * @param kind the kind of reason
	 * @param detail the reason in words
	 */
	record Reason(HoldBack kind, String detail) {
	}

}
