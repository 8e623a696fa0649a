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

import io.leaderelection.FencingToken;
import io.leaderelection.HoldBack;
import io.leaderelection.RevocationReason;
import io.leaderelection.coordinator.ChangeOutcome;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.Refused;
import io.leaderelection.coordinator.TermRecord;
import io.leaderelection.coordinator.Unknown;
import io.leaderelection.spi.SealOutcome;

/**
 * Way from winning a term to announcing it: the fences are raised, and a coordinator that
 * went back in time is brought above what fences and this instance remember.
 */
final class Sealing {

	private final Endings endings;

	Sealing(Endings endings) {
		this.endings = endings;
	}

	/**
	 * Begin with a term that was won. Where the answer contradicts what is known, a read
	 * decides before anything else happens.
	 * @param draft the step
	 * @param record the record of the grant
	 * @param remembered the greatest term that this instance remembers from before
	 */
	void begin(Draft draft, LeaderRecord record, long remembered) {
		Holding holding = new Holding(record, draft.now());
		if (record.term() <= remembered) {
			verify(draft, holding, Math.max(remembered, record.term() + 1), "won");
		}
		else if (isContradicted(draft, record)) {
			verify(draft, holding, 0, "won");
		}
		else {
			fence(draft, holding, "won");
		}
	}

	void answered(Draft draft, FencingToken token, SealOutcome outcome) {
		if (!(draft.state().phase() instanceof Phase.Sealing sealing) || sealing.stage() != Phase.Sealing.Stage.FENCING
				|| !sealing.holding().record().token().equals(token)) {
			return;
		}
		if (outcome instanceof SealOutcome.Sealed) {
			draft.cancel(Timer.SEAL);
			enter(draft, sealing.holding(), Phase.Sealing.Stage.READY, 0, "sealed");
		}
		else if (outcome instanceof SealOutcome.Ahead ahead) {
			verify(draft, sealing.holding(), Math.max(ahead.floor(), token.term() + 1), "fence-ahead");
		}
		else if (outcome instanceof SealOutcome.ForeignLineage foreign) {
			String detail = ("The fence of '%s' remembers lineage '%s', but the coordinator's is '%s': "
					+ "restore the coordinator's data, or let its present lineage adopt the fence")
				.formatted(foreign.database(), foreign.lineage(), draft.knowledge().lineage());
			draft.act(new Action.Complain(detail));
			this.endings.giveUp(draft, HoldBack.FOREIGN_LINEAGE, detail);
		}
		else if (outcome instanceof SealOutcome.Failed failed) {
			this.endings.giveUp(draft, HoldBack.SEAL_FAILED,
					"Not sealed: %s (%s)".formatted(String.join(", ", failed.unsealed()), failed.detail()));
		}
	}

	/**
	 * Go on after a linearizable read, sent since the fence was found ahead, showed the
	 * grant.
	 * @param draft the step
	 * @param sent when the read was sent
	 */
	void verified(Draft draft, Moment sent) {
		if (draft.state().phase() instanceof Phase.Sealing sealing && sealing.stage() == Phase.Sealing.Stage.VERIFYING
				&& !sealing.since().isAfter(sent)) {
			if (sealing.floor() > 0) {
				raise(draft, sealing.holding(), sealing.floor());
			}
			else {
				fence(draft, sealing.holding(), "verified");
			}
		}
	}

	void raiseAnswered(Draft draft, LeaderRecord record, ChangeOutcome outcome) {
		if (!(draft.state().phase() instanceof Phase.Sealing sealing) || sealing.stage() != Phase.Sealing.Stage.RAISING
				|| !sealing.holding().record().sameGrant(record)) {
			return;
		}
		if (outcome instanceof Unknown) {
			draft.schedule(Timer.RAISE, Releasing.RETRY, Releasing.RETRY_JITTER);
		}
		else if (outcome instanceof Refused refused) {
			this.endings.giveUp(draft, HoldBack.NO_COORDINATOR, "The term was not raised: " + refused.detail());
		}
		else {
			this.endings.lose(draft, RevocationReason.GONE, "The term was given up to raise the counter", false);
			draft.set(draft.knowledge().withStale());
			draft.wantRead();
		}
	}

