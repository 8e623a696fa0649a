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

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;

import org.springframework.core.ReactiveAdapterRegistry;

/**
 * Result of a method that declares {@code Object}, which may turn out to be asynchronous.
 */
final class UntypedResult implements GuardedResult {

	@Override
	@SuppressWarnings("FutureReturnValueIgnored")
	public @Nullable Object invoke(GuardedInvocation invocation) throws Exception {
		try (GuardedEntry entry = invocation.enter()) {
			if (entry == null) {
				return null;
			}
			Object result = entry.begin(invocation::proceed);
			if (result instanceof CompletionStage<?> || result instanceof Future<?>) {
				return GuardedFuture.follow(result, entry, invocation.interruptible());
			}
			if (result != null && ReactiveAdapterRegistry.getSharedInstance().getAdapter(result.getClass()) != null) {
				throw new IllegalStateException(
						"Guarded method %s returned the reactive %s, which cannot be checked when it is subscribed to: declare that type as its result"
							.formatted(invocation, result.getClass().getName()));
			}
			return entry.call(() -> result);
		}
	}

}
