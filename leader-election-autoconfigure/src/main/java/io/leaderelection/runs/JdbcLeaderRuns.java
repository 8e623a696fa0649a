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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.leaderelection.ElectionName;
import io.leaderelection.FencingToken;
import io.leaderelection.context.GuardedCall;
import io.leaderelection.context.LeadershipContext;
import io.leaderelection.fencing.jdbc.FencedJdbcTemplate;

import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Ledger in the database that the runs write to, in a table of which each change is
 * fenced. An application that protects several databases creates one for each.
 */
public final class JdbcLeaderRuns implements LeaderRuns {

	private final RunLedger ledger;

	private final TransactionOperations transactions;

	private final RunTable table;

	private final int maxAttempts;

	private final RunMeters meters;

	private final RunPruning pruning;

	private final Set<RunId> inProgress;

	/**
	 * Create a ledger.
	 * @param jdbc the template that fences what is written to the database
	 * @param transactionManager the manager of the transactions in that database
	 * @param table the table of the ledger in that database
	 * @param settings the settings
	 * @param meters the observer
	 */
	public JdbcLeaderRuns(FencedJdbcTemplate jdbc, PlatformTransactionManager transactionManager, RunTable table,
			RunSettings settings, RunMeters meters) {
		this(new RunLedger(jdbc), new TransactionTemplate(transactionManager), table, settings.maxAttempts(), meters,
				new RunPruning(settings.retention(), meters, System::nanoTime), ConcurrentHashMap.newKeySet());
	}

	private JdbcLeaderRuns(RunLedger ledger, TransactionOperations transactions, RunTable table, int maxAttempts,
			RunMeters meters, RunPruning pruning, Set<RunId> inProgress) {
		this.ledger = ledger;
		this.transactions = transactions;
		this.table = table;
		this.maxAttempts = maxAttempts;
		this.meters = meters;
		this.pruning = pruning;
		this.inProgress = inProgress;
	}

	@Override
	public LeaderRuns withMaxAttempts(int attempts) {
		if (attempts < 1) {
			throw new IllegalArgumentException("'attempts' must be at least 1, but is " + attempts);
		}
		return new JdbcLeaderRuns(this.ledger, this.transactions, this.table, attempts, this.meters, this.pruning,
				this.inProgress);
	}

	@Override
	public LeaderRuns forElection(String election) {
		ElectionName.requireValid(election);
		return new JdbcLeaderRuns(this.ledger.forElection(election), this.transactions, this.table, this.maxAttempts,
				this.meters, this.pruning, this.inProgress);
	}

	@Override
	public Optional<RunRecord> find(String election, String key) {
		RunKey.requireValid(key);
		this.table.require();
		return this.ledger.find(election, key).map(StoredRun::run);
	}

	@Override
	public List<RunRecord> unfinished(String election) {
		this.table.require();
		return this.ledger.unfinished(election);
	}

	@Override
	public <E extends Exception> RunResult once(String key, RunTask<E> task) throws E {
		RunKey.requireValid(key);
		if (TransactionSynchronizationManager.isActualTransactionActive()) {
			throw new RunTransactionException(key,
					"once() is to be called outside of transactions, as the ledger has to remember an attempt whose work is rolled back: remove @Transactional, and do the work in step()");
		}
		FencingToken token = this.ledger.currentToken();
		this.table.require();
		RunId id = new RunId(token.election(), key);
		if (!this.inProgress.add(id)) {
			throw new RunInProgressException(token.election(), key, null);
		}
		try {
			RunResult result = begin(token, key, task);
			this.pruning.pruneIfDue(token.election(), this.ledger, this.transactions);
			return result;
		}
		finally {
			this.inProgress.remove(id);
		}
	}

	private void noteDuplicate(FencingToken token) {
		this.meters.duplicate(token.election());
		GuardedCall call = LeadershipContext.current().call(token.election());
		if (call != null) {
			call.noteDuplicate();
		}
	}

	private <E extends Exception> RunResult begin(FencingToken token, String key, RunTask<E> task) throws E {
		BegunRun begun = this.transactions.execute((status) -> this.ledger.begin(token, key, this.maxAttempts));
		if (begun.isDuplicate()) {
			noteDuplicate(token);
			return new RunResult(RunResult.Outcome.DUPLICATE, key, begun.now().run().attempts());
		}
		this.meters.began(token.election(), begun.kind(token));
		boolean finished = attempt(new RunAttempt(this.ledger, this.transactions, token, begun.now()), task);
		return new RunResult(outcome(begun, finished), key, begun.now().run().attempts());
	}

	private static RunResult.Outcome outcome(BegunRun begun, boolean finished) {
		if (!finished) {
			return RunResult.Outcome.LEFT;
		}
		return (begun.before() != null) ? RunResult.Outcome.RESUMED : RunResult.Outcome.FINISHED;
	}

	private <E extends Exception> boolean attempt(RunAttempt attempt, RunTask<E> task) throws E {
		String election = attempt.token().election();
		long began = System.nanoTime();
		try {
			task.run(attempt);
			if (!attempt.complete()) {
				return false;
			}
		}
		catch (Throwable ex) {
			this.meters.failed(election);
			remember(attempt, ex);
			throw ex;
		}
		this.meters.finished(election, Duration.ofNanos(System.nanoTime() - began));
		return true;
	}

	private static void remember(RunAttempt attempt, Throwable error) {
		try {
			attempt.fail(error);
		}
		catch (RuntimeException ex) {
			// The row stays as that of an attempt that was cut off, and is gone on with.
			error.addSuppressed(ex);
		}
	}

	private record RunId(String election, String key) {

	}

}
