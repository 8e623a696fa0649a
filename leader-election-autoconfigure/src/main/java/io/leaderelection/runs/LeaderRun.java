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

/**
 * Attempt at a run, handed to its task. To be used by one thread at a time that carries
 * the token, until the task ends.
 */
public interface LeaderRun {

	/**
	 * Longest progress that can be stored, in characters.
	 */
	int MAX_PROGRESS_LENGTH = 65_536;

	/**
	 * Return the key of the run.
	 * @return the key
	 */
	String key();

	/**
	 * Return the token of the grant that makes the attempt.
	 * @return the token
	 */
	FencingToken token();

	/**
	 * Return the number of the attempt.
	 * @return the number, 1 for the first
	 */
	int attempt();

	/**
	 * Return the progress that was committed last, by this attempt or an earlier one.
	 * @return the progress as it was saved, or empty if there is none
	 */
	Optional<String> progress();

	/**
	 * Do a part of the work in a transaction of its own, which is fenced. The work has to
	 * {@linkplain #save(String) save} its progress, or to {@linkplain #finish() finish}
	 * the run: otherwise the next attempt would do it again, so it is rolled back and
	 * refused.
	 * @param work the part
	 * @throws RunTransactionException if a transaction is active already, or the work
	 * neither saved nor finished
	 */
	void step(Runnable work);

	/**
	 * Store progress in the current transaction, that of a {@linkplain #step(Runnable)
	 * step} or one that the task began itself. It counts once that is committed.
	 * @param progress the progress, in whatever form the application likes, at most
	 * {@value #MAX_PROGRESS_LENGTH} characters
	 * @throws RunTransactionException if no transaction of the ledger's database is
	 * active
	 * @throws InvalidProgressException if the progress cannot be stored
	 * @throws RunSupersededException if another attempt has begun, or it is not known how
	 * an earlier transaction of this one ended
	 */
	void save(String progress);

	/**
	 * Mark the run as finished in the current transaction, together with its last part.
	 * Without it the run is finished when the task returns.
	 * @throws RunTransactionException if no transaction of the ledger's database is
	 * active
	 * @throws RunSupersededException as for {@link #save(String)}
	 */
	void finish();

	/**
	 * Leave the rest of the work to the next attempt, of this leader or of the next one:
	 * when the task returns, the run is neither finished nor failed. For a task that
	 * stops early because the leadership is being given up. Without effect on a run that
	 * is finished.
	 */
	void leave();

}
