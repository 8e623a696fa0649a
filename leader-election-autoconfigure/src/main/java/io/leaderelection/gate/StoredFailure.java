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

import io.leaderelection.LeaderElectionException;
import io.leaderelection.context.GuardedCall;
import org.jspecify.annotations.Nullable;

/**
 * Rules for a fencing failure that was stored in a guarded call: it is thrown once, and
 * never hides another exception that already flies.
 */
final class StoredFailure {

	private StoredFailure() {
	}

	/**
	 * Add the failure stored in the call, if any, to an exception that flies.
	 * @param flying the exception
	 * @param call the call
	 */
	static void addTo(Throwable flying, GuardedCall call) {
		LeaderElectionException failure = call.takeFailure();
		if (failure != null && failure != flying) {
			flying.addSuppressed(failure);
		}
	}

	/**
	 * Return how the call ended.
	 * @param flying the exception that the call ended with, or {@code null}
	 * @param call the call
	 * @return the exception, else the failure stored in the call, else {@code null}
	 */
	static @Nullable Throwable outcome(@Nullable Throwable flying, GuardedCall call) {
		if (flying != null) {
			addTo(flying, call);
			return flying;
		}
		return call.takeFailure();
	}

}
