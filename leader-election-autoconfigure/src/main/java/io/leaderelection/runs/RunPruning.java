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

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

import io.leaderelection.LeaderElectionException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Removal of runs that finished long ago. Done by the leader at the end of a run, a few
 * small transactions at a time; what is left waits for the next time.
 */
final class RunPruning {

	static final Duration INTERVAL = Duration.ofMinutes(10);

	static final int BATCH = 200;

	static final int BATCHES = 5;

	private static final Log logger = LogFactory.getLog(RunPruning.class);

	private final Map<String, Long> last = new ConcurrentHashMap<>();

	private final Duration retention;

	private final RunMeters meters;

	private final LongSupplier nanoTime;

	RunPruning(Duration retention, RunMeters meters, LongSupplier nanoTime) {
		this.retention = retention;
		this.meters = meters;
		this.nanoTime = nanoTime;
	}

	/**
	 * Remove runs of an election, unless that was done not long ago. The run at hand does
	 * not suffer from a failure.
	 * @param election the name of the election
	 * @param ledger the ledger
	 * @param transactions the transactions of the ledger's database
	 */
	void pruneIfDue(String election, RunLedger ledger, TransactionOperations transactions) {
		if (this.retention.isZero() || !isDue(election)) {
			return;
		}
		try {
			prune(election, ledger, transactions);
		}
		catch (DataAccessException | TransactionException | LeaderElectionException ex) {
			logger.warn("Old runs of election '%s' could not be removed, this is tried again later: %s"
				.formatted(election, NestedExceptionUtils.getMostSpecificCause(ex)));
			logger.debug("Old runs could not be removed", ex);
		}
	}

	private boolean isDue(String election) {
		long now = this.nanoTime.getAsLong();
		Long before = this.last.get(election);
		if (before != null && now - before < INTERVAL.toNanos()) {
			return false;
		}
		this.last.put(election, now);
		return true;
	}

	private void prune(String election, RunLedger ledger, TransactionOperations transactions) {
		for (int batch = 0; batch < BATCHES; batch++) {
			Integer removed = transactions.execute((status) -> ledger.prune(election, this.retention, BATCH));
			if (removed == null || removed == 0) {
				return;
			}
			this.meters.pruned(election, removed);
		}
		// There is more: go on at the end of the next run.
		this.last.remove(election);
	}

}
