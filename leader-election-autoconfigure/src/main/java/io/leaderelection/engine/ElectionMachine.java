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

/**
 * State machine of one election on one instance: a pure function of state, moment and
 * input. It knows no clock, thread or coordinator; the {@link ElectionDriver} feeds it
 * and carries out what it asks for.
 */
final class ElectionMachine {

	private final Profile profile;

	private final Releasing releasing = new Releasing();

	private final Endings endings = new Endings(this.releasing);

	private final Suspecting suspecting = new Suspecting(this.endings);

	private final Sealing sealing = new Sealing(this.endings);

	private final Resealing resealing = new Resealing(this.endings);

	private final Restraining restraining = new Restraining(this.endings);

	private final Campaigning campaigning = new Campaigning(this.sealing, this.endings, this.releasing);

	private final Observing observing = new Observing(this.campaigning, this.sealing, this.resealing, this.suspecting,
			this.endings, this.releasing);

	private final Ordering ordering = new Ordering(this.endings);

	private final Leasing leasing = new Leasing(this.suspecting, this.observing, this.endings, this.releasing);

	ElectionMachine(Profile profile) {
		this.profile = profile;
	}

	Profile profile() {
		return this.profile;
	}

	/**
	 * Handle one input.
	 * @param state the state before
	 * @param now the present
	 * @param input the input
	 * @return the state after, and what is to be done
	 */
	Step apply(ElectionState state, Moment now, Input input) {
		Draft draft = new Draft(this.profile, state, now);
		if (input instanceof Input.Start) {
			start(draft);
		}
		else if (!(state.phase() instanceof Phase.Stopped)) {
			this.restraining.expire(draft);
			handle(draft, input);
			this.suspecting.lift(draft);
			this.sealing.announce(draft);
			this.campaigning.consider(draft);
			this.restraining.reconcileCandidacy(draft);
			this.ordering.finish(draft);
		}
		return new Step(draft.state(), draft.actions());
	}

	private void start(Draft draft) {
		draft.enter(new Phase.Following(false), "started", "The engine runs");
		draft.wantRead();
		draft.schedule(Timer.POLL, draft.settings().ttl(), Duration.ZERO);
	}

	private void handle(Draft draft, Input input) {
		if (input instanceof Input.TimerFired fired) {
			timerFired(draft, fired.timer());
		}
		else if (input instanceof Input.Observed observed) {
			if (observed.sent() != null) {
				this.restraining.read(draft, observed.view(), observed.sent());
			}
			this.observing.observed(draft, observed.view(), observed.sent());
		}
		else if (input instanceof Input.Vacated vacated) {
			this.observing.vacated(draft, vacated.term());
		}
		else if (input instanceof Input.ReadFailed failed) {
			this.observing.readFailed(draft, failed.sent());
		}
		else if (input instanceof Input.Refresh) {
			draft.wantRead();
		}
		else if (input instanceof Input.WatchSilent) {
			this.observing.watchSilent(draft);
		}
		else if (input instanceof Input.CampaignAnswered answered) {
			this.campaigning.answered(draft, answered.attempt(), answered.outcome());
		}
		else if (input instanceof Input.SealAnswered answered) {
			this.sealing.answered(draft, answered.token(), answered.outcome());
			this.resealing.answered(draft, answered.token(), answered.outcome());
		}
		else if (input instanceof Input.Unsealed unsealed) {
			this.resealing.unsealed(draft, unsealed.token());
		}
		else if (input instanceof Input.RaiseAnswered answered) {
			this.sealing.raiseAnswered(draft, answered.record(), answered.outcome());
		}
		else if (input instanceof Input.ReleaseAnswered answered) {
			this.releasing.answered(draft, answered.record(), answered.outcome());
		}
		else if (input instanceof Input.EnlistAnswered answered) {
			this.restraining.enlistAnswered(draft, answered.session(), answered.listed(), answered.outcome());
		}
		else if (input instanceof Input.Drained drained) {
			this.endings.drained(draft, drained.token());
		}
		else if (input instanceof Input.RevocationDelivered delivered) {
			this.releasing.delivered(draft, delivered.token());
		}
		else if (input instanceof Input.Judged judged) {
			this.restraining.judged(draft, judged.reasonAgainst());
		}
		else if (!this.leasing.handle(draft, input)) {
			this.ordering.handle(draft, input);
		}
	}

	private void timerFired(Draft draft, Timer timer) {
		switch (timer) {
			case CAMPAIGN -> this.campaigning.attempt(draft);
			case READ -> this.observing.readAgain(draft);
			case POLL -> this.observing.poll(draft);
			case SEAL -> this.sealing.boundPassed(draft);
			case RAISE -> this.sealing.raiseAgain(draft);
			case DRAIN -> this.endings.drainBoundPassed(draft);
			case SUSPICION -> this.suspecting.deadlinePassed(draft);
			case HOLD_BACK -> this.restraining.holdBackPassed(draft);
			case RELEASE -> this.releasing.retry(draft);
			case CLEAN_UP -> this.leasing.cleanUpBoundPassed(draft);
			case ENLIST -> draft.set(draft.state().candidacy().withAsked(false));
			case GRACE -> this.restraining.graceOver(draft);
		}
	}

}
