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

import java.util.concurrent.Callable;

import io.leaderelection.LeaderElectionException;
import io.leaderelection.context.GuardedCall;
import io.leaderelection.context.LeadershipContext;
import io.leaderelection.spi.CallObserver;
import org.jspecify.annotations.Nullable;

/**
 * Stay of a thread behind the gate: the thread is in flight and the call is bound to it
 * until the entry is closed, on the same thread.
 */
final class GuardedEntry implements AutoCloseable {

	private final GuardedCall call;

	private final LeadershipContext outer;

	private final LeadershipContext context;

	private final LeadershipContext.Scope inFlight;

	private final LeadershipContext.Scope bound;

	private CallObserver.ObservedCall observed = CallObserver.ObservedCall.NONE;

	private @Nullable Throwable failure;

	private boolean handedOver;

	GuardedEntry(GuardedCall call, boolean interruptible) {
		this.call = call;
		this.outer = LeadershipContext.current();
		this.context = this.outer.with(call);
		this.inFlight = call.enter(interruptible);
		this.bound = this.context.makeCurrent();
	}

	GuardedCall call() {
		return this.call;
	}

	/**
	 * Have the stay observed, which passed the gate.
	 * @param call the receiver of what becomes of it
	 */
	void observe(CallObserver.ObservedCall call) {
		this.observed = call;
		call.entered(this.call.token());
	}

	/**
	 * Leave it to the result, which ends later, to tell how the call ended.
	 * @return the receiver
	 */
	CallEnd handOver() {
		this.handedOver = true;
		return new CallEnd(this.call, this.observed);
	}

	/**
	 * Return the context of the thread before it entered.
	 * @return the context outside of the gate
	 */
	LeadershipContext outer() {
		return this.outer;
	}

	/**
	 * Return the context of the thread inside.
	 * @return the context behind the gate
	 */
	LeadershipContext context() {
		return this.context;
	}

	/**
	 * Call the task, which ends with this entry.
	 * @param <T> the type of the result
	 * @param task the task
	 * @return the result
	 * @throws Exception whatever the task throws, else the failure stored meanwhile
	 */
	<T extends @Nullable Object> T call(Callable<T> task) throws Exception {
		T result = begin(task);
		LeaderElectionException failure = this.call.takeFailure();
		if (failure != null) {
			this.failure = failure;
			throw failure;
		}
		return result;
	}

	/**
	 * Call the task, whose result may end later.
	 * @param <T> the type of the result
	 * @param task the task
	 * @return the result
	 * @throws Exception whatever the task throws, with the failure stored meanwhile as
	 * suppressed
	 */
	<T extends @Nullable Object> T begin(Callable<T> task) throws Exception {
		try {
			return task.call();
		}
		catch (Throwable ex) {
			StoredFailure.addTo(ex, this.call);
			this.failure = ex;
			throw ex;
		}
	}

	@Override
	public void close() {
		this.observed.left();
		this.bound.close();
		this.inFlight.close();
		if (!this.handedOver) {
			new CallEnd(this.call, this.observed).told(this.failure);
		}
	}

}
