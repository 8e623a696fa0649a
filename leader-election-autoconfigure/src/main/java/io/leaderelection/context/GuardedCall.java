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

package io.leaderelection.context;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

import io.leaderelection.FencingToken;
import io.leaderelection.LeaderElectionException;
import io.leaderelection.Leadership;
import org.jspecify.annotations.Nullable;

/**
 * Guarded call in flight: the leadership captured when it began, and the fencing failure
 * that could not be thrown where it was found. Shared by all threads that the call hands
 * its token to; may be used from any of them.
 */
public final class GuardedCall {

	private final Leadership leadership;

	private final CallsInFlight inFlight;

	private final boolean interruptible;

	private final Set<Thread> interruptibleThreads = ConcurrentHashMap.newKeySet();

	private final AtomicReference<@Nullable LeaderElectionException> failure = new AtomicReference<>();

	private volatile boolean interrupted;

	private volatile boolean duplicate;

	/**
	 * Create a call whose end nobody waits for.
	 * @param leadership the term that the call belongs to
	 */
	public GuardedCall(Leadership leadership) {
		this(leadership, new CallsInFlight(), false);
	}

	/**
	 * Create a call.
	 * @param leadership the term that the call belongs to
	 * @param inFlight where the threads of the call are counted
	 * @param interruptible whether they are interrupted when the term is over
	 */
	public GuardedCall(Leadership leadership, CallsInFlight inFlight, boolean interruptible) {
		this.leadership = leadership;
		this.inFlight = inFlight;
		this.interruptible = interruptible;
	}

	/**
	 * Return the term that the call belongs to.
	 * @return the leadership
	 */
	public Leadership leadership() {
		return this.leadership;
	}

	/**
	 * Return the token that the call captured.
	 * @return the fencing token
	 */
	public FencingToken token() {
		return this.leadership.token();
	}

	/**
	 * Count the calling thread as in flight for this call until the scope is closed, on
	 * the same thread. Neither binds the token nor checks it.
	 * @return the scope
	 */
	public LeadershipContext.Scope enter() {
		return enter(this.interruptible);
	}

	/**
	 * Count the calling thread as in flight, as {@link #enter()} does.
	 * @param interruptible whether to interrupt the thread when the term is over. The
	 * interruption does not outlive the scope.
	 * @return the scope
	 */
	public LeadershipContext.Scope enter(boolean interruptible) {
		Thread thread = Thread.currentThread();
		if ((interruptible || this.interruptible) && this.interruptibleThreads.add(thread)) {
			ThreadWork work = new ThreadWork(this.inFlight, this, true);
			return () -> {
				work.close();
				this.interruptibleThreads.remove(thread);
			};
		}
		// An interruption is left pending for the outermost scope that asked for it.
		return new ThreadWork(this.inFlight, this, false);
	}

	/**
	 * Count an asynchronous part of the call as in flight.
	 * @param endOfTerm what the part does when the term ends
	 * @return the part, to be closed when it is complete
	 */
	public CallsInFlight.Work begin(CallsInFlight.EndOfTerm endOfTerm) {
		return this.inFlight.begin(token(), endOfTerm);
	}

	/**
	 * Store a failure to be thrown later, unless one is stored already.
	 * @param failure the failure
	 */
	public void storeFailure(LeaderElectionException failure) {
		this.failure.compareAndSet(null, failure);
	}

	/**
	 * Take the stored failure, so that it is thrown only once.
	 * @return the failure, or {@code null}
	 */
	public @Nullable LeaderElectionException takeFailure() {
		return this.failure.getAndSet(null);
	}

	/**
	 * Forget the given failure if it is the stored one, as it is thrown after all before
	 * the call has ended.
	 * @param thrown the failure
	 */
	public void discardFailure(LeaderElectionException thrown) {
		this.failure.compareAndSet(thrown, null);
	}

	/**
	 * Note that the call is interrupted, as its term is over.
	 */
	public void noteInterruption() {
		this.interrupted = true;
	}

	/**
	 * Return whether the call was interrupted, as its term is over.
	 * @return whether it was
	 */
	public boolean isInterrupted() {
		return this.interrupted;
	}

	/**
	 * Note that the call asked for a run that was finished before.
	 */
	public void noteDuplicate() {
		this.duplicate = true;
	}

	/**
	 * Return whether the call asked for a run that was finished before.
	 * @return whether it did
	 */
	public boolean isDuplicate() {
		return this.duplicate;
	}

	@Override
	public String toString() {
		return "GuardedCall[" + token() + "]";
	}

}
