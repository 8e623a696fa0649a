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

import io.leaderelection.FencingToken;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Attempt at a run. What it knows of the ledger is what was committed; what the current
 * transaction has written counts once that is committed, too.
 */
final class RunAttempt implements LeaderRun {

	private final RunLedger ledger;

	private final TransactionOperations transactions;

	private final FencingToken token;

	private StoredRun committed;

	private @Nullable Pending pending;

	private boolean left;

	RunAttempt(RunLedger ledger, TransactionOperations transactions, FencingToken token, StoredRun begun) {
		this.ledger = ledger;
		this.transactions = transactions;
		this.token = token;
		this.committed = begun;
	}

	@Override
	public String key() {
		return this.committed.run().key();
	}

	@Override
	public FencingToken token() {
		return this.token;
	}

	@Override
	public int attempt() {
		return this.committed.run().attempts();
	}

	@Override
	public Optional<String> progress() {
		return Optional.ofNullable(this.committed.run().progress());
	}

	boolean isFinished() {
		return this.committed.isFinished();
	}

	@Override
	public void step(Runnable work) {
		if (TransactionSynchronizationManager.isActualTransactionActive()) {
			throw new RunTransactionException(key(),
					"a step opens its transaction itself; inside of one, do the work and call save()");
		}
		this.transactions.executeWithoutResult((status) -> {
			work.run();
			if (this.pending == null) {
				throw new RunTransactionException(key(),
						"the step neither saved its progress nor finished the run, so that the next attempt would do it again; it is rolled back");
			}
		});
	}

	@Override
	public void save(String progress) {
		if (progress.length() > MAX_PROGRESS_LENGTH) {
			throw new InvalidProgressException(key(),
					"it has %d characters, at most %d are kept; store what is large in a table of yours and its key here"
						.formatted(progress.length(), MAX_PROGRESS_LENGTH));
		}
		if (progress.indexOf('\0') != -1) {
			throw new InvalidProgressException(key(), "it contains the character NUL, which databases refuse");
		}
		Pending change = requireTransaction("save()");
		this.ledger.save(this.token, change.run, progress);
		change.run = StoredRun.changed(change.run, progress, RunState.RUNNING);
	}

	@Override
	public void finish() {
		Pending change = requireTransaction("finish()");
		this.ledger.finish(this.token, change.run);
		change.run = StoredRun.changed(change.run, change.run.run().progress(), RunState.FINISHED);
	}

	@Override
	public void leave() {
		this.left = true;
	}

	/**
	 * Finish the run, unless the task did so or left it.
	 * @return whether the run is finished
	 */
	boolean complete() {
		if (!isFinished() && !this.left) {
			this.transactions.executeWithoutResult((status) -> finish());
		}
		return isFinished();
	}

	void fail(Throwable error) {
		this.transactions.executeWithoutResult((status) -> this.ledger.fail(this.token, this.committed, error));
	}

	private Pending requireTransaction(String method) {
		if (!TransactionSynchronizationManager.isActualTransactionActive() || !this.ledger.isInTransaction()) {
			throw new RunTransactionException(key(),
					"%s is to be called in the transaction of the work, which is what step() begins, on the ledger's database"
						.formatted(method));
		}
		Pending present = this.pending;
		if (present == null) {
			present = new Pending(this.committed);
			TransactionSynchronizationManager.registerSynchronization(present);
			this.pending = present;
		}
		else if (!TransactionSynchronizationManager.getSynchronizations().contains(present)) {
			throw new RunTransactionException(key(),
					"a transaction outside of this one has written to the run already");
		}
		if (present.run.isFinished()) {
			throw new RunTransactionException(key(), "it is finished already");
		}
		return present;
	}

	/**
	 * What the current transaction has written.
	 */
	private final class Pending implements TransactionSynchronization {

		private StoredRun run;

		Pending(StoredRun run) {
			this.run = run;
		}

		@Override
		public void afterCompletion(int status) {
			if (status == STATUS_COMMITTED) {
				RunAttempt.this.committed = this.run;
			}
			RunAttempt.this.pending = null;
		}

	}

}
