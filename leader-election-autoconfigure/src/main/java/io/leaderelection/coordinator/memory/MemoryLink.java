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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Function;
import java.util.function.Supplier;

import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.EventLoop;
import io.leaderelection.coordinator.Refused;
import io.leaderelection.coordinator.memory.MemoryCluster.Answer;
import io.leaderelection.coordinator.memory.MemoryCluster.Watcher;
import org.jspecify.annotations.Nullable;

/**
 * Connection of one {@link MemoryCoordinator} to its cluster, with faults that a test
 * scripts: in virtual time between two steps, otherwise on the client's loop.
 */
public final class MemoryLink {

	private final MemoryCluster cluster;

	private final EventLoop client;

	private final Runnable onCut;

	private final Map<Operation, Queue<Fault>> next = new EnumMap<>(Operation.class);

	private Supplier<Duration> latency = () -> Duration.ZERO;

	private FaultPlan plan = FaultPlan.NO_FAULTS;

	private final List<Runnable> heldRequests = new ArrayList<>();

	private State state = State.OPEN;

	private boolean watchMuted;

	private int watchEventsToDrop;

	MemoryLink(MemoryCluster cluster, EventLoop client, Runnable onCut) {
		this.cluster = cluster;
		this.client = client;
		this.onCut = onCut;
	}

	/**
	 * Set the time that a message takes, one way. Messages overtake each other if the
	 * times differ.
	 * @param latency the distribution to draw from
	 */
	public void setLatency(Supplier<Duration> latency) {
		this.latency = latency;
	}

	/**
	 * Set the plan that decides what goes wrong.
	 * @param plan the plan
	 */
	public void setPlan(FaultPlan plan) {
		this.plan = plan;
	}

	/**
	 * Let the next call of the given operation go wrong, whatever the plan says.
	 * Repeated, it scripts the calls after that one.
	 * @param operation the operation
	 * @param fault what goes wrong
	 */
	public void failNext(Operation operation, Fault fault) {
		this.next.computeIfAbsent(operation, (key) -> new ArrayDeque<>()).add(fault);
	}

	/**
	 * Lose every message of both directions from now on, those on their way included.
	 */
	public void partition() {
		this.state = State.PARTITIONED;
	}

	/**
	 * Break the connection: calls in flight and later ones fail at once, and the watch
	 * ends.
	 */
	public void cut() {
		this.state = State.CUT;
		this.onCut.run();
	}

	/**
	 * Hold back what the client sends, until {@link #heal()} lets it arrive late.
	 */
	public void hold() {
		this.state = State.HELD;
	}

	/**
	 * End a {@link #partition()}, {@link #cut()} or {@link #hold()}.
	 */
	public void heal() {
		this.state = State.OPEN;
		this.heldRequests.forEach(this.cluster.loop()::execute);
		this.heldRequests.clear();
	}

	/**
	 * Lose everything that concerns the watch but not the calls.
	 */
	public void muteWatch() {
		this.watchMuted = true;
	}

	/**
	 * End {@link #muteWatch()}.
	 */
	public void unmuteWatch() {
		this.watchMuted = false;
	}

	/**
	 * Lose the next events of the watch, while its heartbeats are answered.
	 * @param count the number of events
	 */
	public void dropWatchEvents(int count) {
		this.watchEventsToDrop += count;
	}

	<O> void call(Operation operation, Function<MemoryStore, O> transaction, Reply<O> reply) {
		Fault fault = nextFault(operation);
		if (operation == Operation.HEARTBEAT && this.watchMuted) {
			fault = new Fault.LostRequest();
		}
		call(transaction, reply, fault);
	}

	private <O> void call(Function<MemoryStore, O> transaction, Reply<O> reply, Fault fault) {
		if (this.state == State.CUT) {
			this.client.execute(() -> reply.failed("The connection is cut"));
		}
		else if (fault instanceof Fault.LostRequest) {
			return;
		}
		else if (fault instanceof Fault.Refusal refusal) {
			toServer(() -> toClient(Duration.ZERO, () -> reply.refused(refusal.kind())));
		}
		else if (fault instanceof Fault.LateCommit late) {
			toClient(Duration.ZERO, () -> reply.failed("The connection was lost"));
			Duration delay = this.latency.get().plus(late.delay());
			this.cluster.loop().schedule(delay, () -> serve(transaction));
		}
		else if (fault instanceof Fault.LostAnswer) {
			toServer(() -> serve(transaction));
		}
		else if (fault instanceof Fault.RepeatedRequest) {
			toServer(() -> serve(transaction));
			toServer(() -> toClient(Duration.ZERO, answer(transaction, reply)));
		}
		else {
			toServer(() -> answer(transaction, reply, fault));
		}
	}

	Watcher watcher(Watcher receiver) {
		return new Watcher() {

			@Override
			public void changed(ElectionView view) {
				if (!isWatchEventLost()) {
					toClient(Duration.ZERO, () -> receiver.changed(view));
				}
			}

			@Override
			public void disconnected(String detail) {
				toClient(Duration.ZERO, () -> receiver.disconnected(detail));
			}

		};
	}

	private boolean isWatchEventLost() {
		if (this.watchMuted) {
			return true;
		}
		if (this.watchEventsToDrop > 0) {
			this.watchEventsToDrop--;
			return true;
		}
		return false;
	}

	private Fault nextFault(Operation operation) {
		Queue<Fault> queue = this.next.get(operation);
		Fault scripted = (queue != null) ? queue.poll() : null;
		return (scripted != null) ? scripted : this.plan.next(operation);
	}

	private <O> void answer(Function<MemoryStore, O> transaction, Reply<O> reply, Fault fault) {
		Runnable answer = answer(transaction, reply);
		toClient((fault instanceof Fault.LateAnswer late) ? late.delay() : Duration.ZERO, answer);
		if (fault instanceof Fault.RepeatedAnswer) {
			toClient(Duration.ZERO, answer);
		}
	}

	private <O> Runnable answer(Function<MemoryStore, O> transaction, Reply<O> reply) {
		Answer<O> answer = serve(transaction);
		if (answer == null) {
			return () -> reply.failed("The server is down");
		}
		return () -> reply.answered(answer);
	}

	private <O> @Nullable Answer<O> serve(Function<MemoryStore, O> transaction) {
		return this.cluster.isRunning() ? this.cluster.perform(transaction) : null;
	}

	private void toServer(Runnable message) {
		this.cluster.loop().schedule(this.latency.get(), () -> {
			if (this.state == State.OPEN) {
				message.run();
			}
			else if (this.state == State.HELD) {
				this.heldRequests.add(message);
			}
		});
	}

	private void toClient(Duration delay, Runnable message) {
		this.client.schedule(this.latency.get().plus(delay), () -> {
			if (this.state == State.OPEN || this.state == State.HELD) {
				message.run();
			}
		});
	}

	private enum State {

		OPEN, HELD, PARTITIONED, CUT

	}

	/**
	 * Client's end of a call.
	 *
	 * @param <O> the type of the outcome
	 */
	interface Reply<O> {

		/**
		 * Called when the server answered.
		 * @param answer the answer
		 */
		void answered(Answer<O> answer);

		/**
		 * Called when the call failed in a way that does not tell whether it was applied.
		 * @param detail what was seen
		 */
		void failed(String detail);

		/**
		 * Called when the server refused the call.
		 * @param kind the kind of refusal
		 */
		void refused(Refused.Kind kind);

	}

}
