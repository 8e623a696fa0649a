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
import java.util.Locale;

import io.leaderelection.RevocationReason;
import io.leaderelection.SuspicionCause;

/**
 * Doubt about the own lease and grant. It is dispelled only by a renewal <em>and</em> a
 * linearizable read that were both sent after it arose, and ends the term at the latest
 * at the deadline known when it arose.
 */
final class Suspecting {

	private final Endings endings;

	Suspecting(Endings endings) {
		this.endings = endings;
	}

	void suspect(Draft draft, SuspicionCause cause) {
		Lease lease = draft.state().lease();
		if (lease == null) {
			return;
		}
		Suspicion standing = draft.state().suspicion();
		if (standing != null) {
			if (cause == SuspicionCause.PROCESS_PAUSED || cause == SuspicionCause.CLOCK_MOVED) {
				draft.setSuspicion(new Suspicion(standing.cause(), draft.now(), standing.deadline(), false, false));
				verify(draft);
			}
			return;
		}
		Deadline deadline = lease.deadline();
		draft.suspect(new Suspicion(cause, draft.now(), deadline, false, false), word(cause),
				"It cannot be told whether the grant still holds");
		draft.schedule(Timer.SUSPICION, deadline.remaining(draft.now().nanos()), Duration.ZERO);
		Holding announced = draft.state().announced();
		if (announced != null) {
			draft.act(new Action.PublishSuspected(announced.record().token(), cause));
		}
		verify(draft);
	}

	void renewed(Draft draft, Moment sent) {
		Suspicion suspicion = draft.state().suspicion();
		if (suspicion != null && draft.rules().lifts(sent, suspicion)) {
			draft.setSuspicion(suspicion.withRenewed());
		}
	}

	void read(Draft draft, Moment sent) {
		Suspicion suspicion = draft.state().suspicion();
		if (suspicion != null && draft.rules().lifts(sent, suspicion)) {
			draft.setSuspicion(suspicion.withRead());
		}
	}

	/**
	 * Ask for the evidence that concerns the grant.
	 * @param draft the step
	 */
	void verify(Draft draft) {
		if (draft.state().suspicion() != null && draft.state().holding() != null) {
			draft.wantRead();
		}
	}

	void lift(Draft draft) {
		// The evidence may arrive between the deadline and its timer.
		deadlinePassed(draft);
		Suspicion suspicion = draft.state().suspicion();
		Lease lease = draft.state().lease();
		if (suspicion == null || lease == null || !suspicion.renewed()) {
			return;
		}
		boolean proven = suspicion.read() || draft.state().holding() == null;
		if (proven && lease.deadline().isTrusted(draft.now().nanos(), draft.now().wallMillis())) {
			draft.suspect(null, "confirmed", "A renewal and a read confirmed the grant");
			draft.cancel(Timer.SUSPICION);
			Holding announced = draft.state().announced();
			if (announced != null) {
				draft.act(new Action.PublishConfirmed(announced.record().token()));
			}
		}
	}

	void deadlinePassed(Draft draft) {
		Suspicion suspicion = draft.state().suspicion();
		if (suspicion != null && draft.rules().isOver(suspicion.deadline(), draft.now())) {
			this.endings.lose(draft, RevocationReason.EXPIRED,
					"The deadline passed before a renewal and a read confirmed the grant", true);
		}
	}

	private static String word(SuspicionCause cause) {
		return cause.name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
