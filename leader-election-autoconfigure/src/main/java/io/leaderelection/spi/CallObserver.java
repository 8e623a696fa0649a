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

package io.leaderelection.spi;

import java.util.Locale;

import io.leaderelection.FencingToken;
import org.jspecify.annotations.Nullable;

/**
 * Observer of guarded calls, for metrics and traces. Called on the threads of the calls;
 * must neither block nor throw.
 */
@FunctionalInterface
public interface CallObserver {

	/**
	 * Observer that observes nothing.
	 */
	CallObserver NONE = (election) -> ObservedCall.NONE;

	/**
	 * A guarded call arrived at the gate.
	 * @param election the name of the election
	 * @return the receiver of what becomes of it
	 */
	ObservedCall arrived(String election);

	/**
	 * Receiver of what becomes of a guarded call.
	 */
	interface ObservedCall {

		/**
		 * Receiver that does nothing.
		 */
		ObservedCall NONE = (outcome, failure) -> {
		};

		/**
		 * The call passed the gate and begins to run on this thread.
		 * @param token the token that it captured
		 */
		default void entered(FencingToken token) {
		}

		/**
		 * The call leaves the thread that it entered on.
		 */
		default void left() {
		}

		/**
		 * The call has ended; told once, on any thread.
		 * @param outcome what became of it
		 * @param failure what it ended with, or {@code null}
		 */
		void ended(Outcome outcome, @Nullable Throwable failure);

	}

	/**
	 * Outcomes of guarded calls.
	 */
	enum Outcome {

		/**
		 * It ran, whether it threw something or not.
		 */
		RUN,

		/**
		 * It did not run, and the caller was not told.
		 */
		SKIPPED,

		/**
		 * It was refused by the gate, or what it did by the fence, with an exception.
		 */
		REFUSED,

		/**
		 * It was interrupted, as its term ended.
		 */
		INTERRUPTED,

		/**
		 * It ran, and asked for a run that was finished before.
		 */
		DUPLICATE;

		/**
		 * Return the word for metrics.
		 * @return the name in lower case
		 */
		public String word() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

}
