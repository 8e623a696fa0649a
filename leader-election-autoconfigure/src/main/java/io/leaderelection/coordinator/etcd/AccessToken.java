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

package io.leaderelection.coordinator.etcd;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Token that proves who calls. It is fetched once, whoever asks meanwhile waits for it,
 * and fetched anew after etcd has refused it.
 */
final class AccessToken {

	private final AtomicReference<@Nullable CompletableFuture<String>> current = new AtomicReference<>();

	private final Supplier<CompletionStage<String>> source;

	AccessToken(Supplier<CompletionStage<String>> source) {
		this.source = source;
	}

	CompletableFuture<String> get() {
		CompletableFuture<String> known = this.current.get();
		if (known != null) {
			return known;
		}
		CompletableFuture<String> fetched = new CompletableFuture<>();
		CompletableFuture<String> raced = this.current.compareAndExchange(null, fetched);
		if (raced != null) {
			return raced;
		}
		this.source.get().whenComplete((token, failure) -> complete(fetched, token, failure));
		return fetched;
	}

	private void complete(CompletableFuture<String> fetched, String token, @Nullable Throwable failure) {
		if (failure != null) {
			this.current.compareAndSet(fetched, null);
			fetched.completeExceptionally(failure);
		}
		else {
			fetched.complete(token);
		}
	}

	/**
	 * Forget a token that etcd refused, unless another one took its place.
	 * @param refused the token
	 */
	void refuse(CompletableFuture<String> refused) {
		this.current.compareAndSet(refused, null);
	}

	/**
	 * Forget the token, whichever it is.
	 */
	void forget() {
		this.current.set(null);
	}

}
