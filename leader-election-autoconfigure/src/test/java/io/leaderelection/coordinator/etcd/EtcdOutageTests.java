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
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import io.leaderelection.coordinator.ReadOutcome;
import io.leaderelection.coordinator.Unknown;
import io.leaderelection.servers.EtcdServer;
import io.leaderelection.servers.Ports;
import io.leaderelection.servers.TcpRelay;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link EtcdCoordinator} while etcd is out of reach. Lesson 21.
 */
class EtcdOutageTests {

	@Test
	void deadEndpointNeverHangs() {
		try (EtcdFixture fixture = new EtcdFixture(List.of("http://127.0.0.1:" + Ports.free()))) {
			EtcdCoordinator coordinator = fixture.coordinator();
			Instant begin = Instant.now();
			Unknown outcome = EtcdFixture.await(coordinator.read(EtcdFixture.ELECTION), Unknown.class);
			assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofSeconds(4));
			assertThat(outcome.detail()).contains("Connection refused");
			assertThat(coordinator.status().lastError()).contains("Connection refused");
			assertThat(coordinator.status().lastContact()).isNull();
		}
	}

	@Test
	void unknownHostIsNamed() {
		try (EtcdFixture fixture = new EtcdFixture(List.of("http://no-such-host.invalid:2379"))) {
			Unknown outcome = EtcdFixture.await(fixture.coordinator().read(EtcdFixture.ELECTION), Unknown.class);
			assertThat(outcome.detail()).contains("unknown host no-such-host.invalid");
		}
	}

	@Test
	void oneDeadMemberOfSeveralIsNoOutage() {
		try (EtcdServer server = EtcdServer.start();
				EtcdFixture fixture = new EtcdFixture(List.of("http://127.0.0.1:" + Ports.free(), server.endpoint(),
						"http://no-such-host.invalid"))) {
			EtcdCoordinator coordinator = fixture.coordinator();
			for (int i = 0; i < 6; i++) {
				EtcdFixture.await(coordinator.read(EtcdFixture.ELECTION), ReadOutcome.Read.class);
			}
		}
	}

	/**
	 * Left to itself, gRPC would wait for ever longer, up to two minutes. Promise I6.
	 */
	@Test
	void coordinatorComesBackSoonAfterALongOutage() {
		try (EtcdServer server = EtcdServer.start();
				TcpRelay relay = new TcpRelay(server.port());
				EtcdFixture fixture = new EtcdFixture(List.of("http://127.0.0.1:" + relay.port()))) {
			EtcdCoordinator coordinator = fixture.coordinator();
			EtcdFixture.await(coordinator.read(EtcdFixture.ELECTION), ReadOutcome.Read.class);
			relay.refuse();
			Instant end = Instant.now().plusSeconds(12);
			Awaitility.await()
				.atMost(Duration.ofSeconds(20))
				.until(() -> EtcdFixture.await(coordinator.read(EtcdFixture.ELECTION)) instanceof Unknown
						&& Instant.now().isAfter(end));
			relay.resume();
			Instant back = Instant.now();
			Awaitility.await()
				.atMost(Duration.ofSeconds(20))
				.pollInterval(Duration.ofMillis(20))
				.until(() -> EtcdFixture.await(coordinator.read(EtcdFixture.ELECTION)) instanceof ReadOutcome.Read);
			assertThat(Duration.between(back, Instant.now())).isLessThan(Duration.ofMillis(2500));
		}
	}

	/**
	 * Promise I8 and lesson 25.
	 */
	@Test
	void closedCoordinatorLeavesNoThread() {
		try (EtcdServer server = EtcdServer.start()) {
			Set<Thread> before = liveThreads();
			EtcdFixture fixture = new EtcdFixture(List.of(server.endpoint()));
			EtcdCoordinator coordinator = fixture.coordinator();
			try (var watch = coordinator.watch((event) -> {
			})) {
				assertThat(watch).isNotNull();
				EtcdFixture.await(coordinator.read(EtcdFixture.ELECTION), ReadOutcome.Read.class);
				assertThat(liveThreads()).allSatisfy(
						(thread) -> assertThat(before.contains(thread) || thread.isDaemon()).as(thread.getName())
							.isTrue());
			}
			fixture.close();
			Awaitility.await().atMost(Duration.ofSeconds(15)).untilAsserted(() -> {
				Set<Thread> left = liveThreads();
				left.removeAll(before);
				assertThat(left).extracting(Thread::getName)
					.filteredOn((name) -> name.startsWith("grpc") || name.startsWith("leader-election")
							|| name.startsWith("vert") || name.startsWith("jetcd"))
					.isEmpty();
			});
		}
	}

	private static Set<Thread> liveThreads() {
		return Thread.getAllStackTraces().keySet().stream().filter(Thread::isAlive).collect(Collectors.toSet());
	}

}
