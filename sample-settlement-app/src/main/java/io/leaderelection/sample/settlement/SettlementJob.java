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

import java.time.Clock;
import java.util.Optional;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderOnly;
import io.leaderelection.runs.LeaderRuns;
import io.leaderelection.runs.RunRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Job that settles on the worker that leads, with one run for each window.
 */
@Component
public class SettlementJob {

	/**
	 * Election whose leader settles.
	 */
	public static final String ELECTION = "settlement";

	private static final Logger logger = LoggerFactory.getLogger(SettlementJob.class);

	private final LeaderRuns runs;

	private final SettlementRun run;

	private final PendingPayments pending;

	private final SettlementProperties properties;

	private final LeaderElection election;

	private final Clock clock;

	public SettlementJob(LeaderRuns runs, SettlementRun run, PendingPayments pending, SettlementProperties properties,
			LeaderElections elections, Clock clock) {
		this.runs = runs;
		this.run = run;
		this.pending = pending;
		this.properties = properties;
		this.election = elections.get(ELECTION);
		this.clock = clock;
	}

	/**
	 * Go on with the run that was begun and not finished, by this worker or a former
	 * leader. If there is none, begin one for the window that has ended last, if anything
	 * waits to be settled with it.
	 */
	@Scheduled(fixedDelayString = "${settlement.interval:100ms}")
	@LeaderOnly(ELECTION)
	public void settle() {
		try {
			due().ifPresent((key) -> this.runs.once(key, (run) -> this.run.settle(run, this.election::isLeader)));
		}
		catch (DataAccessException | TransactionException ex) {
			logger.error("The settlement was broken off and goes on at its next turn, as the database failed: {}",
					NestedExceptionUtils.getMostSpecificCause(ex).toString().replaceAll("\\s+", " "));
		}
	}

	private Optional<String> due() {
		return this.runs.unfinished(ELECTION).stream().findFirst().map(RunRecord::key).or(this::next);
	}

	private Optional<String> next() {
		Window window = Window.lastBefore(this.clock, this.properties.window());
		return this.pending.isAny(window) ? Optional.of(window.key()) : Optional.empty();
	}

}
