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

import io.leaderelection.sample.audit.AuditTrail;

import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.resilience.annotation.Retryable;
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
	 * Settle a batch, unless that was done already. Tried again after failures that leave
	 * open whether the transaction was committed: the key of the batch tells.
	 * @param batch the batch
	 * @return whether this call settled it
	 */
	@Retryable(includes = { TransientDataAccessException.class, RecoverableDataAccessException.class,
			DataAccessResourceFailureException.class }, maxRetries = 2, delay = 100)
	@Transactional
	public boolean settle(Batch batch) {
		this.audit.identify(SettlementJob.ELECTION);
		Payout payout = Payout.of(batch, this.properties.feeBasisPoints());
		if (this.payouts.exists(payout.id())) {
			return false;
		}
		this.payouts.save(payout, batch);
		return true;
	}

}
