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

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

import io.leaderelection.ElectionStatus;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderState;
import io.leaderelection.Leadership;
import io.leaderelection.ObservedLeader;
import io.leaderelection.context.FixedLeadership;
import org.jspecify.annotations.Nullable;

/**
 * Election whose state is set by hand.
 */
class FakeElection implements LeaderElection {

	private final String name;

	private volatile LeaderState state = LeaderState.FOLLOWER;

	private volatile @Nullable FixedLeadership leadership;

	FakeElection(String name) {
		this.name = name;
	}

	/**
	 * Let this instance lead a term.
	 * @param term the term
	 * @return the leadership
	 */
	FixedLeadership lead(long term) {
		follow();
		FixedLeadership granted = new FixedLeadership(this.name, term);
		this.leadership = granted;
		this.state = LeaderState.LEADER;
		return granted;
	}

	void follow() {
		FixedLeadership ended = this.leadership;
		if (ended != null) {
			ended.end();
		}
		this.leadership = null;
		this.state = LeaderState.FOLLOWER;
	}

	void drain() {
		this.state = LeaderState.DRAINING;
	}

	void suspect() {
		this.state = LeaderState.SUSPECT;
		current().end();
	}

	void confirm() {
		this.state = LeaderState.LEADER;
		current().confirm();
	}

	FixedLeadership current() {
		FixedLeadership current = this.leadership;
		if (current == null) {
			throw new IllegalStateException("No term is held");
		}
		return current;
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public boolean isLeader() {
		return this.state == LeaderState.LEADER;
	}

	@Override
	public Optional<Leadership> leadership() {
		return isLeader() ? Optional.of(current()) : Optional.empty();
	}

	@Override
	public LeaderState state() {
		return this.state;
	}

	@Override
	public Optional<ObservedLeader> observedLeader() {
		return Optional.empty();
	}

	@Override
	public ElectionStatus status() {
		throw new UnsupportedOperationException();
	}

	@Override
	public boolean runIfLeader(Runnable task) {
		throw new UnsupportedOperationException();
	}

	@Override
	public <T> Optional<T> callIfLeader(Callable<T> task) {
		throw new UnsupportedOperationException();
	}

	@Override
	public CompletableFuture<Void> resign(Duration coolDown) {
		throw new UnsupportedOperationException();
	}

}
