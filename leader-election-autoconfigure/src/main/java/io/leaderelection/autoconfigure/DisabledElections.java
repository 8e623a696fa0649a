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

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

import io.leaderelection.ControlRequest;
import io.leaderelection.ControlResult;
import io.leaderelection.ElectionName;
import io.leaderelection.ElectionStatus;
import io.leaderelection.LeaderControl;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderState;
import io.leaderelection.Leadership;
import io.leaderelection.NotLeaderException;
import io.leaderelection.ObservedLeader;

/**
 * Elections of an application that takes part in none, because
 * {@code leader-election.enabled} is {@code false}: it never leads and orders nothing.
 */
final class DisabledElections implements LeaderElections, LeaderControl {

	private static final String DETAIL = "leader election is disabled in this application";

	private final Map<String, LeaderElection> elections = new ConcurrentHashMap<>();

	private final String instance;

	DisabledElections(String instance) {
		this.instance = instance;
	}

	@Override
	public LeaderElection get(String name) {
		return this.elections.computeIfAbsent(ElectionName.requireValid(name), DisabledElection::new);
	}

	@Override
	public Collection<LeaderElection> all() {
		return List.copyOf(new TreeMap<>(this.elections).values());
	}

	@Override
	public String instance() {
		return this.instance;
	}

	@Override
	public CompletableFuture<ControlResult> pause(String election, ControlRequest request) {
		return refused();
	}

	@Override
	public CompletableFuture<ControlResult> resume(String election, ControlRequest request) {
		return refused();
	}

	@Override
	public CompletableFuture<ControlResult> release(String election, long expectedTerm, ControlRequest request) {
		return refused();
	}

	@Override
	public CompletableFuture<ControlResult> raiseTerm(String election, long expectedTerm, long floor,
			ControlRequest request) {
		return refused();
	}

	@Override
	public CompletableFuture<ControlResult> adopt(String election, String lineage, ControlRequest request) {
		return refused();
	}

	@Override
	public CompletableFuture<ControlResult> resign(String election, Duration coolDown, ControlRequest request) {
		return refused();
	}

	@Override
	public CompletableFuture<ControlResult> transfer(String election, String target, ControlRequest request) {
		return refused();
	}

	private static CompletableFuture<ControlResult> refused() {
		return CompletableFuture
			.completedFuture(new ControlResult(ControlResult.Status.REFUSED, 0, false, List.of(), null, DETAIL));
	}

	/**
	 * Election that this application takes no part in.
	 *
	 * @param name the name of the election
	 */
	private record DisabledElection(String name) implements LeaderElection {

		@Override
		public boolean isLeader() {
			return false;
		}

		@Override
		public Optional<Leadership> leadership() {
			return Optional.empty();
		}

		@Override
		public LeaderState state() {
			return LeaderState.STOPPED;
		}

		@Override
		public ElectionStatus status() {
			return new ElectionStatus(this.name, LeaderState.STOPPED, false, null, Duration.ZERO, null, DETAIL, null,
					null, null, null);
		}

		@Override
		public Optional<ObservedLeader> observedLeader() {
			return Optional.empty();
		}

		@Override
		public boolean runIfLeader(Runnable task) {
			return false;
		}

		@Override
		public <T> Optional<T> callIfLeader(Callable<T> task) {
			return Optional.empty();
		}

		@Override
		public CompletableFuture<Void> resign(Duration coolDown) {
			return CompletableFuture.failedFuture(new NotLeaderException(this.name, DETAIL));
		}

	}

}
