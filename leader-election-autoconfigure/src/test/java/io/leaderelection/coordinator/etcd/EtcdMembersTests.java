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

package io.leaderelection.coordinator.etcd;

import java.time.Duration;
import java.util.List;

import io.leaderelection.coordinator.ClusterStatus;
import io.leaderelection.coordinator.MemberStatus;
import io.leaderelection.servers.EtcdCluster;
import io.leaderelection.servers.EtcdServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link EtcdMembers}, on real members.
 */
class EtcdMembersTests {

	private static final Duration LIMIT = Duration.ofMillis(800);

	@Test
	void frozenMembersShowAndDelayNothing() {
		try (EtcdCluster cluster = EtcdCluster.start(); EtcdFixture fixture = new EtcdFixture(cluster.endpoints())) {
			EtcdCoordinator coordinator = fixture.coordinator();
			ClusterStatus whole = ask(coordinator, Duration.ofSeconds(5));
			assertThat(whole.available()).isTrue();
			assertThat(whole.quorum()).isEqualTo(2);
			assertThat(whole.members()).extracting(MemberStatus::name)
				.containsExactlyInAnyOrder("member1", "member2", "member3");
			assertThat(whole.members()).allMatch(MemberStatus::reachable).filteredOn(MemberStatus::leading).hasSize(1);
			List<EtcdServer> followers = followers(cluster);
			followers.get(0).freeze();
			Awaitility.await().untilAsserted(() -> assertThat(ask(coordinator, LIMIT).answering()).isEqualTo(2));
			ClusterStatus shrunk = ask(coordinator, LIMIT);
			assertThat(shrunk.available()).isTrue();
			assertThat(shrunk.members()).filteredOn((member) -> !member.reachable())
				.singleElement()
				.satisfies((member) -> {
					assertThat(member.endpoint()).isEqualTo(followers.get(0).endpoint());
					assertThat(member.error()).contains("DEADLINE_EXCEEDED");
				});
			followers.get(1).freeze();
			Awaitility.await().untilAsserted(() -> {
				ClusterStatus lost = ask(coordinator, LIMIT);
				assertThat(lost.available()).isFalse();
				assertThat(lost.answering()).isEqualTo(1);
			});
			followers.forEach(EtcdServer::thaw);
			Awaitility.await().untilAsserted(() -> {
				ClusterStatus mended = ask(coordinator, LIMIT);
				assertThat(mended.available()).isTrue();
				assertThat(mended.answering()).isEqualTo(3);
			});
		}
	}

	@Test
	void membersThatWereNotConfiguredAreFound() {
		try (EtcdCluster cluster = EtcdCluster.start();
				EtcdFixture fixture = new EtcdFixture(cluster.endpoints().subList(0, 1))) {
			ClusterStatus members = ask(fixture.coordinator(), Duration.ofSeconds(5));
			assertThat(members.members()).extracting(MemberStatus::endpoint)
				.containsExactlyInAnyOrderElementsOf(cluster.endpoints());
			assertThat(members.members()).allMatch(MemberStatus::reachable);
		}
	}

	@Test
	void fullMemberRaisesAlarm() {
		try (EtcdServer server = EtcdServer.start("--quota-backend-bytes", "200000");
				EtcdFixture fixture = new EtcdFixture(List.of(server.endpoint()))) {
			EtcdCoordinator coordinator = fixture.coordinator();
			assertThat(ask(coordinator, Duration.ofSeconds(5)).alarms()).isEmpty();
			EtcdServerFaultTests.fill(server);
			ClusterStatus members = ask(coordinator, Duration.ofSeconds(5));
			assertThat(members.alarms()).containsExactly("NOSPACE");
			assertThat(members.available()).isTrue();
			assertThat(coordinator.status().advice()).anyMatch((advice) -> advice.contains("NOSPACE"));
		}
	}

	private static List<EtcdServer> followers(EtcdCluster cluster) {
		EtcdServer leader = cluster.leader();
		return cluster.members().stream().filter((member) -> member != leader).toList();
	}

	private static ClusterStatus ask(EtcdCoordinator coordinator, Duration limit) {
		return EtcdFixture.await(coordinator.inspect(limit));
	}

}
