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

package io.leaderelection.sample.settlement;

import java.util.Optional;
import java.util.function.BooleanSupplier;

import io.leaderelection.runs.LeaderRun;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;

/**
 * Run that settles all payments of a window, one group after the other. Whatever cuts it
 * off, the next attempt begins at the group that was settled last.
 */
@Component
public class SettlementRun {

	private static final Logger logger = LoggerFactory.getLogger(SettlementRun.class);

	private final PendingPayments pending;

	private final BatchSettlement settlement;

	private final SettlementProperties properties;

	public SettlementRun(PendingPayments pending, BatchSettlement settlement, SettlementProperties properties) {
		this.pending = pending;
		this.settlement = settlement;
		this.properties = properties;
	}

	/**
	 * Settle what is left of the window. Begins no further batch once the leadership is
	 * being given up, but leaves the rest to the next leader, who need not wait then.
	 * @param run the run, whose key names the window
	 * @param leading tells whether to begin another batch
	 */
	void settle(LeaderRun run, BooleanSupplier leading) {
		Window window = Window.of(run.key());
		RunProgress progress = run.progress().map(RunProgress::parse).orElse(RunProgress.NONE);
		if (run.attempt() > 1) {
			logger.info("Attempt {} at run {} goes on after {}", run.attempt(), run.key(), progress);
		}
		for (Group group : this.pending.groups(window, progress.group())) {
			Optional<Batch> batch = next(window, group);
			while (batch.isPresent()) {
				if (!leading.getAsBoolean()) {
					logger.info("Run {} is left to the next leader after {}", run.key(), progress);
					run.leave();
					return;
				}
				RunProgress after = progress.plus(batch.get());
				if (!settle(batch.get(), run, after)) {
					break;
				}
				progress = after;
				batch = next(window, group);
			}
		}
	}

	private Optional<Batch> next(Window window, Group group) {
		return this.pending.oldest(window, group, this.properties.batchSize());
	}

	// What the data forbids would be forbidden again at once: the other groups do not
	// wait
	// for this one.
	private boolean settle(Batch batch, LeaderRun run, RunProgress after) {
		try {
			this.settlement.settle(batch, run, after);
			return true;
		}
		catch (DataIntegrityViolationException ex) {
			logger.error("Could not settle a batch of {}; the next run tries again: {}", batch.group(),
					NestedExceptionUtils.getMostSpecificCause(ex).toString().replaceAll("\\s+", " "));
			return false;
		}
	}

}
