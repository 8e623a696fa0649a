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

package io.leaderelection.sample.drill;

import java.util.List;
import java.util.Optional;

import io.leaderelection.runs.LeaderRun;
import io.leaderelection.runs.LeaderRuns;
import io.leaderelection.runs.RunRecord;
import io.leaderelection.runs.RunResult;
import io.leaderelection.runs.RunTask;
import io.leaderelection.sample.drill.DrillEvent.Kind;
import io.leaderelection.sample.settlement.RunProgress;

/**
 * Ledger that tells which runs are resumed, and lets the {@link HoldPoint} know the run
 * in progress.
 */
class WatchedRuns implements LeaderRuns {

	private final LeaderRuns delegate;

	private final HoldPoint holdPoint;

	private final DrillLog log;

	WatchedRuns(LeaderRuns delegate, HoldPoint holdPoint, DrillLog log) {
		this.delegate = delegate;
		this.holdPoint = holdPoint;
		this.log = log;
	}

	@Override
	public <E extends Exception> RunResult once(String key, RunTask<E> task) throws E {
		RunTask<E> watched = (run) -> {
			tellIfResumed(run);
			this.holdPoint.begin(run);
			try {
				task.run(run);
			}
			finally {
				this.holdPoint.end();
			}
		};
		return this.delegate.once(key, watched);
	}

	private void tellIfResumed(LeaderRun run) {
		if (run.attempt() > 1) {
			RunProgress progress = run.progress().map(RunProgress::parse).orElse(RunProgress.NONE);
			this.log.tell(Kind.RESUMED, run.token().election(), run.token().term(),
					"%s after %s".formatted(run.key(), progress));
		}
	}

	@Override
	public LeaderRuns withMaxAttempts(int attempts) {
		return new WatchedRuns(this.delegate.withMaxAttempts(attempts), this.holdPoint, this.log);
	}

	@Override
	public LeaderRuns forElection(String election) {
		return new WatchedRuns(this.delegate.forElection(election), this.holdPoint, this.log);
	}

	@Override
	public Optional<RunRecord> find(String election, String key) {
		return this.delegate.find(election, key);
	}

	@Override
	public List<RunRecord> unfinished(String election) {
		return this.delegate.unfinished(election);
	}

}
