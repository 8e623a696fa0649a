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

import java.util.concurrent.atomic.AtomicBoolean;

import io.leaderelection.LeaderElectionException;
import io.leaderelection.context.GuardedCall;
import io.leaderelection.spi.CallObserver;
import org.jspecify.annotations.Nullable;

/**
 * End of a guarded call, of which the observer is told once.
 */
final class CallEnd {

	private final GuardedCall call;

	private final CallObserver.ObservedCall observed;

	private final AtomicBoolean told = new AtomicBoolean();

	CallEnd(GuardedCall call, CallObserver.ObservedCall observed) {
		this.call = call;
		this.observed = observed;
	}

	/**
	 * Take note that the call has ended.
	 * @param failure what it ended with, or {@code null}
	 */
	void told(@Nullable Throwable failure) {
		if (this.observed != CallObserver.ObservedCall.NONE && !this.told.getAndSet(true)) {
			this.observed.ended(outcome(failure), failure);
		}
	}

	private CallObserver.Outcome outcome(@Nullable Throwable failure) {
		if (this.call.isInterrupted()) {
			return CallObserver.Outcome.INTERRUPTED;
		}
		if (failure instanceof LeaderElectionException) {
			return CallObserver.Outcome.REFUSED;
		}
		return this.call.isDuplicate() ? CallObserver.Outcome.DUPLICATE : CallObserver.Outcome.RUN;
	}

}
