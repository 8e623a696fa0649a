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

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import io.leaderelection.coordinator.ControlOutcome;
import io.leaderelection.coordinator.Done;
import io.leaderelection.coordinator.HistoryOutcome;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.LineageOutcome;
import io.leaderelection.coordinator.ReadOutcome;
import io.leaderelection.coordinator.Refused;
import io.leaderelection.coordinator.RenewalOutcome;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.Subscription;
import io.leaderelection.coordinator.WatchEvent;
import io.leaderelection.servers.EtcdServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link EtcdCoordinator} on an etcd that asks who calls.
 */
class EtcdAuthenticationTests {

	private static final Duration TTL = Duration.ofSeconds(20);

	private static EtcdServer server;

	private EtcdFixture fixture;

	@BeforeAll
	static void startServer() {
		server = EtcdServer.start("--auth-token-ttl", "2");
		server.etcdctl("user", "add", "root:root");
		server.etcdctl("user", "add", "writer:secret");
		server.etcdctl("user", "add", "stranger:secret");
		server.etcdctl("role", "add", "elections");
		server.etcdctl("role", "grant-permission", "--prefix=true", "elections", "readwrite", "/leader-election/");
		server.etcdctl("user", "grant-role", "root", "root");
		server.etcdctl("user", "grant-role", "writer", "elections");
		server.etcdctl("auth", "enable");
	}

	@AfterAll
	static void stopServer() {
		server.close();
	}

	@BeforeEach
	void createFixture() {
		this.fixture = new EtcdFixture(List.of(server.endpoint()));
	}

	@AfterEach
	void closeFixture() {
		this.fixture.close();
	}

	@Test
	void permittedUserElects() {
		EtcdCoordinator coordinator = as("writer", "secret");
		Session session = EtcdFixture.open(coordinator, TTL);
		LeaderRecord record = EtcdFixture.win(coordinator, session);
		EtcdFixture.await(coordinator.discard(record), Done.class);
	}

	/** The commands of the runbook. */
	@Test
	void roleOfTheNamespaceSufficesAndOpensNoOther() {
		String namespace = this.fixture.settings().namespace();
		administer("role", "add", "payments-elections");
		administer("role", "grant-permission", "--prefix=true", "payments-elections", "readwrite",
				"/leader-election/" + namespace + "/");
		administer("user", "add", "payments:secret");
		administer("user", "grant-role", "payments", "payments-elections");
		EtcdCoordinator coordinator = as("payments", "secret");
		List<WatchEvent> events = new CopyOnWriteArrayList<>();
		try (Subscription watch = coordinator.watch(events::add)) {
			assertThat(watch).isNotNull();
			EtcdFixture.await(coordinator.lineage(), LineageOutcome.Known.class);
			Session session = EtcdFixture.open(coordinator, TTL);
			EtcdFixture.await(coordinator.enlist(session, EtcdFixture.ELECTION, Map.of()), Done.class);
			EtcdFixture.win(coordinator, session);
			EtcdFixture.await(coordinator.renew(session), RenewalOutcome.Renewed.class);
			EtcdFixture.await(coordinator.pause(EtcdFixture.ELECTION, EtcdFixture.REQUEST),
					ControlOutcome.Burned.class);
			EtcdFixture.await(coordinator.resume(EtcdFixture.ELECTION, EtcdFixture.REQUEST), Done.class);
			EtcdFixture.await(coordinator.history(EtcdFixture.ELECTION, 10), HistoryOutcome.Entries.class);
			assertThat(EtcdFixture.await(coordinator.inspect(Duration.ofSeconds(1))).available()).isTrue();
			Awaitility.await().until(() -> events.stream().anyMatch(WatchEvent.CaughtUp.class::isInstance));
		}
		EtcdCoordinator elsewhere = this.fixture
			.coordinator(EtcdSettings.of(List.of(server.endpoint()), "other").withCredentials("payments", "secret"));
		assertThat(EtcdFixture.await(elsewhere.read(EtcdFixture.ELECTION), Refused.class).kind())
			.isEqualTo(Refused.Kind.DENIED);
	}

