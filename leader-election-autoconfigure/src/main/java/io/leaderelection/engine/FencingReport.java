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
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import io.leaderelection.ControlResult;
import io.leaderelection.FencingToken;
import io.leaderelection.ObservedLeader;
import io.leaderelection.coordinator.ControlOutcome;
import io.leaderelection.coordinator.ReadOutcome;
import io.leaderelection.spi.SealOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Answer to an order that burned a term: whether no write of an older grant is accepted
 * any more, in which databases it still is, and why.
 */
final class FencingReport {

	private static final Duration CALL_BOUND = Duration.ofSeconds(2);

	private final EngineRun run;

	private final String election;

	private final String detail;

	private final Consumer<ControlResult> receiver;

	/**
	 * Create a report.
	 * @param run the engine
	 * @param election the name of the election
	 * @param detail what the order did, as the beginning of a sentence
	 * @param receiver the receiver of the answer
	 */
	FencingReport(EngineRun run, String election, String detail, Consumer<ControlResult> receiver) {
		this.run = run;
		this.election = election;
		this.detail = detail;
		this.receiver = receiver;
	}

	/**
	 * Seal the burned term and report on it.
	 * @param burned the burned term
	 */
	void sealAndTell(ControlOutcome.Burned burned) {
		sealAndTell(burned, (ahead, term) -> tell(burned, List.of(ahead.database()),
				"%s; not fenced, the fence of '%s' stands at term %d, which the coordinator does not know: raise the term above it"
					.formatted(this.detail, ahead.database(), ahead.floor())));
	}

	/**
	 * Seal the burned term and report on it, unless a fence stands at a term that the
	 * coordinator has not reached.
	 * @param burned the burned term
	 * @param unknownTerm called with what was found instead, and with the present term
	 */
	void sealAndTell(ControlOutcome.Burned burned, BiConsumer<SealOutcome.Ahead, Long> unknownTerm) {
		FencingToken token = new FencingToken(this.election, burned.term(), burned.grantId());
		this.run.burnedTerms().seal(token, (sealed) -> sealed(burned, sealed, unknownTerm));
	}

	private void sealed(ControlOutcome.Burned burned, SealOutcome sealed,
			BiConsumer<SealOutcome.Ahead, Long> unknownTerm) {
		if (sealed instanceof SealOutcome.Failed failed) {
			tell(burned, failed.unsealed(),
					"%s; not fenced yet, sealing is repeated: %s".formatted(this.detail, failed.detail()));
		}
		else if (sealed instanceof SealOutcome.ForeignLineage foreign) {
			tell(burned, List.of(foreign.database()),
					"%s; not fenced, '%s' remembers another lineage".formatted(this.detail, foreign.database()));
		}
		else if (sealed instanceof SealOutcome.Ahead ahead) {
			overtaken(burned, ahead, unknownTerm);
		}
		else {
			fenced(burned);
		}
	}

	// The next leader may have raised the fence before the burned term did, which is as
	// good; else the fence remembers what the coordinator has lost.
	private void overtaken(ControlOutcome.Burned burned, SealOutcome.Ahead ahead,
			BiConsumer<SealOutcome.Ahead, Long> unknownTerm) {
		this.run.calls()
			.<ReadOutcome>ask(() -> this.run.parts().coordinator().read(this.election), CALL_BOUND,
					(unknown) -> unknown, (outcome, sent) -> {
						long term = (outcome instanceof ReadOutcome.Read read) ? read.view().term().value()
								: burned.term();
						if (ahead.floor() > burned.term() && term >= ahead.floor()) {
							fenced(burned);
						}
						else {
							unknownTerm.accept(ahead, term);
						}
					});
	}

	private void fenced(ControlOutcome.Burned burned) {
		this.receiver.accept(new ControlResult(ControlResult.Status.DONE, burned.term(), true, List.of(),
				ousted(burned), this.detail + " and fenced"));
	}

	/**
	 * Report that the burned term is not sealed.
	 * @param burned the burned term
	 * @param unsealed the databases that are not sealed
	 * @param sentence what is told
	 */
	void tell(ControlOutcome.Burned burned, List<String> unsealed, String sentence) {
		this.receiver.accept(
				new ControlResult(ControlResult.Status.DONE, burned.term(), false, unsealed, ousted(burned), sentence));
	}

	private static @Nullable ObservedLeader ousted(ControlOutcome.Burned burned) {
		return (burned.ousted() != null) ? burned.ousted().toObserved() : null;
	}

}
