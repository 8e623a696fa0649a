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
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.leaderelection.ElectionObservation;
import io.leaderelection.ElectionStatus;
import io.leaderelection.FencingToken;
import io.leaderelection.HoldBack;
import io.leaderelection.LeaderChangedEvent;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderState;
import io.leaderelection.ObservedLeader;
import io.leaderelection.spi.Transition;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link ElectionMeters}.
 */
class ElectionMetersTests {

	private static final FencingToken TOKEN = new FencingToken("settlement", 7, "grant");

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private final LeaderElection election = mock(LeaderElection.class);

	private final ElectionStatus status = mock(ElectionStatus.class);

	private Instant now = Instant.EPOCH;

	private final ElectionMeters meters = new ElectionMeters(this.registry, this::elections,
			(name) -> Duration.ofSeconds(5), () -> this.now);

	@BeforeEach
	void takePart() {
		given(this.election.name()).willReturn("settlement");
		given(this.election.status()).willReturn(this.status);
		given(this.status.remaining()).willReturn(Duration.ZERO);
		transition(LeaderState.STOPPED, LeaderState.FOLLOWER, "started");
	}

	private LeaderElections elections() {
		LeaderElections elections = mock(LeaderElections.class);
		given(elections.get("settlement")).willReturn(this.election);
		return elections;
	}

	@Test
	void gaugesTellWhatHoldsWhenTheyAreRead() {
		assertThat(gauge("leader.election.leader")).isZero();
		assertThat(gauge("leader.election.ttl")).isEqualTo(5);
		given(this.election.isLeader()).willReturn(true);
		given(this.status.remaining()).willReturn(Duration.ofMillis(3500));
		assertThat(gauge("leader.election.leader")).isOne();
		assertThat(gauge("leader.election.lease.remaining")).isEqualTo(3.5);
	}

	@Test
	void termIsTheOwnOneElseTheOneSeenAndStaysWhileNothingIsSeen() {
		assertThat(gauge("leader.election.term")).isZero();
		given(this.status.observation()).willReturn(new ElectionObservation(6, null, null, null, Map.of(), this.now));
		assertThat(gauge("leader.election.term")).isEqualTo(6);
		given(this.status.token()).willReturn(TOKEN);
		assertThat(gauge("leader.election.term")).isEqualTo(7);
		given(this.status.token()).willReturn(null);
		given(this.status.observation()).willReturn(null);
		assertThat(gauge("leader.election.term")).isEqualTo(7);
	}

	@Test
	void heldBackInstanceShows() {
		assertThat(gauge("leader.election.paused")).isZero();
		assertThat(gauge("leader.election.eligible")).isOne();
		given(this.status.holdBack()).willReturn(HoldBack.PAUSED);
		assertThat(gauge("leader.election.paused")).isOne();
		given(this.status.holdBack()).willReturn(HoldBack.NOT_ELIGIBLE);
		assertThat(gauge("leader.election.eligible")).isZero();
	}

	@Test
	void transitionsAreCountedByStateAndReason() {
		transition(LeaderState.SEALING, LeaderState.LEADER, "announced");
		transition(LeaderState.SEALING, LeaderState.LEADER, "announced");
		assertThat(count("leader.election.transitions", Tag.of("state", "leader"), Tag.of("reason", "announced")))
			.isEqualTo(2);
	}

	@Test
	void suspicionsAndExpirationsAreThereBeforeTheFirstOne() {
		assertThat(count("leader.election.expirations")).isZero();
		assertThat(count("leader.election.suspicions", Tag.of("cause", "renewal-late"))).isZero();
		transition(LeaderState.LEADER, LeaderState.SUSPECT, "renewal-late");
		transition(LeaderState.SUSPECT, LeaderState.FOLLOWER, "expired");
		assertThat(count("leader.election.expirations")).isOne();
		assertThat(count("leader.election.suspicions", Tag.of("cause", "renewal-late"))).isOne();
		assertThat(count("leader.election.suspicions", Tag.of("cause", "process-paused"))).isZero();
	}

	@Test
	void timeWithoutLeaderIsRecordedWhenItEnds() {
		changed(null, leader(6));
		assertThat(spells().count()).isZero();
		changed(leader(6), null);
		this.now = this.now.plusMillis(1500);
		assertThat(gauge("leader.election.leaderless.current")).isEqualTo(1.5);
		changed(null, leader(7));
		assertThat(spells().count()).isOne();
		assertThat(spells().totalTime(TimeUnit.MILLISECONDS)).isEqualTo(1500);
		this.now = this.now.plusSeconds(1);
		assertThat(gauge("leader.election.leaderless.current")).isZero();
	}

	@Test
	void nobodySeenSinceTheStartIsTimeWithoutLeaderSoFar() {
		this.now = this.now.plusSeconds(40);
		assertThat(gauge("leader.election.leaderless.current")).isEqualTo(40);
	}

	@Test
	void electionThatIsLeftKeepsItsCountersOnly() {
		transition(LeaderState.LEADER, LeaderState.STOPPED, "stopped");
		assertThat(this.registry.find("leader.election.leader").gauge()).isNull();
		assertThat(this.registry.find("leader.election.term").gauge()).isNull();
		assertThat(count("leader.election.transitions", Tag.of("state", "stopped"), Tag.of("reason", "stopped")))
			.isOne();
		changed(leader(6), null);
		transition(LeaderState.STOPPED, LeaderState.FOLLOWER, "started");
		assertThat(gauge("leader.election.leader")).isZero();
	}

	private void transition(LeaderState from, LeaderState to, String reason) {
		this.meters
			.onTransition(new Transition("settlement", from, to, null, reason, "for a test", Duration.ZERO, this.now));
	}

	private void changed(@Nullable ObservedLeader previous, @Nullable ObservedLeader current) {
		this.meters.onApplicationEvent(new LeaderChangedEvent(this.election, previous, current, this.now));
	}

	private static ObservedLeader leader(long term) {
		return new ObservedLeader("worker", term, "grant", Instant.EPOCH, Map.of());
	}

	private double gauge(String name) {
		return this.registry.get(name).tag("election", "settlement").gauge().value();
	}

	private double count(String name, Tag... tags) {
		return this.registry.get(name).tag("election", "settlement").tags(List.of(tags)).counter().count();
	}

	private Timer spells() {
		return this.registry.get("leader.election.leaderless").tag("election", "settlement").timer();
	}

}