	@Test
	void wrongPasswordIsDenied() {
		EtcdCoordinator coordinator = as("writer", "hunter2");
		Refused refused = EtcdFixture.await(coordinator.read(EtcdFixture.ELECTION), Refused.class);
		assertThat(refused.kind()).isEqualTo(Refused.Kind.DENIED);
		assertThat(refused.detail()).contains("authentication failed").doesNotContain("hunter2");
		assertThat(coordinator.status().lastError()).contains("authentication failed").doesNotContain("hunter2");
	}

	@Test
	void missingCredentialsAreDenied() {
		EtcdCoordinator coordinator = this.fixture.coordinator();
		Refused refused = EtcdFixture.await(coordinator.lineage(), Refused.class);
		assertThat(refused.kind()).isEqualTo(Refused.Kind.DENIED);
	}

	@Test
	void userWithoutPermissionIsDenied() {
		EtcdCoordinator coordinator = as("stranger", "secret");
		Session session = EtcdFixture.open(coordinator, TTL);
		Refused refused = EtcdFixture.await(coordinator.enlist(session, EtcdFixture.ELECTION, Map.of()), Refused.class);
		assertThat(refused.kind()).isEqualTo(Refused.Kind.DENIED);
		assertThat(refused.detail()).contains("permission denied");
	}

	@Test
	void expiredTokenIsReplaced() {
		EtcdCoordinator coordinator = as("writer", "secret");
		EtcdFixture.await(coordinator.lineage(), LineageOutcome.Known.class);
		Awaitility.await()
			.pollDelay(Duration.ofSeconds(4))
			.atMost(Duration.ofSeconds(20))
			.until(() -> EtcdFixture.await(coordinator.read(EtcdFixture.ELECTION)) instanceof ReadOutcome.Read);
		EtcdFixture.await(coordinator.lineage(), LineageOutcome.Known.class);
	}

	@Test
	void watchOutlivesItsToken() {
		EtcdCoordinator coordinator = as("writer", "secret");
		List<WatchEvent> events = new CopyOnWriteArrayList<>();
		try (Subscription watch = coordinator.watch(events::add)) {
			assertThat(watch).isNotNull();
			Awaitility.await()
				.pollDelay(Duration.ofSeconds(4))
				.atMost(Duration.ofSeconds(20))
				.until(() -> events.stream().anyMatch(WatchEvent.CaughtUp.class::isInstance));
			LeaderRecord record = EtcdFixture.win(coordinator, EtcdFixture.open(coordinator, TTL));
			Awaitility.await()
				.atMost(Duration.ofSeconds(5))
				.until(() -> events.stream()
					.anyMatch((event) -> event instanceof WatchEvent.Observed observed
							&& record.equals(observed.view().leader())));
		}
	}

	/**
	 * jetcd's watch subscribes again twice a second and leaks a stream of the server each
	 * time. Lesson 20.
	 */
	@Test
	void deniedWatchLeaksNoStreams() {
		double before = openWatchStreams();
		EtcdCoordinator coordinator = as("stranger", "secret");
		List<WatchEvent> events = new CopyOnWriteArrayList<>();
		try (Subscription watch = coordinator.watch(events::add)) {
			assertThat(watch).isNotNull();
			Awaitility.await().pollDelay(Duration.ofSeconds(6)).atMost(Duration.ofSeconds(10)).until(() -> true);
			assertThat(events).hasOnlyElementsOfType(WatchEvent.Silent.class).hasSize(1);
			assertThat(coordinator.status().lastError()).contains("permission denied");
			assertThat(openWatchStreams()).isLessThanOrEqualTo(before + 1);
		}
	}

	private static void administer(String... command) {
		server.etcdctl(Stream.concat(Stream.of("--user=root:root"), Stream.of(command)).toArray(String[]::new));
	}

	private EtcdCoordinator as(String user, String password) {
		return this.fixture.coordinator(this.fixture.settings().withCredentials(user, password));
	}

	private static double openWatchStreams() {
		return EtcdMetrics.read(URI.create(server.endpoint()), "etcd_debugging_mvcc_watch_stream_total");
	}

}
