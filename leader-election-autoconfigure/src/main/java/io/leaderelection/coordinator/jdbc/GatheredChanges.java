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
import java.util.function.Supplier;

/**
 * Changes that wait for the connection, made in one script and with one revision. Each is
 * judged by its own statements and has the outcome that it would have by itself. If the
 * database says that it did nothing, perhaps because of one of them, each is made by
 * itself.
 */
final class GatheredChanges {

	// The answers to more of them might not fit into the buffers of a connection.
	private static final int LARGEST = 16;

	private final JdbcStore store;

	private final Batching<Exchange<?>, List<Supplier<?>>> batching;

	GatheredChanges(JdbcStore store) {
		this.store = store;
		this.batching = store.batching(LARGEST, this::change);
	}

	/**
	 * Make a change, with the others that wait.
	 * @param exchange the statements after the one that takes the lock
	 * @param <O> the type of the outcome
	 * @return the outcome, or how it failed
	 */
	@SuppressWarnings("unchecked")
	<O> CompletableFuture<O> add(Exchange<O> exchange) {
		return this.batching.join(exchange, (outcomes, position) -> (O) outcomes.get(position).get());
	}

	private CompletableFuture<List<Supplier<?>>> change(Supplier<List<Exchange<?>>> gathered) {
		RestoreGuard.Mark sent = this.store.mark();
		return this.store.change((script) -> all(gathered.get(), script), sent, this.store.callTimeout())
			.exceptionallyCompose((failure) -> {
				List<Exchange<?>> failed = gathered.get();
				boolean undone = Failures.isConstraint(failure) || Failures.isRefusal(failure);
				return (undone && failed.size() > 1) ? eachByItself(failed, sent)
						: CompletableFuture.failedFuture(failure);
			});
	}

	private CompletableFuture<List<Supplier<?>>> eachByItself(List<Exchange<?>> exchanges, RestoreGuard.Mark sent) {
		List<CompletableFuture<?>> answers = new ArrayList<>();
		List<Supplier<?>> outcomes = new ArrayList<>();
		for (Exchange<?> exchange : exchanges) {
			CompletableFuture<?> answer = this.store.change(exchange, sent, this.store.callTimeout());
			answers.add(answer);
			outcomes.add(answer::join);
		}
		return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).handle((done, failed) -> outcomes);
	}

	private static Exchange.Reader<List<Supplier<?>>> all(List<Exchange<?>> exchanges, NamespaceScript script) {
		List<Exchange.Reader<?>> readers = new ArrayList<>();
		exchanges.forEach((exchange) -> readers.add(exchange.prepare(script)));
		return (answer, revision) -> {
			List<Supplier<?>> outcomes = new ArrayList<>();
			readers.forEach((reader) -> outcomes.add(() -> reader.read(answer, revision)));
			return outcomes;
		};
	}

}
