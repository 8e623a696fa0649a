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

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.leaderelection.ControlResult;
import io.leaderelection.LeaderElection;
import io.leaderelection.coordinator.memory.Fault;
import io.leaderelection.coordinator.memory.Operation;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for when an instance that led goes down: after its successor leads, if there is
 * one, and soon in any case.
 */
class SuccessionTests {

	private static final Duration SOON = Duration.ofMillis(20);

	private static final Duration BOUND = Duration.ofMillis(150);

	private final VirtualCluster cluster = new VirtualCluster();

	private final VirtualNode leader = this.cluster.startLeader("a");

	private final String instance = this.leader.engine().instance();

	@Test
	void leaderGoesDownAfterItsSuccessorLeads() {
		VirtualNode successor = startFollower("b");
		CompletableFuture<Void> stopped = this.leader.engine().stop();
		this.cluster.advanceUntil(successor.election()::isLeader, BOUND);
		assertThat(hasSession()).isTrue();
		assertThat(this.cluster.advanceUntil(stopped::isDone, BOUND)).isLessThan(SOON);
		assertThat(hasSession()).isFalse();
	}

	@Test
	void leaderOfManyElectionsGoesDownAfterAllHaveASuccessor() {
		LeaderElection second = this.leader.engine().get("second");
		this.cluster.advance(Duration.ofMillis(100));
		assertThat(second.isLeader()).isTrue();
		VirtualNode successor = startFollower("b");
		LeaderElection secondOfSuccessor = successor.engine().get("second");
		this.cluster.advance(Duration.ofMillis(100));
		CompletableFuture<Void> stopped = this.leader.engine().stop();
		this.cluster.advanceUntil(() -> successor.election().isLeader() && secondOfSuccessor.isLeader(), BOUND);
		assertThat(hasSession()).isTrue();
		assertThat(this.cluster.advanceUntil(stopped::isDone, BOUND)).isLessThan(SOON);
	}

	@Test
	void leaderThatNobodySucceedsGoesDownAtOnce() {
		CompletableFuture<Void> stopped = this.leader.engine().stop();
		assertThat(this.cluster.advanceUntil(stopped::isDone, BOUND)).isLessThan(SOON);
	}

	@Test
	void followerGoesDownAtOnce() {
		VirtualNode follower = startFollower("b");
		CompletableFuture<Void> stopped = follower.engine().stop();
		assertThat(this.cluster.advanceUntil(stopped::isDone, BOUND)).isLessThan(SOON);
	}

	@Test
	void successorThatDoesNotComeIsNotWaitedForForLong() {
		VirtualNode frozen = startFollower("b");
		frozen.loop().freeze();
		CompletableFuture<Void> stopped = this.leader.engine().stop();
		assertThat(this.cluster.advanceUntil(stopped::isDone, BOUND)).isBetween(SOON, BOUND);
		assertThat(hasSession()).isFalse();
	}

	@Test
	void pauseMeanwhileEndsTheWait() {
		VirtualNode follower = startFollower("b");
		follower.link().failNext(Operation.CAMPAIGN, new Fault.LostRequest());
		CompletableFuture<Void> stopped = this.leader.engine().stop();
		this.cluster.advance(SOON);
		assertThat(stopped).isNotDone();
		CompletableFuture<ControlResult> paused = follower.engine()
			.pause(VirtualCluster.ELECTION, VirtualCluster.OPERATOR);
		assertThat(this.cluster.advanceUntil(stopped::isDone, BOUND)).isLessThan(SOON);
		assertThat(paused).isCompleted();
	}

	private VirtualNode startFollower(String name) {
		VirtualNode follower = this.cluster.start(name);
		this.cluster.advance(Duration.ofMillis(100));
		assertThat(follower.election().isLeader()).isFalse();
		return follower;
	}

	private boolean hasSession() {
		return this.cluster.server()
			.sessions()
			.stream()
			.anyMatch((session) -> session.instance().equals(this.instance));
	}

}
