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

package io.leaderelection.runs;

import java.util.Optional;

import io.leaderelection.fencing.jdbc.FencedJdbcTemplate;

import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Ledger of the last firing of each schedule that was completed, in the table of runs.
 */
public final class FiringLedger {

	private final RunLedger ledger;

	private final TransactionOperations transactions;

	private final RunTable table;

	/**
	 * Create a ledger.
	 * @param jdbc the template that fences what is written to the database
	 * @param transactionManager the manager of the transactions in that database
	 * @param table the table of runs in that database
	 */
	public FiringLedger(FencedJdbcTemplate jdbc, PlatformTransactionManager transactionManager, RunTable table) {
		this.ledger = new RunLedger(jdbc);
		this.transactions = new TransactionTemplate(transactionManager);
		this.table = table;
	}

	/**
	 * Return the last firing that was completed.
	 * @param election the name of the election
	 * @param schedule the name of the schedule
	 * @return the firing, or empty if the schedule is new
	 */
	public Optional<Firing> last(String election, String schedule) {
		this.table.require();
		return this.ledger.lastFiring(election, schedule);
	}

	/**
	 * Remember a firing as completed. Fenced by the election, whose token the thread has
	 * to carry.
	 * @param election the name of the election
	 * @param schedule the name of the schedule
	 * @param firing the firing
	 * @throws io.leaderelection.fencing.FencingException if the fence refuses the token
	 * @throws io.leaderelection.NotLeaderException if the leadership does not hold
	 */
	public void completed(String election, String schedule, Firing firing) {
		this.table.require();
		RunLedger fenced = this.ledger.forElection(election);
		this.transactions
			.executeWithoutResult((status) -> fenced.completeFiring(fenced.currentToken(), schedule, firing));
	}

}
