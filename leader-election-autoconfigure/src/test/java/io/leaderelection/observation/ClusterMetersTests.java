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

package io.leaderelection.observation;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.leaderelection.coordinator.ClusterStatus;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.CoordinatorStatus;
import io.leaderelection.coordinator.MemberStatus;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;

/**
 * Tests for {@link ClusterMeters}.
 */
class ClusterMetersTests {

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private final Coordinator coordinator = mock(Coordinator.class);

	private Instant now = Instant.EPOCH;

	private long nanos;

	private CompletableFuture<ClusterStatus> answer = new CompletableFuture<>();

	@BeforeEach
	void bind() {
		given(this.coordinator.type()).willReturn("etcd");
		given(this.coordinator.inspect(any())).willAnswer((call) -> this.answer);
		given(this.coordinator.status())
			.willReturn(new CoordinatorStatus("etcd", List.of(), null, List.of(), Instant.EPOCH.plusSeconds(2), null));
		ClusterSample sample = new ClusterSample(this.coordinator, Duration.ofSeconds(10), () -> this.nanos);
		new ClusterMeters(this.coordinator, sample, () -> this.now).bindTo(this.registry);
	}

	@Test
	void membersAndQuorumAreSampled() {
		assertThat(gauge("leader.election.coordinator.members")).isNaN();
		this.answer.complete(new ClusterStatus(true, 3,
				List.of(member(true), member(true, "NOSPACE"), MemberStatus.unreachable("http://c", "gone")), null));
		assertThat(gauge("leader.election.coordinator.available")).isOne();
		assertThat(gauge("leader.election.coordinator.members")).isEqualTo(3);
		assertThat(gauge("leader.election.coordinator.members.answering")).isEqualTo(2);
		assertThat(gauge("leader.election.coordinator.quorum")).isEqualTo(2);
		assertThat(gauge("leader.election.coordinator.alarms")).isOne();
	}

	@Test
	void membersAreAskedOnceForAllMetersAndAgainWhenTheSampleIsOld() {
		gauge("leader.election.coordinator.members");
		gauge("leader.election.coordinator.quorum");
		then(this.coordinator).should().inspect(any());
		this.answer.complete(new ClusterStatus(true, 1, List.of(member(true)), null));
		gauge("leader.election.coordinator.members");
		then(this.coordinator).should().inspect(any());
		this.answer = new CompletableFuture<>();
		this.nanos = TimeUnit.SECONDS.toNanos(10);
		assertThat(gauge("leader.election.coordinator.members")).isOne();
		then(this.coordinator).should(times(2)).inspect(any());
	}

	@Test
	void membersThatCannotBeAskedAreLeftAloneForAsLong() {
		this.answer = CompletableFuture.failedFuture(new IllegalStateException("cut"));
		for (int i = 0; i < 5; i++) {
			gauge("leader.election.coordinator.members");
		}
		then(this.coordinator).should().inspect(any());
		this.nanos = TimeUnit.SECONDS.toNanos(10);
		this.answer = CompletableFuture.completedFuture(new ClusterStatus(true, 1, List.of(member(true)), null));
		gauge("leader.election.coordinator.members");
		assertThat(gauge("leader.election.coordinator.members")).isOne();
		then(this.coordinator).should(times(2)).inspect(any());
	}

	@Test
	void coordinatorThatThrowsIsAskedAgainLater() {
		given(this.coordinator.inspect(any())).willThrow(new IllegalStateException("closed"))
			.willAnswer((call) -> this.answer);
		this.answer.complete(new ClusterStatus(true, 1, List.of(member(true)), null));
		assertThat(gauge("leader.election.coordinator.members")).isNaN();
		this.nanos = TimeUnit.SECONDS.toNanos(10);
		gauge("leader.election.coordinator.members");
		assertThat(gauge("leader.election.coordinator.members")).isOne();
	}

	@Test
	void silenceCountsFromTheLastAnswer() {
		this.now = Instant.EPOCH.plusSeconds(9);
		assertThat(gauge("leader.election.coordinator.silence")).isEqualTo(7);
	}

	private static MemberStatus member(boolean reachable, String... alarms) {
		return new MemberStatus("http://a", "a", reachable, false, "3.6.5", List.of(alarms), Duration.ofMillis(1),
				null);
	}

	private double gauge(String name) {
		return this.registry.get(name).tag("coordinator", "etcd").gauge().value();
	}

}
