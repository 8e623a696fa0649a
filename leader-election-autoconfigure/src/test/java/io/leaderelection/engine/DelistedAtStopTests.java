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
import java.util.concurrent.CompletionStage;

import io.leaderelection.FencingToken;
import io.leaderelection.coordinator.Refused;
import io.leaderelection.coordinator.memory.Fault;
import io.leaderelection.coordinator.memory.Operation;
import io.leaderelection.spi.WorkDrain;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ElectionEngine}: an instance that stops is no candidate in one
 * election while work of another one keeps its session, whatever happens to the calls
 * that enter it and take it off the list.
 */
class DelistedAtStopTests {

	private static final String OTHER = "other";

	private static final Duration SOON = Duration.ofMillis(100);

	private final VirtualCluster cluster = new VirtualCluster();

	private final CompletableFuture<Void> work = new CompletableFuture<>();

	private final VirtualNode node = this.cluster.startLeader("a", (builder) -> builder.workDrain(draining()));

	@BeforeEach
	void letAnotherInstanceLeadTheOtherElection() {
		this.cluster.start("b").engine().get(OTHER);
		this.cluster.advance(SOON);
	}

	/**
	 * The server enters the candidate before or after the stop, and answers afterwards.
	 * @param millis how late the answer is
	 */
	@ParameterizedTest
	@ValueSource(longs = { 150, 1000 })
	void enlistmentUnderWayIsFollowedByItsEnd(long millis) {
		this.node.link().failNext(Operation.ENLIST, new Fault.LateAnswer(Duration.ofMillis(millis)));
		this.node.engine().get(OTHER);
		this.cluster.advance(SOON);
		assertThat(isListed()).isTrue();
		stopAndExpectToBeDelisted(Duration.ofMillis(millis).plus(SOON));
	}

	@Test
	void enlistmentWithoutAnAnswerIsFollowedByItsEnd() {
		this.node.link().failNext(Operation.ENLIST, new Fault.LostAnswer());
		this.node.engine().get(OTHER);
		this.cluster.advance(SOON);
		assertThat(isListed()).isTrue();
		stopAndExpectToBeDelisted(Duration.ofSeconds(6));
	}

	@Test
	void enlistmentThatFailedBeforeTheStopIsFollowedByItsEnd() {
		this.node.link().failNext(Operation.ENLIST, new Fault.LateCommit(Duration.ZERO));
		this.node.engine().get(OTHER);
		this.cluster.advance(Duration.ofMillis(5));
		assertThat(isListed()).isTrue();
		stopAndExpectToBeDelisted(SOON);
	}

	@Test
	void endOfTheCandidacyIsRepeatedUntilItIsConfirmed() {
		this.node.engine().get(OTHER);
		this.cluster.advance(SOON);
		assertThat(isListed()).isTrue();
		this.node.link().failNext(Operation.DELIST, new Fault.Refusal(Refused.Kind.DENIED));
		this.node.link().failNext(Operation.DELIST, new Fault.LostRequest());
		stopAndExpectToBeDelisted(Duration.ofSeconds(6));
	}

	private void stopAndExpectToBeDelisted(Duration within) {
		CompletableFuture<Void> stopped = this.node.engine().stop();
		this.cluster.advance(within);
		assertThat(stopped).isNotDone();
		assertThat(isListed()).isFalse();
		this.work.complete(null);
		this.cluster.await(stopped);
	}

	private boolean isListed() {
		return this.cluster.server().view(OTHER).candidates().containsKey(this.node.engine().instance());
	}

	private WorkDrain draining() {
		return new WorkDrain() {

			@Override
			public CompletionStage<Void> drain(FencingToken token) {
				return DelistedAtStopTests.this.work;
			}

			@Override
			public void interrupt(FencingToken token) {
			}

		};
	}

}
