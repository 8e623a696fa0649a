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
import java.util.Set;

import io.leaderelection.FencingToken;
import io.leaderelection.RevocationReason;
import io.leaderelection.SuspicionCause;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.PauseRecord;
import org.jspecify.annotations.Nullable;

/**
 * What follows from a state of the election that was read or that the watch tells.
 */
final class Observing {

	private final Campaigning campaigning;

	private final Sealing sealing;

	private final Resealing resealing;

	private final Suspecting suspecting;

	private final Endings endings;

	private final Releasing releasing;

	Observing(Campaigning campaigning, Sealing sealing, Resealing resealing, Suspecting suspecting, Endings endings,
			Releasing releasing) {
		this.campaigning = campaigning;
		this.sealing = sealing;
		this.resealing = resealing;
		this.suspecting = suspecting;
		this.endings = endings;
		this.releasing = releasing;
	}

	void observed(Draft draft, ElectionView view, @Nullable Moment sent) {
		if (sent != null) {
			satisfy(draft, sent);
		}
		else {
			heard(draft);
		}
		judgeHolding(draft, view, sent);
		if (sent != null) {
			this.campaigning.settle(draft, view, sent);
		}
		if (isNewer(draft.knowledge(), view, sent)) {
			adopt(draft, view);
			this.campaigning.settleBy(draft, view.term());
			judgeOwnRecord(draft, view, sent);
		}
		else if (!isOlder(draft.knowledge(), view)) {
			draft.wantRead();
		}
	}

	/**
	 * Believe that nobody leads any more. Who holds a term itself waits for the view that
	 * shows it, as hearsay ends no term.
	 * @param draft the step
	 * @param term the term that has ended
	 */
	void vacated(Draft draft, long term) {
		ElectionView known = draft.knowledge().view();
		LeaderRecord leader = (known != null) ? known.leader() : null;
		if (known != null && leader != null && leader.term() == term && draft.state().holding() == null) {
			adopt(draft, new ElectionView(known.election(), known.revision(), null, known.term(), known.pause(),
					known.successor(), known.candidates()));
		}
	}

	void watchSilent(Draft draft) {
		draft.set(draft.knowledge().withSilent(true));
		draft.wantRead();
	}

	void poll(Draft draft) {
		Duration ttl = draft.settings().ttl();
		draft.schedule(Timer.POLL, ttl, ttl.dividedBy(10));
		if (draft.knowledge().wanted() == null) {
			draft.wantRead();
		}
	}

	/**
	 * Repeat a read that failed. For a holder the failure counts as lost contact if
	 * neither the watch nor the read before told anything.
	 * @param draft the step
	 * @param sent when the read was sent
	 */
	void readFailed(Draft draft, Moment sent) {
		if (!sent.equals(draft.knowledge().reading())) {
			return;
		}
		draft.set(draft.knowledge().withReading(draft.knowledge().wanted(), null));
		if (draft.state().holding() != null && draft.knowledge().silent()) {
			this.suspecting.suspect(draft, SuspicionCause.CONTACT_LOST);
		}
		int failed = draft.knowledge().failedReads();
		draft.set(draft.knowledge().withSilent(true).withFailedReads(failed + 1));
		draft.scheduleRetry(Timer.READ, failed);
	}

	/**
	 * Do not wait with the next try of a read that failed, because the coordinator has
	 * answered something else since.
	 * @param draft the step
	 */
	void heard(Draft draft) {
		if (draft.knowledge().wanted() != null && draft.knowledge().reading() == null) {
			draft.cancel(Timer.READ);
			readAgain(draft);
		}
	}

	void readAgain(Draft draft) {
		Moment wanted = draft.knowledge().wanted();
		if (wanted != null) {
			draft.set(draft.knowledge().withReading(wanted, draft.now()));
			draft.act(new Action.Read());
		}
	}

	void renewalTold(Draft draft, Moment sent, @Nullable Set<FencingToken> held) {
		Holding holding = draft.state().holding();
		if (holding != null && held != null && sent.isAfter(holding.won())
				&& !held.contains(holding.record().token())) {
			this.endings.lose(draft, RevocationReason.GONE, "The coordinator does not keep the grant any more", false);
			draft.set(draft.knowledge().withStale());
			draft.wantRead();
		}
	}

