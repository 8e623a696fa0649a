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

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderOnly;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Job that settles what is pending, on the worker that leads.
 */
@Component
public class SettlementJob {

	/**
	 * Election whose leader settles.
	 */
	public static final String ELECTION = "settlement";

	private static final Logger logger = LoggerFactory.getLogger(SettlementJob.class);

	private final PendingPayments pending;

	private final BatchSettlement settlement;

	private final SettlementProperties properties;

	private final LeaderElection election;

	public SettlementJob(PendingPayments pending, BatchSettlement settlement, SettlementProperties properties,
			LeaderElections elections) {
		this.pending = pending;
		this.settlement = settlement;
		this.properties = properties;
		this.election = elections.get(ELECTION);
	}

	/**
	 * Settle one batch of each group. Begins no further batch once this worker gives the
	 * leadership up, so that another need not wait for the whole run.
	 */
	@Scheduled(fixedDelayString = "${settlement.interval:100ms}")
	@LeaderOnly(ELECTION)
	public void settle() {
		for (Group group : this.pending.groups()) {
			if (!this.election.isLeader()) {
				return;
			}
			settle(group);
		}
	}

	private void settle(Group group) {
		try {
			this.pending.oldest(group, this.properties.batchSize()).ifPresent(this.settlement::settle);
		}
		catch (DataAccessException | TransactionException ex) {
			logger.error("Could not settle a batch of {}; the next run tries again", group, ex);
		}
	}

}
