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

import io.leaderelection.FencingToken;
import io.leaderelection.RevocationReason;
import io.leaderelection.spi.SealOutcome;

/**
 * Raising of a fence again that a database lost while its election was led: only after a
 * linearizable read, sent since the loss was reported, has shown the grant.
 */
final class Resealing {

	private final Endings endings;

	Resealing(Endings endings) {
		this.endings = endings;
	}

	void unsealed(Draft draft, FencingToken token) {
		Holding holding = draft.state().announced();
		if (draft.profile().fenced() && holding != null && holding.record().token().equals(token)
				&& holding.unsealedSince() == null) {
			replace(draft, holding.withUnsealedSince(draft.now()));
			draft.wantRead();
		}
	}

	/**
	 * Go on after a linearizable read showed the grant.
	 * @param draft the step
	 * @param sent when the read was sent
	 */
	void verified(Draft draft, Moment sent) {
		Holding holding = draft.state().announced();
		String lineage = draft.knowledge().lineage();
		if (holding != null && lineage != null && holding.unsealedSince() != null
				&& !holding.unsealedSince().isAfter(sent)) {
			replace(draft, holding.withUnsealedSince(null));
			draft.act(new Action.Seal(holding.record().token(), lineage));
		}
	}

	void answered(Draft draft, FencingToken token, SealOutcome outcome) {
		boolean refused = outcome instanceof SealOutcome.Ahead || outcome instanceof SealOutcome.ForeignLineage;
		if (refused && draft.state().phase() instanceof Phase.Leading leading
				&& leading.holding().record().token().equals(token)) {
			String detail = "The fence cannot be raised again: " + outcome;
			draft.act(new Action.Complain(detail));
			this.endings.drain(draft, leading, RevocationReason.RESIGNED, null, draft.profile().request(detail),
					draft.settings().coolDown());
		}
	}

	private static void replace(Draft draft, Holding holding) {
		if (draft.state().phase() instanceof Phase.Draining draining) {
			draft.enter(new Phase.Draining(holding, draining.ending()), "", "");
		}
		else {
			draft.enter(new Phase.Leading(holding), "", "");
		}
	}

}
