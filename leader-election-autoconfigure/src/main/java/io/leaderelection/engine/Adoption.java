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
import java.util.function.Consumer;

import io.leaderelection.ControlRequest;
import io.leaderelection.ControlResult;
import io.leaderelection.ControlResult.Status;
import io.leaderelection.coordinator.ControlOutcome;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.ReadOutcome;
import io.leaderelection.spi.AdoptionOutcome;
import io.leaderelection.spi.FenceSealer;
import io.leaderelection.spi.SealOutcome;

/**
 * Order that lets the coordinator's present lineage adopt the fences of an election. A
 * term is burned first, which leaves the order in the history; then the fences are told
 * the lineage; then the burned term is sealed. If a fence has seen a higher term, one
 * beyond that is burned as well, so that nothing of the former lineage is accepted.
 */
final class Adoption {

	private static final Duration BOUND = Duration.ofSeconds(5);

	private final EngineRun run;

	private final ControlDesk desk;

	private final String election;

	private final ControlRequest request;

	private final FencingReport report;

	Adoption(EngineRun run, ControlDesk desk, String election, String lineage, ControlRequest request,
			Consumer<ControlResult> receiver) {
		this.run = run;
		this.desk = desk;
		this.election = election;
		this.request = new ControlRequest(request.actor(),
				"Lineage %s adopts the fences: %s".formatted(lineage, request.reason()));
		this.report = new FencingReport(run, election, "Adopted", receiver);
	}

	void begin(String lineage) {
		String known = this.run.lineage();
		FenceSealer sealer = this.run.parts().fenceSealer();
		if (known == null) {
			this.desk.answer(Status.REFUSED, null, "The coordinator's data is not identified yet");
		}
		else if (!known.equals(lineage)) {
			this.desk.answer(Status.CONFLICT, null,
					"The coordinator's lineage is '%s' and not '%s'".formatted(known, lineage));
		}
		else if (sealer == null || !sealer.protects(this.election)) {
			this.desk.answer(Status.CONFLICT, null,
					"The election protects no database here, so there is no fence to adopt");
		}
		else {
			this.run.calls()
				.<ReadOutcome>ask(() -> this.run.parts().coordinator().read(this.election), BOUND, (unknown) -> unknown,
						(outcome, sent) -> seen(outcome, sealer, lineage));
		}
	}

	private void seen(ReadOutcome outcome, FenceSealer sealer, String lineage) {
		if (!(outcome instanceof ReadOutcome.Read read)) {
			this.desk.failed(outcome);
			return;
		}
		LeaderRecord leader = read.view().leader();
		if (leader != null) {
			this.desk.answer(Status.CONFLICT, leader.toObserved(),
					"'%s' leads in term %d, so no fence remembers another lineage".formatted(leader.instance(),
							leader.term()));
			return;
		}
		long term = read.view().term().value();
		burn(term, term + 1, (burned) -> adopt(sealer, lineage, burned));
	}

	private void burn(long term, long floor, Consumer<ControlOutcome.Burned> next) {
		this.run.calls()
			.<ControlOutcome>ask(
					() -> this.run.parts().coordinator().raiseTerm(this.election, term, floor, this.request), BOUND,
					(unknown) -> unknown, (outcome, sent) -> {
						if (outcome instanceof ControlOutcome.Burned burned) {
							next.accept(burned);
						}
						else {
							this.desk.failed(outcome);
						}
					});
	}

	private void adopt(FenceSealer sealer, String lineage, ControlOutcome.Burned burned) {
		this.run.calls()
			.<AdoptionOutcome>ask(() -> sealer.adopt(this.election, lineage, BOUND), BOUND.plusSeconds(1),
					(unknown) -> new AdoptionOutcome(List.of(), unknown.detail()), (outcome, sent) -> {
						if (outcome.detail().isEmpty()) {
							this.report.sealAndTell(burned, this::goBeyond);
						}
						else {
							this.report.tell(burned, outcome.failed(),
									"Not adopted, order it again: " + outcome.detail());
						}
					});
	}

	private void goBeyond(SealOutcome.Ahead ahead, long term) {
		burn(term, ahead.floor() + 1, this.report::sealAndTell);
	}

}
