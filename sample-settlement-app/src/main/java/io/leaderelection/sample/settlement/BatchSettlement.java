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

import io.leaderelection.runs.LeaderRun;
import io.leaderelection.sample.audit.AuditTrail;

import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Settlement of one batch in one transaction.
 */
@Component
public class BatchSettlement {

	private final PayoutStore payouts;

	private final AuditTrail audit;

	private final SettlementProperties properties;

	public BatchSettlement(PayoutStore payouts, AuditTrail audit, SettlementProperties properties) {
		this.payouts = payouts;
		this.audit = audit;
		this.properties = properties;
	}

	/**
	 * Settle a batch, and store with it that this was done.
	 * @param batch the batch
	 * @param run the run that it belongs to
	 * @param after the progress of the run once it is settled
	 */
	@Transactional
	public void settle(Batch batch, LeaderRun run, RunProgress after) {
		this.audit.identify(SettlementJob.ELECTION);
		this.payouts.save(Payout.of(batch, this.properties.feeBasisPoints()), batch);
		run.save(after.format());
	}

}
