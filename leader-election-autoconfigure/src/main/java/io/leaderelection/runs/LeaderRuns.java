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

import java.util.List;
import java.util.Optional;

/**
 * Ledger that lets a leader do each piece of work once. A run is known by a key that the
 * application derives from the work, such as {@code settlement-2026-11-30}, and belongs
 * to the election whose token the current thread carries.
 *
 * <pre class="code">
 * runs.once("settlement-2026-11-30", (run) -&gt; {
 *     int done = run.progress().map(Integer::parseInt).orElse(0);
 *     for (int batch = done; batch &lt; batches; batch++) {
 *         int next = batch + 1;
 *         run.step(() -&gt; {
 *             settle(batch);
 *             run.save(Integer.toString(next));
 *         });
 *     }
 * });
 * </pre>
 *
 * Progress is stored in the same fenced transaction as the work that it tells of. So
 * whatever happens (an exception, a crash, a leader that was frozen and overtaken), the
 * next attempt begins where the last committed step ended, and a key that is finished is
 * not run again, as long as the ledger keeps it.
 * <p>
 * The ledger never tries again by itself: each call of {@code once} for a key that is not
 * finished is one attempt, whether the last one failed, was cut off or belonged to an
 * older grant. Call it from a schedule, or with {@code @Retryable} around.
 * <p>
 * May be used by any thread of guarded work, outside of transactions. Refusals of the
 * fence are thrown as they are for every fenced write.
 */
public interface LeaderRuns {

	/**
	 * Do the work of a key, unless it is finished. The run is finished when the task
	 * returns, unless it {@linkplain LeaderRun#leave() leaves} the rest, and has failed
	 * when it throws: then the error is stored and thrown on.
	 * @param <E> the type of the exception that the task throws
	 * @param key the key: letters, digits and {@code . _ - : / + =}, at most 200
	 * characters
	 * @param task the work, which is not called if the run is finished
	 * @return what became of it
	 * @throws E whatever the task throws
	 * @throws InvalidRunKeyException if the key breaks the rules
	 * @throws RunTransactionException if a transaction is active on this thread
	 * @throws RunInProgressException if this instance is running the key already
	 * @throws RunAttemptsExhaustedException if the key has been attempted too often
	 * @throws RunSupersededException if the run was taken over meanwhile
	 * @throws MissingRunTableException if the database has no table of runs
	 * @throws io.leaderelection.fencing.FencingException if the fence refuses the token
	 * @throws io.leaderelection.NotLeaderException if the leadership does not hold
	 */
	<E extends Exception> RunResult once(String key, RunTask<E> task) throws E;

	/**
	 * Do the work of a key in one transaction, unless it is finished: the work and the
	 * mark that it is finished are committed together.
	 * @param key the key
	 * @param work the work
	 * @return what became of it
	 * @see #once(String, RunTask)
	 */
	default RunResult onceInOneStep(String key, Runnable work) {
		return once(key, (run) -> run.step(() -> {
			work.run();
			run.finish();
		}));
	}

	/**
	 * Return a view of this ledger that gives a key up after a number of attempts.
	 * Attempts that were cut off by a crash count, so that work which kills its leader
	 * does not do so for ever.
	 * @param attempts the number of attempts, at least 1
	 * @return the view
	 */
	LeaderRuns withMaxAttempts(int attempts);

	/**
	 * Return a view of this ledger for one election, for threads that work for several
	 * which protect the same database.
	 * @param election the name of the election
	 * @return the view
	 */
	LeaderRuns forElection(String election);

	/**
	 * Return what the ledger knows of a run. Needs no token.
	 * @param election the name of the election
	 * @param key the key
	 * @return the run, or empty if it never began or was removed
	 */
	Optional<RunRecord> find(String election, String key);

	/**
	 * Return the runs of an election that are not finished, oldest first, such as those
	 * that a former leader left behind. Needs no token.
	 * @param election the name of the election
	 * @return the runs
	 */
	List<RunRecord> unfinished(String election);

}
