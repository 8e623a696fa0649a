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

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.leaderelection.NotLeaderException;
import io.leaderelection.context.CallsInFlight;
import io.leaderelection.context.GuardedCall;
import org.jspecify.annotations.Nullable;

/**
 * Future of a guarded call, which completes as the method's own future does, unless a
 * failure was stored meanwhile. Cancelling it cancels the method's.
 *
 * @param <T> the type of the value
 */
final class GuardedFuture<T extends @Nullable Object> extends CompletableFuture<T> implements CallsInFlight.EndOfTerm {

	private static final Executor POLL = CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS);

	private final Object source;

	private final GuardedCall call;

	private final boolean interruptible;

	private final CallsInFlight.Work work;

	private final CallEnd end;

	private GuardedFuture(Object source, GuardedEntry entry, boolean interruptible) {
		this.source = source;
		this.call = entry.call();
		this.interruptible = interruptible;
		this.work = this.call.begin(this);
		this.end = entry.handOver();
	}

	/**
	 * Keep a call in flight until its future is complete.
	 * @param source the future that the method returned: a {@link CompletionStage}, or a
	 * {@link Future}, which is looked at every 20 ms as it tells nobody
	 * @param entry the stay of the thread that made the call
	 * @param interruptible whether to cancel the future when the term is over
	 * @return the future for the caller
	 */
	static CompletableFuture<?> follow(Object source, GuardedEntry entry, boolean interruptible) {
		GuardedFuture<Object> future = new GuardedFuture<>(source, entry, interruptible);
		if (source instanceof CompletionStage<?> stage) {
			stage.whenComplete(future::settle);
		}
		else {
			future.poll((Future<?>) source);
		}
		return future;
	}

	private void poll(Future<?> future) {
		if (!future.isDone()) {
			POLL.execute(() -> poll(future));
			return;
		}
		try {
			settle(future.get(), null);
		}
		catch (ExecutionException ex) {
			settle(null, (ex.getCause() != null) ? ex.getCause() : ex);
		}
		catch (InterruptedException | RuntimeException ex) {
			settle(null, ex);
		}
	}

	@SuppressWarnings("unchecked")
	private void settle(@Nullable Object value, @Nullable Throwable failure) {
		this.work.close();
		Throwable outcome = StoredFailure.outcome(unwrapped(failure), this.call);
		this.end.told(outcome);
		if (outcome != null) {
			completeExceptionally(outcome);
		}
		else {
			complete((T) value);
		}
	}

	// Futures take the wrapper off again, and what was suppressed in it would be lost.
	private static @Nullable Throwable unwrapped(@Nullable Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
	}

	@Override
	public boolean cancel(boolean mayInterruptIfRunning) {
		boolean cancelled = super.cancel(mayInterruptIfRunning);
		if (this.source instanceof Future<?> future) {
			future.cancel(mayInterruptIfRunning);
		}
		return cancelled;
	}

	@Override
	public void ended() {
		if (this.interruptible) {
			// Whatever depends on the futures runs on a thread that delays no renewal.
			ForkJoinPool.commonPool().execute(this::interrupt);
		}
	}

	private void interrupt() {
		this.call.noteInterruption();
		completeExceptionally(new NotLeaderException(this.call.token(), "the call was interrupted, its term is over"));
		if (this.source instanceof Future<?> future) {
			future.cancel(true);
		}
	}

}
