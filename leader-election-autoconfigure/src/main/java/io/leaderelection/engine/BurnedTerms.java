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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.leaderelection.FencingToken;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.HistoryEntry;
import io.leaderelection.coordinator.HistoryOutcome;
import io.leaderelection.coordinator.PauseRecord;
import io.leaderelection.coordinator.ReadOutcome;
import io.leaderelection.spi.SealOutcome;
import io.leaderelection.spi.SealRequest;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Sealing of terms that operators burned, so that a frozen old leader is refused even
 * while nobody leads. Whichever instance handled the order, any instance that reaches the
 * database repeats the sealing until it has succeeded or a later term supersedes it.
 */
final class BurnedTerms {

	private static final Log logger = LogFactory.getLog(BurnedTerms.class);

	private static final Duration PATIENCE = Duration.ofSeconds(1);

	private static final Duration RETRY = Duration.ofMillis(500);

	private static final Duration SEAL_BOUND = Duration.ofSeconds(5);

	private static final Duration CALL_BOUND = Duration.ofSeconds(2);

	private final EngineRun run;

	private final Map<String, Long> noticed = new HashMap<>();

	BurnedTerms(EngineRun run) {
		this.run = run;
	}

	void forget() {
		this.noticed.clear();
	}

	/**
	 * Seal a term that an order on this instance burned.
	 * @param token the token of the burned term
	 * @param receiver the receiver of the first outcome
	 */
	void seal(FencingToken token, Consumer<SealOutcome> receiver) {
		this.noticed.put(token.election(), token.term());
		if (!this.run.parts().protects(token.election())) {
			receiver.accept(new SealOutcome.Sealed(List.of()));
			return;
		}
		attempt(token, receiver);
	}

	/**
	 * Look at an election in which nobody leads: its last term may be a burned one that
	 * is not sealed.
	 * @param driver the driver of the election
	 */
	void notice(ElectionDriver driver) {
		ElectionView view = driver.state().knowledge().view();
		if (view == null || view.leader() != null || !driver.profile().fenced() || view.term().value() < 1) {
			return;
		}
		long term = view.term().value();
		if (this.noticed.getOrDefault(view.election(), 0L) >= term) {
			return;
		}
		this.noticed.put(view.election(), term);
		PauseRecord pause = view.pause();
		if (pause != null && pause.term() == term) {
			attempt(new FencingToken(view.election(), term, pause.grantId()), (outcome) -> {
			});
		}
		else {
			this.run.after(this.run.jittered(PATIENCE, RETRY),
					() -> this.run.admission().enter(() -> lookUp(driver, term)));
		}
	}

	private void lookUp(ElectionDriver driver, long term) {
		String election = driver.election().name();
		if (isSuperseded(driver.state().knowledge().view(), term)) {
			return;
		}
		this.run.calls()
			.<HistoryOutcome>ask(
					this.run.admission().takingRoom(() -> this.run.parts().coordinator().history(election, 1), driver),
					CALL_BOUND, (unknown) -> unknown, (outcome, sent) -> {
						if (!(outcome instanceof HistoryOutcome.Entries entries)) {
							this.noticed.remove(election, term);
							return;
						}
						for (HistoryEntry entry : entries.entries()) {
							if (entry.term() == term && isBurned(entry.kind())) {
								attempt(new FencingToken(election, term, entry.grantId()), (sealed) -> {
								});
							}
						}
					});
	}

	private void attempt(FencingToken token, Consumer<SealOutcome> receiver) {
		String lineage = this.run.lineage();
		if (lineage == null) {
			receiver.accept(new SealOutcome.Failed(List.of(), "The coordinator's data is not identified yet"));
			retry(token);
			return;
		}
		ElectionDriver driver = this.run.driver(token.election());
		Duration bound = (driver != null) ? driver.election().settings().sealTimeout() : SEAL_BOUND;
		this.run.calls().seal(new SealRequest(token, lineage, this.run.instance(), bound), (outcome) -> {
			receiver.accept(outcome);
			if (outcome instanceof SealOutcome.Failed) {
				retry(token);
			}
			else if (outcome instanceof SealOutcome.ForeignLineage foreign) {
				logger.error("Burned term %s is not sealed: '%s' remembers lineage '%s'".formatted(token,
						foreign.database(), foreign.lineage()));
			}
		});
	}

	private void retry(FencingToken token) {
		this.run.after(this.run.jittered(RETRY, RETRY),
				() -> this.run.calls()
					.<ReadOutcome>ask(() -> this.run.parts().coordinator().read(token.election()), CALL_BOUND,
							(unknown) -> unknown, (outcome, sent) -> {
								if (!(outcome instanceof ReadOutcome.Read read)) {
									retry(token);
								}
								else if (!isSuperseded(read.view(), token.term())) {
									attempt(token, (again) -> {
									});
								}
							}));
	}

	private static boolean isSuperseded(@Nullable ElectionView view, long term) {
		return view == null || view.term().value() != term;
	}

	private static boolean isBurned(HistoryEntry.Kind kind) {
		return kind != HistoryEntry.Kind.GRANTED;
	}

}
