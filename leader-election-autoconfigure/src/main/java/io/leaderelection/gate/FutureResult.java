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

import org.jspecify.annotations.Nullable;

/**
 * Result that is a future. A call that is refused gives a failed future; a call that was
 * made is in flight until its future is complete.
 */
final class FutureResult implements GuardedResult {

	@Override
	@SuppressWarnings("FutureReturnValueIgnored")
	public @Nullable Object invoke(GuardedInvocation invocation) throws Exception {
		GuardedEntry entry;
		try {
			entry = invocation.enter();
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(ex);
		}
		if (entry == null) {
			return CompletableFuture.completedFuture(null);
		}
		try (entry) {
			Object result = entry.begin(invocation::proceed);
			return (result != null) ? GuardedFuture.follow(result, entry, invocation.interruptible()) : null;
		}
	}

}
