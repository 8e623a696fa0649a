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

package io.leaderelection;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/**
 * One election in which this instance takes part. All methods may be called from any
 * thread.
 */
public interface LeaderElection {

	/**
	 * Return the name of the election.
	 * @return the name
	 */
	String name();

	/**
	 * Return whether guarded work may start at this moment. Reads one snapshot and
	 * compares both clocks; takes no lock and allocates nothing, so a process that stood
	 * still gets {@code false} at its first call after waking.
	 * @return whether this instance leads
	 */
	boolean isLeader();

	/**
	 * Return the term in which guarded work may start at this moment.
	 * @return the leadership, or empty if {@link #isLeader()} is {@code false}
	 */
	Optional<Leadership> leadership();

	/**
	 * Return the state of this instance.
	 * @return the state
	 */
	LeaderState state();

	/**
	 * Return a snapshot of everything that this instance knows of the election.
	 * @return the status
	 */
	ElectionStatus status();

	/**
	 * Return the leader last seen in the coordinator, whichever instance that is.
	 * @return the observed leader, or empty if none is known
	 */
	Optional<ObservedLeader> observedLeader();

	/**
	 * Run the task on the calling thread if this instance leads. The token is bound to
	 * the thread while the task runs and the end of the leadership waits for it, as for a
	 * method that is annotated with {@link LeaderOnly}.
	 * @param task the task
	 * @return whether the task was run
	 */
	boolean runIfLeader(Runnable task);

	/**
	 * Call the task on the calling thread if this instance leads, as
	 * {@link #runIfLeader(Runnable)} does.
	 * @param <T> the type of the result
	 * @param task the task, which must not return {@code null}
	 * @return the result, or empty if this instance does not lead
	 * @throws Exception whatever the task throws
	 */
	<T> Optional<T> callIfLeader(Callable<T> task) throws Exception;

	/**
	 * Give the leadership up: stop new guarded work, wait for what runs, publish
	 * {@link LeaderRevokedEvent}, release. During the cool-down this instance does not
	 * campaign unless it is the only candidate.
	 * @param coolDown how long to let others try
	 * @return a future that completes once the coordinator confirmed the release or the
	 * term ended otherwise, and fails with {@link NotLeaderException} if this instance
	 * does not lead
	 */
	CompletableFuture<Void> resign(Duration coolDown);

}
