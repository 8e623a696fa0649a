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

import io.leaderelection.RevocationReason;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.LeaderRecord;

/**
 * What happens to the lease and to the coordinator's data as a whole.
 */
final class Leasing {

	private final Suspecting suspecting;

	private final Observing observing;

	private final Endings endings;

	private final Releasing releasing;

	Leasing(Suspecting suspecting, Observing observing, Endings endings, Releasing releasing) {
		this.suspecting = suspecting;
		this.observing = observing;
		this.endings = endings;
		this.releasing = releasing;
	}

	boolean handle(Draft draft, Input input) {
		if (input instanceof Input.LeaseOpened opened) {
			draft.setLease(opened.lease());
			draft.set(Candidacy.NONE);
		}
		else if (input instanceof Input.LeaseRenewed renewed) {
			draft.setLease(renewed.lease());
			this.suspecting.renewed(draft, renewed.sent());
			this.observing.renewalTold(draft, renewed.sent(), renewed.held());
			this.observing.heard(draft);
		}
		else if (input instanceof Input.LeaseLost lost) {
			lost(draft, lost.reason(), lost.detail());
		}
		else if (input instanceof Input.Suspect suspect) {
			this.suspecting.suspect(draft, suspect.cause());
		}
		else if (input instanceof Input.LineageKnown known) {
			draft.set(draft.knowledge().withLineage(known.lineage()));
		}
		else if (input instanceof Input.Restored restored) {
			restored(draft, restored.detail());
		}
		else {
			return false;
		}
		return true;
	}

	/**
	 * Replace the lease if an attempt could not be settled, or a record not deleted, for
	 * too long.
	 * @param draft the step
	 */
	void cleanUpBoundPassed(Draft draft) {
		Attempt unsettled = draft.state().unsettled();
		Lease lease = draft.state().lease();
		boolean abandoned = draft.state().phase() instanceof Phase.Following && draft.knowledge().wanted() != null;
		if (unsettled != null && lease != null && abandoned) {
			draft.act(new Action.ReplaceLease(lease.session(), "An abandoned attempt could not be settled"));
		}
		this.releasing.cleanUpBoundPassed(draft);
	}

	private void lost(Draft draft, RevocationReason reason, String detail) {
		this.endings.lose(draft, reason, detail, false);
		forgetLease(draft, detail);
		draft.set(draft.knowledge().withStale());
		draft.wantRead();
	}

	private void restored(Draft draft, String detail) {
		ElectionView view = draft.knowledge().view();
		LeaderRecord leader = (view != null) ? view.leader() : null;
		this.endings.lose(draft, RevocationReason.RESTORED, detail, false);
		forgetLease(draft, detail);
		draft.set(draft.knowledge().afterRestore());
		if (leader != null) {
			draft.act(new Action.PublishChanged(leader, null));
		}
		draft.wantRead();
	}

	private void forgetLease(Draft draft, String detail) {
		if (draft.state().phase() instanceof Phase.Campaigning) {
			draft.enter(new Phase.Following(false), "lease-lost", detail);
		}
		this.releasing.drop(draft, detail);
		draft.setLease(null);
		draft.setUnsettled(null);
		draft.suspect(null, "lease-lost", detail);
		draft.set(Candidacy.NONE);
		draft.cancel(Timer.SUSPICION, Timer.ENLIST);
	}

}
