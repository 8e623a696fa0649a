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

package io.leaderelection.engine;

import java.lang.reflect.UndeclaredThrowableException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

import io.leaderelection.ElectionStatus;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderState;
import io.leaderelection.Leadership;
import io.leaderelection.ObservedLeader;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.EventLoop;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.spi.GuardedExecution;

/**
 * Election as users see it. It reads the snapshot that the engine's thread replaces, and
 * hands orders over to that thread.
 */
final class ParticipatingElection implements LeaderElection {

	private final String name;

	private final ElectionSettings settings;

	private final EventLoop loop;

	private final GuardedExecution guardedExecution;

	private final Resignation resignation;

	private final EventLane lane;

	private volatile Snapshot snapshot = Snapshot.STOPPED;

	private volatile String instance = "";

	ParticipatingElection(String name, ElectionSettings settings, EventLoop loop, GuardedExecution guardedExecution,
			Resignation resignation, EventLane lane) {
		this.name = name;
		this.settings = settings;
		this.loop = loop;
		this.guardedExecution = guardedExecution;
		this.resignation = resignation;
		this.lane = lane;
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public boolean isLeader() {
		Deadline open = this.snapshot.open();
		return open != null && open.isAhead(this.loop.nanoTime(), this.loop.wallMillis());
	}

	@Override
	public Optional<Leadership> leadership() {
		Snapshot current = this.snapshot;
		Deadline open = current.open();
		return (open != null && isAhead(open)) ? Optional.ofNullable(current.term()) : Optional.empty();
	}

	@Override
	public LeaderState state() {
		return this.snapshot.state().leaderState();
	}

	@Override
	public ElectionStatus status() {
		Snapshot current = this.snapshot;
		ElectionState state = current.state();
		Holding holding = state.holding();
		Lease lease = state.lease();
		boolean following = state.phase() instanceof Phase.Following;
		Restraining.Reason reason = following ? Restraining.reason(state, this.instance) : null;
		return new ElectionStatus(this.name, state.leaderState(), state.suspicion() != null,
				(holding != null) ? holding.record().token() : null,
				(holding != null && lease != null) ? lease.deadline().remaining(nanoTime()) : Duration.ZERO,
				(reason != null) ? reason.kind() : null, (reason != null) ? reason.detail() : null,
				observedLeader().orElse(null), state.knowledge().observation(), current.lastRevocation(),
				current.lastError());
	}

	@Override
	public Optional<ObservedLeader> observedLeader() {
		ElectionView view = this.snapshot.state().knowledge().view();
		LeaderRecord leader = (view != null) ? view.leader() : null;
		return Optional.ofNullable(leader).map(LeaderRecord::toObserved);
	}

	@Override
	public boolean runIfLeader(Runnable task) {
		try {
			return callIfLeader(() -> {
				task.run();
				return true;
			}).isPresent();
		}
		catch (RuntimeException ex) {
			throw ex;
		}
		catch (Exception ex) {
			throw new UndeclaredThrowableException(ex);
		}
	}

	@Override
	public <T> Optional<T> callIfLeader(Callable<T> task) throws Exception {
		Leadership leadership = leadership().orElse(null);
		if (leadership == null) {
			this.guardedExecution.skipped(this.name);
			return Optional.empty();
		}
		// Checked again once the call is counted as in flight: draining may have begun.
		return this.guardedExecution.call(leadership,
				() -> (this.snapshot.term() == leadership && isLeader()) ? Optional.of(task.call()) : Optional.empty());
	}

	@Override
	public CompletableFuture<Void> resign(Duration coolDown) {
		if (coolDown.isNegative()) {
			throw new IllegalArgumentException(
					"'coolDown' must not be negative, but is %d ms".formatted(coolDown.toMillis()));
		}
		return this.resignation.resign(this.name, coolDown);
	}

	@Override
	public String toString() {
		return "LeaderElection[" + this.name + "]";
	}

	ElectionSettings settings() {
		return this.settings;
	}

	EventLane lane() {
		return this.lane;
	}

	Snapshot snapshot() {
		return this.snapshot;
	}

	boolean isAhead(Deadline deadline) {
		return deadline.isAhead(this.loop.nanoTime(), this.loop.wallMillis());
	}

	long nanoTime() {
		return this.loop.nanoTime();
	}

	void show(Snapshot next) {
		this.snapshot = next;
	}

	void identify(String identity) {
		this.instance = identity;
	}

	/**
	 * Way to give the leadership up.
	 */
	@FunctionalInterface
	interface Resignation {

		/**
		 * Give the leadership up.
		 * @param election the name of the election
		 * @param coolDown how long others may try
		 * @return a future that completes once it is released
		 */
		CompletableFuture<Void> resign(String election, Duration coolDown);

	}

}
