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

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

import io.leaderelection.FencingToken;
import io.leaderelection.context.GuardedCall;
import io.leaderelection.context.LeadershipContext;
import io.leaderelection.runs.LeaderRun;
import io.leaderelection.runs.LeaderRuns;
import io.leaderelection.runs.RunRecord;
import io.leaderelection.runs.RunResult;
import io.leaderelection.runs.RunTask;

import org.springframework.transaction.support.TransactionOperations;

/**
 * Runs that nothing remembers, for the control run: each call is the first attempt at a
 * new run, and no progress outlives it.
 */
public class ForgetfulRuns implements LeaderRuns {

	private final TransactionOperations transactions;

	private final String election;

	public ForgetfulRuns(TransactionOperations transactions) {
		this(transactions, SettlementJob.ELECTION);
	}

	private ForgetfulRuns(TransactionOperations transactions, String election) {
		this.transactions = transactions;
		this.election = election;
	}

	@Override
	public <E extends Exception> RunResult once(String key, RunTask<E> task) throws E {
		GuardedCall call = LeadershipContext.current().call(this.election);
		if (call == null) {
			throw new IllegalStateException("No task guarded by election '" + this.election + "' runs on this thread");
		}
		task.run(new ForgetfulRun(key, call.token()));
		return new RunResult(RunResult.Outcome.FINISHED, key, 1);
	}

	@Override
	public LeaderRuns withMaxAttempts(int attempts) {
		return this;
	}

	@Override
	public LeaderRuns forElection(String election) {
		return new ForgetfulRuns(this.transactions, election);
	}

	@Override
	public Optional<RunRecord> find(String election, String key) {
		return Optional.empty();
	}

	@Override
	public List<RunRecord> unfinished(String election) {
		return List.of();
	}

	private final class ForgetfulRun implements LeaderRun {

		private final AtomicReference<String> progress = new AtomicReference<>();

		private final String key;

		private final FencingToken token;

		private ForgetfulRun(String key, FencingToken token) {
			this.key = key;
			this.token = token;
		}

		@Override
		public String key() {
			return this.key;
		}

		@Override
		public FencingToken token() {
			return this.token;
		}

		@Override
		public int attempt() {
			return 1;
		}

		@Override
		public Optional<String> progress() {
			return Optional.ofNullable(this.progress.get());
		}

		@Override
		public void step(Runnable work) {
			ForgetfulRuns.this.transactions.executeWithoutResult((status) -> work.run());
		}

		@Override
		public void save(String progress) {
			this.progress.set(progress);
		}

		@Override
		public void finish() {
		}

		@Override
		public void leave() {
		}

	}

}
