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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElectionEvent;
import io.leaderelection.LeaderGrantedEvent;
import io.leaderelection.LeaderRevokedEvent;
import io.leaderelection.RevocationReason;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.memory.MemoryCluster;
import io.leaderelection.coordinator.memory.MemoryCoordinator;
import io.leaderelection.coordinator.memory.VirtualEventLoop;
import io.leaderelection.coordinator.memory.VirtualTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link ElectionEngine} among parts that break their contracts: it goes on,
 * and does not spin.
 */
class SupervisionTests {

	private static final Duration TTL = Duration.ofSeconds(5);

	private final VirtualTime time = new VirtualTime();

	private final VirtualEventLoop loop = this.time.newLoop("a");

	private final Coordinator working = new MemoryCoordinator(new MemoryCluster(this.time.newLoop("server")),
			this.loop);

	private final List<LeaderElectionEvent> events = new ArrayList<>();

	private final QuietLogs quiet = new QuietLogs();

	private @Nullable Supplier<Object> trouble;

	private int troubledCalls;

	private final Coordinator coordinator = mock(Coordinator.class, (call) -> {
		Supplier<Object> broken = this.trouble;
		if (broken == null) {
			return call.getMethod().invoke(this.working, call.getArguments());
		}
		this.troubledCalls++;
		return broken.get();
	});

	private final ElectionEngine engine = builder().build();

	private final LeaderElection election = this.engine.get("settlement");

	@AfterEach
	void speakAgain() {
		this.quiet.close();
	}

	@Test
	void lesson19CoordinatorThatThrowsAtTheStartIsTriedAgain() {
		this.trouble = SupervisionTests::fail;
		this.engine.start();
		this.time.advance(Duration.ofMinutes(5));
		assertThat(this.election.isLeader()).isFalse();
		assertThat(this.election.status().lastError()).contains("planted");
		assertThat(this.troubledCalls).as("calls in five minutes").isBetween(300, 1000);
		this.trouble = null;
		this.time.advance(Duration.ofSeconds(10));
		assertThat(this.election.isLeader()).isTrue();
	}

	@Test
	void lesson19LeaderWhoseCallsThrowLosesItsTermAndWinsALaterOne() {
		lead();
		this.trouble = SupervisionTests::fail;
		this.time.advance(Duration.ofMinutes(1));
		assertThat(this.election.isLeader()).isFalse();
		this.trouble = null;
		this.time.advance(Duration.ofSeconds(10));
		assertThat(this.election.isLeader()).isTrue();
		assertThat(revocations()).containsExactly(RevocationReason.EXPIRED);
	}

	@Test
	void lesson9CoordinatorThatNeverAnswersHoldsNoTermPastItsDeadline() {
		lead();
		this.trouble = CompletableFuture::new;
		this.time.advance(TTL);
		assertThat(this.election.isLeader()).isFalse();
		assertThat(revocations()).containsExactly(RevocationReason.EXPIRED);
		this.time.advance(Duration.ofMinutes(1));
		assertThat(this.election.status().lastError()).contains("No answer within");
		this.trouble = null;
		this.time.advance(Duration.ofSeconds(10));
		assertThat(this.election.isLeader()).isTrue();
	}

	@Test
	void lesson23ListenersThatThrowEndNoLoop() {
		ElectionEngine listened = builder().publisher((event) -> {
			this.events.add((LeaderElectionEvent) event);
			throw new IllegalStateException("planted");
		}).transitionListeners(List.of((transition) -> {
			throw new IllegalStateException("planted");
		})).build();
		LeaderElection joined = listened.get("settlement");
		listened.start();
		this.time.advance(Duration.ofMinutes(1));
		assertThat(joined.isLeader()).isTrue();
		assertThat(this.events).filteredOn(LeaderGrantedEvent.class::isInstance).hasSize(1);
		assertThat(revocations()).isEmpty();
	}

	private void lead() {
		this.engine.start();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(this.election.isLeader()).isTrue();
	}

	private ElectionEngineBuilder builder() {
		return ElectionEngine.builder(this.coordinator, this.loop, "a")
			.settings((name) -> ElectionSettings.of(TTL))
			.publisher((event) -> this.events.add((LeaderElectionEvent) event))
			.dispatcher(Runnable::run)
			.seed(1);
	}

	private List<RevocationReason> revocations() {
		return this.events.stream()
			.filter(LeaderRevokedEvent.class::isInstance)
			.map((event) -> ((LeaderRevokedEvent) event).getReason())
			.toList();
	}

	private static Object fail() {
		throw new IllegalStateException("planted");
	}

}
