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

import io.leaderelection.HoldBack;
import io.leaderelection.RevocationReason;
import io.leaderelection.coordinator.CampaignOutcome;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.Refused;
import io.leaderelection.coordinator.TermRecord;
import io.leaderelection.coordinator.Unknown;
import org.jspecify.annotations.Nullable;

/**
 * Attempts to win the next term. An attempt whose outcome is unknown is settled by
 * linearizable reads, and repeated only with the same nonce under the same session while
 * it may still be applied.
 */
final class Campaigning {

	private final Sealing sealing;

	private final Endings endings;

	private final Releasing releasing;

	private final Precedence precedence = new Precedence();

	Campaigning(Sealing sealing, Endings endings, Releasing releasing) {
		this.sealing = sealing;
		this.endings = endings;
		this.releasing = releasing;
	}

	/**
	 * Start or cancel the timer of the next attempt, as the state asks for.
	 * @param draft the step
	 */
	void consider(Draft draft) {
		if (!(draft.state().phase() instanceof Phase.Following following)) {
			return;
		}
		boolean possible = isPossible(draft);
		if (possible && !following.due()) {
			draft.enter(new Phase.Following(true), "", "");
			this.precedence.schedule(draft);
		}
		else if (!possible && following.due()) {
			draft.enter(new Phase.Following(false), "", "");
			draft.cancel(Timer.CAMPAIGN);
		}
	}

	void attempt(Draft draft) {
		Lease lease = draft.state().lease();
		ElectionView view = draft.knowledge().view();
		if (!(draft.state().phase() instanceof Phase.Following) || lease == null || view == null) {
			return;
		}
		draft.enter(new Phase.Following(false), "", "");
		if (isPossible(draft)) {
			Attempt unsettled = draft.state().unsettled();
			Attempt attempt = (unsettled != null) ? unsettled
					: new Attempt(draft.profile().grantId(draft.now()), lease.session(), view.term());
			start(draft, attempt);
		}
	}

	void answered(Draft draft, Attempt attempt, CampaignOutcome outcome) {
		LeaderRecord won = ownGrant(attempt, outcome);
		if (!(draft.state().phase() instanceof Phase.Campaigning campaigning)
				|| !campaigning.attempt().equals(attempt)) {
			if (won != null && !isHeld(draft.state(), won)) {
				strayed(draft, won);
			}
			return;
		}
		if (won != null) {
			won(draft, won);
		}
		else if (outcome instanceof Unknown) {
			uncertain(draft, attempt);
		}
		else if (outcome instanceof Refused refused) {
			follow(draft, "refused", refused.detail());
			this.endings.backOff(draft, HoldBack.NO_COORDINATOR, refused.detail());
		}
		else if (outcome instanceof CampaignOutcome.Behind behind) {
			settleBy(draft, behind.term());
			follow(draft, "behind", "Another term was handed out meanwhile");
			ElectionView view = draft.knowledge().view();
			if (view != null) {
				draft.set(draft.knowledge()
					.adopting(new ElectionView(view.election(), view.revision(), null, behind.term(), view.pause(),
							view.successor(), view.candidates()), draft.now()));
			}
		}
		else {
			follow(draft, "lost", "Another instance won, or the election is paused");
			draft.set(draft.knowledge().withStale());
			draft.wantRead();
		}
	}

	/**
	 * Settle an attempt whose outcome is unknown by a read.
	 * @param draft the step
	 * @param view the state read
	 * @param sent when the read was sent
	 */
	void settle(Draft draft, ElectionView view, Moment sent) {
		if (!(draft.state().phase() instanceof Phase.Campaigning campaigning) || campaigning.uncertainSince() == null
				|| campaigning.uncertainSince().isAfter(sent)) {
			return;
		}
		LeaderRecord leader = view.leader();
		if (leader != null && campaigning.attempt().isOwn(leader)) {
			won(draft, leader);
			return;
		}
		follow(draft, "not-won", "The attempt had not been applied when the coordinator was read");
	}

	/**
	 * Forget the unsettled attempt if the term counter shows that it cannot be applied
	 * any more.
	 * @param draft the step
	 * @param term the term counter
	 */
	void settleBy(Draft draft, TermRecord term) {
		Attempt unsettled = draft.state().unsettled();
		if (unsettled != null && !unsettled.mayStillCommit(term)) {
			draft.setUnsettled(null);
		}
	}

	/**
	 * Deal with an own record that the coordinator shows but no term held belongs to.
	 * @param draft the step
	 * @param record the record
	 */
	void strayed(Draft draft, LeaderRecord record) {
		if (draft.rules().discardsStrays() && !this.releasing.covers(draft.state(), record)) {
			this.releasing.discard(draft, record);
		}
	}

	void won(Draft draft, LeaderRecord record) {
		Lease lease = draft.state().lease();
		Suspicion suspicion = draft.state().suspicion();
		long floor = draft.knowledge().floor();
		long highest = draft.knowledge().highestTerm();
		draft.setUnsettled(null);
		draft.set(draft.knowledge().withTerm(record.term()));
		if (lease == null || !lease.isOf(record.sessionId())) {
			follow(draft, "stale", "The lease of the attempt is over");
			strayed(draft, record);
			return;
		}
		this.sealing.begin(draft, record, (record.term() < highest) ? Math.max(floor, highest) : floor);
		if (draft.restraints().forbidHolding()) {
			this.endings.lose(draft, RevocationReason.RESIGNED, "This instance must not lead any more", true);
		}
		else if (suspicion != null && draft.rules().isOver(suspicion.deadline(), draft.now())) {
			this.endings.lose(draft, RevocationReason.EXPIRED, "The deadline passed while the lease was suspect", true);
		}
		else if (suspicion != null) {
			draft.wantRead();
		}
	}

	private void start(Draft draft, Attempt attempt) {
		draft.enter(new Phase.Campaigning(attempt, null), "campaign", "Nobody leads");
		draft.act(new Action.Campaign(attempt));
	}

	private void uncertain(Draft draft, Attempt attempt) {
		draft.setUnsettled(attempt);
		if (!draft.rules().settlesUnknown()) {
			start(draft, new Attempt(draft.profile().grantId(draft.now()), attempt.session(), attempt.known()));
			return;
		}
		draft.enter(new Phase.Campaigning(attempt, draft.now()), "", "");
		draft.schedule(Timer.CLEAN_UP, draft.settings().ttl(), Releasing.RETRY_JITTER);
		draft.wantRead();
	}

	private void follow(Draft draft, String reason, String detail) {
		draft.enter(new Phase.Following(false), reason, detail);
	}

	private boolean isPossible(Draft draft) {
		ElectionState state = draft.state();
		ElectionView view = state.knowledge().view();
		Lease lease = state.lease();
		return view != null && lease != null && !state.knowledge().stale() && view.leader() == null
				&& state.suspicion() == null && state.releases().isEmpty() && state.restraints().stopping() == null
				&& Restraining.reason(state, draft.profile().instance()) == null
				&& lease.deadline().nanos() - draft.now().nanos() > draft.settings().margin().toNanos();
	}

	private static @Nullable LeaderRecord ownGrant(Attempt attempt, CampaignOutcome outcome) {
		if (outcome instanceof CampaignOutcome.Won answer) {
			return answer.record();
		}
		return (outcome instanceof CampaignOutcome.Lost lost && attempt.isOwn(lost.leader())) ? lost.leader() : null;
	}

	private static boolean isHeld(ElectionState state, LeaderRecord record) {
		Holding holding = state.holding();
		return holding != null && holding.record().sameGrant(record);
	}

}
