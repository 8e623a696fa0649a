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

package io.leaderelection.coordinator.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Gatherer of calls of one kind. Whatever is wanted while a call still waits for the
 * connection is done by that call, so that the number of elections costs few round trips
 * and commits, and the more so the slower the database is. Nothing ever waits in order to
 * be gathered.
 *
 * @param <I> the type of what is wanted
 * @param <O> the type of what answers all that a call gathered
 */
final class Batching<I, O> {

	private final int limit;

	private final LongSupplier era;

	private final Function<Supplier<List<I>>, CompletableFuture<O>> call;

	private @Nullable Batch open;

	/**
	 * Create a gatherer.
	 * @param limit how much is done at once, at most
	 * @param era tells what must not be done together
	 * @param call makes a call, which asks what it is to do when its turn has come
	 */
	Batching(int limit, LongSupplier era, Function<Supplier<List<I>>, CompletableFuture<O>> call) {
		this.limit = limit;
		this.era = era;
		this.call = call;
	}

	/**
	 * Let something be done by the call that waits, or by a new one.
	 * @param item what is wanted
	 * @param part takes its part of the answer, told its position in the call
	 * @param <P> the type of the part
	 * @return the part, or how the call failed
	 */
	<P> CompletableFuture<P> join(I item, BiFunction<O, Integer, P> part) {
		Batch batch;
		int position;
		synchronized (this) {
			Batch waiting = this.open;
			batch = (waiting != null && waiting.takesMore()) ? waiting : new Batch(this.era.getAsLong());
			this.open = batch;
			position = batch.items.size();
			batch.items.add(item);
		}
		if (position == 0) {
			batch.begin();
		}
		return batch.answer.thenApply((answer) -> part.apply(answer, position));
	}

	private synchronized List<I> close(Batch batch) {
		if (this.open == batch) {
			this.open = null;
		}
		return List.copyOf(batch.items);
	}

	/**
	 * Call and what it has gathered.
	 */
	private final class Batch {

		private final List<I> items = new ArrayList<>();

		private final CompletableFuture<O> answer = new CompletableFuture<>();

		private final long began;

		private Batch(long began) {
			this.began = began;
		}

		private boolean takesMore() {
			return this.items.size() < Batching.this.limit && this.began == Batching.this.era.getAsLong()
					&& !this.answer.isDone();
		}

		private void begin() {
			try {
				CompletionStage<O> made = Batching.this.call.apply(() -> close(this));
				made.whenComplete((result, failure) -> {
					if (failure != null) {
						this.answer.completeExceptionally(failure);
					}
					else {
						this.answer.complete(result);
					}
				});
			}
			catch (RuntimeException ex) {
				this.answer.completeExceptionally(ex);
			}
		}

	}

}
