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

package io.leaderelection.coordinator.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

import io.leaderelection.coordinator.EventLoop;
import io.leaderelection.coordinator.EventLoop.Cancellable;
import io.leaderelection.coordinator.Refused;
import io.leaderelection.coordinator.Restored;
import io.leaderelection.coordinator.Unknown;
import io.leaderelection.coordinator.memory.MemoryCluster.Answer;
import org.jspecify.annotations.Nullable;

/**
 * Calls of one client: their deadlines, and the detection of a restored server. State is
 * owned by the client's loop.
 */
final class MemoryClient {

	private final EventLoop loop;

	private final MemoryCluster cluster;

	private final MemoryLink link;

	private final Set<Call<?>> pending = new LinkedHashSet<>();

	private final Set<MemoryWatch> watches = new LinkedHashSet<>();

	private long highestRevision;

	private final AtomicInteger generation = new AtomicInteger();

	private volatile boolean closed;

	private volatile @Nullable Instant lastContact;

	private volatile @Nullable String lastError;

	MemoryClient(MemoryCluster cluster, EventLoop loop) {
		this.cluster = cluster;
		this.loop = loop;
		this.link = new MemoryLink(cluster, loop, this::connectionCut);
	}

	/**
	 * Call the server.
	 * @param <O> the type of the outcome
	 * @param type the type of the outcome, which has to admit the failures
	 * @param operation the operation
	 * @param timeout the deadline of the call
	 * @param transaction what the server is to do
	 * @param receiver the receiver of the outcome, called on the client's loop
	 */
	<O> void call(Class<O> type, Operation operation, Duration timeout, Function<MemoryStore, O> transaction,
			Consumer<O> receiver) {
		Call<O> call = new Call<>(type, operation, receiver);
		this.loop.execute(() -> call.send(timeout, transaction));
	}

	void add(MemoryWatch watch) {
		this.watches.add(watch);
	}

	void remove(MemoryWatch watch) {
		this.watches.remove(watch);
	}

	void close() {
		this.closed = true;
		this.loop.execute(() -> {
			List.copyOf(this.watches).forEach(MemoryWatch::close);
			failPending("The coordinator was closed");
		});
	}

	EventLoop loop() {
		return this.loop;
	}

	MemoryCluster cluster() {
		return this.cluster;
	}

	MemoryLink link() {
		return this.link;
	}

	/**
	 * Return the number of restores that were noticed.
	 * @return the number
	 */
	int generation() {
		return this.generation.get();
	}

	@Nullable Instant lastContact() {
		return this.lastContact;
	}

	@Nullable String lastError() {
		return this.lastError;
	}

	private void connectionCut() {
		this.loop.execute(() -> {
			failPending("The connection was cut");
			List.copyOf(this.watches).forEach((watch) -> watch.disconnected("The connection was cut"));
		});
	}

	private void failPending(String detail) {
		List.copyOf(this.pending).forEach((call) -> call.failed(detail));
	}

	private void restored(long revision, String detail) {
		this.highestRevision = revision;
		this.generation.incrementAndGet();
		List.copyOf(this.watches).forEach((watch) -> watch.reset(detail));
	}

	/**
	 * Call in flight.
	 *
	 * @param <O> the type of the outcome
	 */
	private final class Call<O> implements MemoryLink.Reply<O> {

		private final Class<O> type;

		private final Operation operation;

		private final Consumer<O> receiver;

		private boolean done;

		private long revisionBefore;

		private int generationBefore;

		private @Nullable Cancellable deadline;

		private Call(Class<O> type, Operation operation, Consumer<O> receiver) {
			this.type = type;
			this.operation = operation;
			this.receiver = receiver;
		}

		private void send(Duration timeout, Function<MemoryStore, O> transaction) {
			MemoryClient client = MemoryClient.this;
			if (client.closed) {
				failed("The coordinator is closed");
				return;
			}
			client.pending.add(this);
			this.revisionBefore = client.highestRevision;
			this.generationBefore = client.generation();
			this.deadline = client.loop.schedule(timeout,
					() -> failed("No answer within %d ms".formatted(timeout.toMillis())));
			client.link.call(this.operation, transaction, this);
		}

		@Override
		public void answered(Answer<O> answer) {
			if (this.done) {
				return;
			}
			MemoryClient client = MemoryClient.this;
			client.lastContact = client.loop.wallTime();
			if (this.generationBefore != client.generation()) {
				complete(this.type.cast(new Restored("The call was sent before a restore was noticed")));
			}
			else if (this.operation.isLinearizable() && answer.revision() < this.revisionBefore) {
				String detail = "Revision %d follows %d".formatted(answer.revision(), this.revisionBefore);
				client.restored(answer.revision(), detail);
				complete(this.type.cast(new Restored(detail)));
			}
			else {
				if (this.operation.isLinearizable()) {
					client.highestRevision = Math.max(client.highestRevision, answer.revision());
				}
				complete(answer.outcome());
			}
		}

		@Override
		public void failed(String detail) {
			if (!this.done) {
				MemoryClient.this.lastError = detail;
				complete(this.type.cast(new Unknown(detail)));
			}
		}

		@Override
		public void refused(Refused.Kind kind) {
			if (!this.done) {
				String detail = "The server refused the call: " + kind;
				MemoryClient.this.lastError = detail;
				complete(this.type.cast(new Refused(kind, detail)));
			}
		}

		private void complete(O outcome) {
			this.done = true;
			MemoryClient.this.pending.remove(this);
			if (this.deadline != null) {
				this.deadline.cancel();
			}
			this.receiver.accept(outcome);
		}

	}

}
