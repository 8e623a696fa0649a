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

package io.leaderelection.gate;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import io.leaderelection.FencingToken;
import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.NotLeaderException;
import io.leaderelection.context.CallsInFlight;
import io.leaderelection.context.GuardedCall;
import io.leaderelection.context.LeadershipContext;
import io.leaderelection.spi.CallObserver;
import io.leaderelection.spi.GuardedExecution;
import io.leaderelection.spi.TransactionCheck;
import io.leaderelection.spi.WorkDrain;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;
import org.springframework.util.function.SingletonSupplier;

/**
 * Guarded calls of this application. Binds the token of the term to the thread of the
 * call, checks the transaction that the call runs in, and knows what is in flight. All
 * methods may be called from any thread.
 */
public final class GuardedCalls implements GuardedExecution, WorkDrain {

	private final CallsInFlight inFlight = new CallsInFlight();

	private final Supplier<List<TransactionCheck>> transactionChecks;

	private final Supplier<CallObserver> observer;

	private volatile boolean closed;

	/**
	 * Create guarded calls.
	 * @param transactionChecks the checks of the current transaction, asked for at the
	 * first call
	 */
	public GuardedCalls(Supplier<List<TransactionCheck>> transactionChecks) {
		this(transactionChecks, () -> CallObserver.NONE);
	}

	/**
	 * Create guarded calls that are observed.
	 * @param transactionChecks the checks of the current transaction, asked for at the
	 * first call
	 * @param observer the observer, asked for at the first call
	 */
	public GuardedCalls(Supplier<List<TransactionCheck>> transactionChecks, Supplier<CallObserver> observer) {
		this.transactionChecks = SingletonSupplier.of(transactionChecks);
		this.observer = SingletonSupplier.of(observer);
	}

	/**
	 * Ask for the checks and the observer ahead of the first call, which would otherwise
	 * look for their beans while it is waited for.
	 */
	public void prepare() {
		Assert.notNull(this.transactionChecks.get(), "'transactionChecks' must not supply null");
		Assert.notNull(this.observer.get(), "'observer' must not supply null");
	}

	/**
	 * Call the task on the calling thread. The task is in flight before it begins, so
	 * that a caller who checks the leadership inside the task misses no drain.
	 * @throws NotLeaderException if the thread works for another term of the same
	 * election: work never changes its term
	 */
	@Override
	public <T extends @Nullable Object> T call(Leadership leadership, Callable<T> task) throws Exception {
		FencingToken token = leadership.token();
		GuardedCall running = LeadershipContext.current().call(token.election());
		if (running != null && !running.token().equals(token)) {
			throw new NotLeaderException(running.token(),
					"work of that term cannot go on in term " + token.term() + " of the same instance");
		}
		GuardedCall call = (running != null) ? running : new GuardedCall(leadership, this.inFlight, false);
		CallObserver.ObservedCall observed = arrived(token.election());
		try (GuardedEntry entry = new GuardedEntry(call, false)) {
			checkTransaction(token, observed);
			entry.observe(observed);
			return entry.call(task);
		}
	}

	private void checkTransaction(FencingToken token, CallObserver.ObservedCall observed) {
		try {
			checkTransaction(token);
		}
		catch (RuntimeException | Error ex) {
			observed.ended(CallObserver.Outcome.REFUSED, ex);
			throw ex;
		}
	}

	@Override
	public void skipped(String election) {
		arrived(election).ended(CallObserver.Outcome.SKIPPED, null);
	}

	/**
	 * Tell the observer that a call arrived at the gate.
	 * @param election the name of the election
	 * @return the receiver of what becomes of it
	 */
	CallObserver.ObservedCall arrived(String election) {
		return this.observer.get().arrived(election);
	}

	/**
	 * Enter the gate on the calling thread.
	 * @param election the election
	 * @param interruptible whether to interrupt the thread when the term is over
	 * @return the entry, or {@code null} if no guarded work may start
	 * @throws NotLeaderException if the thread works for a term of the election that is
	 * over
	 */
	@Nullable GuardedEntry enter(LeaderElection election, boolean interruptible) {
		GuardedCall running = LeadershipContext.current().call(election.name());
		if (running != null) {
			return open(running, interruptible, () -> {
				running.leadership().ensureValid();
				return true;
			});
		}
		Leadership leadership = leadership(election);
		if (leadership == null) {
			return null;
		}
		GuardedCall call = new GuardedCall(leadership, this.inFlight, interruptible);
		// Looked at again in flight: an end of the term that did not see this call began
		// before.
		return open(call, interruptible, () -> {
			Leadership confirmed = leadership(election);
			return confirmed != null && confirmed.token().equals(call.token());
		});
	}

	private @Nullable Leadership leadership(LeaderElection election) {
		return this.closed ? null : election.leadership().orElse(null);
	}

	private @Nullable GuardedEntry open(GuardedCall call, boolean interruptible, BooleanSupplier admission) {
		GuardedEntry entry = new GuardedEntry(call, interruptible);
		try {
			if (admission.getAsBoolean()) {
				checkTransaction(call.token());
				return entry;
			}
		}
		catch (RuntimeException | Error ex) {
			entry.close();
			throw ex;
		}
		entry.close();
		return null;
	}

	private void checkTransaction(FencingToken token) {
		this.transactionChecks.get().forEach((check) -> check.checkCurrentTransaction(token));
	}

	/**
	 * Count work as in flight that is no call: a component that runs with the leadership.
	 * @param leadership the term that the work belongs to
	 * @param endOfTerm what the work does when the term ends
	 * @return the work, to be closed when it has ended
	 */
	CallsInFlight.Work begin(Leadership leadership, CallsInFlight.EndOfTerm endOfTerm) {
		return this.inFlight.begin(leadership.token(), endOfTerm);
	}

	@Override
	public CompletionStage<Void> drain(FencingToken token) {
		return this.inFlight.drain(token);
	}

	@Override
	public void interrupt(FencingToken token) {
		this.inFlight.end(token);
	}

	/**
	 * Return how many pieces of guarded work of a term are in flight.
	 * @param token the token of the term
	 * @return the number of pieces
	 */
	public int inFlight(FencingToken token) {
		return this.inFlight.count(token);
	}

	/**
	 * Let no further guarded work start, because the application shuts down. Work in
	 * flight and what it calls goes on.
	 */
	public void close() {
		this.closed = true;
	}

	/**
	 * Return whether guarded work may no longer start.
	 * @return whether {@link #close()} was called
	 */
	public boolean isClosed() {
		return this.closed;
	}

}
