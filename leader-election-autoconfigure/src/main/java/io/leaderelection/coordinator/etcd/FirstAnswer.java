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

import io.grpc.Status;
import io.grpc.stub.StreamObserver;

/**
 * Receiver of the first answer of a call.
 *
 * @param <R> the type of the answer
 */
final class FirstAnswer<R> implements StreamObserver<R> {

	private final CompletableFuture<R> future = new CompletableFuture<>();

	CompletableFuture<R> future() {
		return this.future;
	}

	@Override
	public void onNext(R answer) {
		this.future.complete(answer);
	}

	@Override
	public void onError(Throwable failure) {
		this.future.completeExceptionally(failure);
	}

	@Override
	public void onCompleted() {
		if (!this.future.isDone()) {
			this.future.completeExceptionally(
					Status.UNKNOWN.withDescription("the call ended without an answer").asRuntimeException());
		}
	}

}