	private void satisfy(Draft draft, Moment sent) {
		Knowledge knowledge = draft.knowledge();
		Moment wanted = (knowledge.wanted() != null && knowledge.wanted().isAfter(sent)) ? knowledge.wanted() : null;
		Moment reading = sent.equals(knowledge.reading()) ? null : knowledge.reading();
		draft.set(knowledge.withReading(wanted, reading).withFailedReads(0).withSilent(false));
		if (wanted == null) {
			draft.cancel(Timer.READ);
		}
		else if (reading == null) {
			draft.schedule(Timer.READ, Releasing.RETRY, Releasing.RETRY_JITTER);
		}
	}

	private void judgeHolding(Draft draft, ElectionView view, @Nullable Moment sent) {
		Holding holding = draft.state().holding();
		if (holding == null) {
			return;
		}
		LeaderRecord leader = view.leader();
		if (leader != null && leader.sameGrant(holding.record())) {
			if (sent != null) {
				this.suspecting.read(draft, sent);
				this.sealing.verified(draft, sent);
				this.resealing.verified(draft, sent);
			}
			return;
		}
		// What the watch tells may be older than the grant, unless the counter has
		// reached
		// its term.
		boolean later = (sent != null) ? sent.isAfter(holding.won()) : view.term().value() >= holding.record().term();
		if (later) {
			lose(draft, holding, view);
		}
	}

	private void lose(Draft draft, Holding holding, ElectionView view) {
		PauseRecord pause = view.pause();
		if (pause != null) {
			this.endings.lose(draft, RevocationReason.PAUSED,
					"Paused by %s: %s".formatted(pause.actor(), pause.reason()), false);
		}
		else if (view.leader() == null && view.term().value() > holding.record().term()) {
			this.endings.lose(draft, RevocationReason.RELEASED, "Forced out", false);
		}
		else {
			this.endings.lose(draft, RevocationReason.GONE, "The coordinator does not keep the grant any more", false);
		}
	}

	private void adopt(Draft draft, ElectionView view) {
		ElectionView known = draft.knowledge().view();
		LeaderRecord previous = (known != null) ? known.leader() : null;
		LeaderRecord current = view.leader();
		draft.set(draft.knowledge().adopting(view, draft.now()));
		boolean same = (previous != null) ? current != null && previous.sameGrant(current) : current == null;
		if (!same) {
			draft.act(new Action.PublishChanged(previous, current));
		}
	}

	private void judgeOwnRecord(Draft draft, ElectionView view, @Nullable Moment sent) {
		LeaderRecord leader = view.leader();
		Holding holding = draft.state().holding();
		if (leader == null || !leader.instance().equals(draft.profile().instance())
				|| (holding != null && leader.sameGrant(holding.record()))
				|| this.releasing.covers(draft.state(), leader)) {
			return;
		}
		if (draft.state().phase() instanceof Phase.Campaigning phase && phase.attempt().isOwn(leader)) {
			return;
		}
		Attempt unsettled = draft.state().unsettled();
		boolean mine = unsettled != null && unsettled.isOwn(leader) && holding == null
				&& !draft.restraints().forbidHolding();
		if (!mine) {
			this.campaigning.strayed(draft, leader);
		}
		else if (sent != null) {
			this.campaigning.won(draft, leader);
		}
		else {
			draft.wantRead();
		}
	}

	private static boolean isNewer(Knowledge knowledge, ElectionView view, @Nullable Moment sent) {
		ElectionView known = knowledge.view();
		Moment seen = knowledge.seen();
		return known == null || seen == null || (sent != null && sent.isAfter(seen))
				|| (!isOlder(knowledge, view) && view.term().version() >= known.term().version());
	}

	// The term counter may be known from the answer to an attempt, which tells no
	// revision: a state of before must not make that attempt's successor look dead.
	private static boolean isOlder(Knowledge knowledge, ElectionView view) {
		ElectionView known = knowledge.view();
		return known != null && view.revision() < known.revision();
	}

}