	void raiseAgain(Draft draft) {
		if (draft.state().phase() instanceof Phase.Sealing sealing && sealing.stage() == Phase.Sealing.Stage.RAISING) {
			draft.act(new Action.Raise(sealing.holding().record(), sealing.floor()));
		}
	}

	void boundPassed(Draft draft) {
		if (draft.state().phase() instanceof Phase.Sealing sealing && sealing.stage() != Phase.Sealing.Stage.READY) {
			this.endings.giveUp(draft, HoldBack.SEAL_FAILED,
					"The fences were not raised within %d ms".formatted(draft.settings().sealTimeout().toMillis()));
		}
	}

	/**
	 * Announce the term if its fences stand, nothing is in doubt and the deadline is far
	 * enough ahead.
	 * @param draft the step
	 */
	void announce(Draft draft) {
		Lease lease = draft.state().lease();
		if (!(draft.state().phase() instanceof Phase.Sealing sealing) || sealing.stage() != Phase.Sealing.Stage.READY
				|| draft.state().suspicion() != null || lease == null
				|| !draft.rules().mayAnnounce(lease.deadline(), draft.now(), draft.settings().margin())) {
			return;
		}
		draft.enter(new Phase.Leading(sealing.holding()), "announced", "The term is led");
		draft.set(draft.restraints().withoutFailures());
		draft.act(new Action.PublishGranted(sealing.holding().record()));
		if (draft.restraints().ineligible() != null) {
			draft.schedule(Timer.GRACE, draft.settings().eligibilityGrace(), Duration.ZERO);
		}
	}

	private void verify(Draft draft, Holding holding, long floor, String reason) {
		bound(draft);
		enter(draft, holding, Phase.Sealing.Stage.VERIFYING, floor, reason);
		draft.wantRead();
	}

	private void fence(Draft draft, Holding holding, String reason) {
		if (!draft.profile().fenced()) {
			draft.cancel(Timer.SEAL);
			enter(draft, holding, Phase.Sealing.Stage.READY, 0, reason);
			return;
		}
		bound(draft);
		enter(draft, holding, Phase.Sealing.Stage.FENCING, 0, reason);
		String lineage = draft.knowledge().lineage();
		if (lineage == null) {
			this.endings.giveUp(draft, HoldBack.NO_COORDINATOR, "The lineage of the coordinator's data is not known");
			return;
		}
		draft.act(new Action.Seal(holding.record().token(), lineage));
	}

	private void raise(Draft draft, Holding holding, long floor) {
		long term = holding.record().term();
		String detail = "The coordinator handed out term %d, but term %d is remembered: it lost part of its past"
			.formatted(term, floor);
		draft.act(new Action.Complain(detail));
		if (!TermRecord.isPermittedRaise(term, floor)) {
			this.endings.giveUp(draft, HoldBack.SEAL_FAILED,
					detail + ", and the jump is too far to be true: mend the fence or the coordinator's data");
			return;
		}
		bound(draft);
		enter(draft, holding, Phase.Sealing.Stage.RAISING, floor, "raising");
		draft.act(new Action.Raise(holding.record(), floor));
	}

	private void enter(Draft draft, Holding holding, Phase.Sealing.Stage stage, long floor, String reason) {
		draft.enter(new Phase.Sealing(holding, stage, draft.now(), floor), reason,
				"Term %d was won".formatted(holding.record().term()));
	}

	private boolean isContradicted(Draft draft, LeaderRecord record) {
		ElectionView view = draft.knowledge().view();
		LeaderRecord leader = (view != null) ? view.leader() : null;
		return view != null && view.term().value() >= record.term() && (leader == null || !leader.sameGrant(record));
	}

	private void bound(Draft draft) {
		draft.schedule(Timer.SEAL, draft.settings().sealTimeout(), Duration.ZERO);
	}

}
