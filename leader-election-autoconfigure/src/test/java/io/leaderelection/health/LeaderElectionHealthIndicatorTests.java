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

package io.leaderelection.health;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.leaderelection.ElectionStatus;
import io.leaderelection.FencingToken;
import io.leaderelection.HoldBack;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderState;
import io.leaderelection.ObservedLeader;
import io.leaderelection.coordinator.ClusterStatus;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.CoordinatorStatus;
import io.leaderelection.coordinator.MemberStatus;
import io.leaderelection.spi.ContactListener;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link LeaderElectionHealthIndicator}.
 */
class LeaderElectionHealthIndicatorTests {

	private static final Duration TTL = Duration.ofSeconds(5);

	private final LeaderElections elections = mock(LeaderElections.class);

	private final LeaderElection election = mock(LeaderElection.class);

	private final ElectionStatus status = mock(ElectionStatus.class);

	private final Coordinator coordinator = mock(Coordinator.class);

	private long nanos;

	private final SessionContact contact = new SessionContact(() -> this.nanos);

	private final LeaderElectionHealthIndicator indicator = new LeaderElectionHealthIndicator(this.elections,
			this.coordinator, this.contact, (name) -> TTL);

	@BeforeEach
	void takePart() {
		given(this.elections.instance()).willReturn("worker-1");
		given(this.elections.all()).willReturn(List.of(this.election));
		given(this.election.name()).willReturn("settlement");
		given(this.election.state()).willReturn(LeaderState.FOLLOWER);
		given(this.election.status()).willReturn(this.status);
		given(this.status.state()).willReturn(LeaderState.FOLLOWER);
		given(this.status.remaining()).willReturn(Duration.ZERO);
		given(this.coordinator.type()).willReturn("etcd");
		advise(List.of());
		answer(new ClusterStatus(true, 3, List.of(member("a"), member("b"), member("c")), null));
	}

	@Test
	void followerIsUp() {
		given(this.status.leader()).willReturn(new ObservedLeader("worker-2", 7, "grant", Instant.EPOCH, Map.of()));
		Health health = this.indicator.health();
		assertThat(health.getStatus()).isEqualTo(Status.UP);
		assertThat(health.getDetails()).doesNotContainKey("warnings");
		assertThat(election(health)).containsEntry("state", LeaderState.FOLLOWER)
			.containsEntry("leader", "worker-2")
			.containsEntry("term", 7L);
	}

	@Test
	void leaderShowsItsTerm() {
		given(this.status.state()).willReturn(LeaderState.LEADER);
		given(this.status.token()).willReturn(new FencingToken("settlement", 8, "grant"));
		given(this.status.remaining()).willReturn(Duration.parse("PT3.100172932S"));
		assertThat(election(this.indicator.health())).containsEntry("term", 8L).containsEntry("remaining", "PT3.1S");
	}

	@Test
	void reasonForHoldingBackShows() {
		given(this.status.holdBack()).willReturn(HoldBack.NOT_ELIGIBLE);
		given(this.status.holdBackDetail()).willReturn("database 'dataSource' is unreachable");
		assertThat(election(this.indicator.health())).containsEntry("holdsBack", HoldBack.NOT_ELIGIBLE)
			.containsEntry("reason", "database 'dataSource' is unreachable");
	}

	@Test
	void silenceBeyondTheTimeToLiveIsDown() {
		this.nanos = TTL.toNanos();
		assertThat(this.indicator.health().getStatus()).isEqualTo(Status.UP);
		this.nanos++;
		Health health = this.indicator.health();
		assertThat(health.getStatus()).isEqualTo(Status.DOWN);
		assertThat(warnings(health)).containsExactly("The coordinator has renewed no session for 5 s");
		this.contact.answered(ContactListener.Call.RENEW, Duration.ZERO);
		assertThat(this.indicator.health().getStatus()).isEqualTo(Status.UP);
	}

	@Test
	void instanceThatTakesPartInNothingNeedsNoContact() {
		given(this.election.state()).willReturn(LeaderState.STOPPED);
		this.nanos = TTL.toNanos() * 2;
		Health health = this.indicator.health();
		assertThat(health.getStatus()).isEqualTo(Status.UP);
		assertThat(health.getDetails()).extractingByKey("elections", InstanceOfAssertFactories.MAP).isEmpty();
	}

	@Test
	void hangingCoordinatorIsWaitedForLessThanASecond() {
		given(this.coordinator.inspect(any())).willReturn(new CompletableFuture<>());
		long begin = System.nanoTime();
		Health health = this.indicator.health();
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(1));
		assertThat(health.getStatus()).isEqualTo(Status.UP);
		assertThat(warnings(health)).singleElement().asString().startsWith("The coordinator cannot decide: No answer");
	}

	@Test
	void missingMemberAndAdviceAreWarnings() {
		advise(List.of("etcd reports: alarm:NOSPACE"));
		answer(new ClusterStatus(true, 3, List.of(member("a"), member("b", "NOSPACE"),
				MemberStatus.unreachable("http://c:2379", "DEADLINE_EXCEEDED")), null));
		Health health = this.indicator.health();
		assertThat(health.getStatus()).isEqualTo(Status.UP);
		assertThat(warnings(health)).containsExactly("etcd reports: alarm:NOSPACE",
				"Only 2 of 3 members answer, and 2 have to agree");
		assertThat(health.getDetails()).extractingByKey("coordinator", InstanceOfAssertFactories.MAP)
			.containsEntry("answering", 2)
			.containsEntry("quorum", 2)
			.containsEntry("voters", 3);
	}

	private void advise(List<String> advice) {
		given(this.coordinator.status())
			.willReturn(new CoordinatorStatus("etcd", List.of("http://a:2379"), "3.6.5", advice, Instant.EPOCH, null));
	}

	private void answer(ClusterStatus cluster) {
		given(this.coordinator.inspect(any())).willReturn(CompletableFuture.completedFuture(cluster));
	}

	private static MemberStatus member(String name, String... alarms) {
		return new MemberStatus("http://" + name + ":2379", name, true, name.equals("a"), "3.6.5", List.of(alarms),
				Duration.ofMillis(1), null);
	}

	private static Map<Object, Object> election(Health health) {
		Map<?, ?> elections = (Map<?, ?>) health.getDetails().get("elections");
		return new HashMap<>((Map<?, ?>) elections.get("settlement"));
	}

	private static List<Object> warnings(Health health) {
		return new ArrayList<>((List<?>) health.getDetails().get("warnings"));
	}

}
