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
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.etcd.jetcd.api.LeaseGrantRequest;
import io.etcd.jetcd.api.LeaseGrantResponse;
import io.etcd.jetcd.api.LeaseGrpc;
import io.leaderelection.coordinator.Campaign;
import io.leaderelection.coordinator.ContactLog;
import io.leaderelection.coordinator.LineageOutcome;
import io.leaderelection.coordinator.ReadOutcome;
import io.leaderelection.coordinator.Refused;
import io.leaderelection.coordinator.RenewalOutcome;
import io.leaderelection.coordinator.Restored;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.SessionRequest;
import io.leaderelection.coordinator.TermRecord;
import io.leaderelection.coordinator.Unknown;
import io.leaderelection.servers.EtcdServer;
import io.leaderelection.servers.EtcdSnapshot;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link EtcdCoordinator} on a server that is full, was restored or replaced.
 */
class EtcdServerFaultTests {

	private static final Duration TTL = Duration.ofSeconds(20);

	/**
	 * The incumbent stays, nobody can take over.
	 */
	@Test
	void fullServerRefusesNewcomersAndRenews() {
		try (EtcdServer server = EtcdServer.start("--quota-backend-bytes", "300000");
				EtcdFixture fixture = new EtcdFixture(List.of(server.endpoint()))) {
			EtcdCoordinator coordinator = fixture.coordinator();
			Session session = EtcdFixture.open(coordinator, TTL);
			EtcdFixture.win(coordinator, session);
			fill(server);
			Refused refused = EtcdFixture.await(coordinator.open(new SessionRequest("newcomer", TTL)), Refused.class);
			assertThat(refused.kind()).isEqualTo(Refused.Kind.NO_SPACE);
			assertThat(EtcdFixture.await(coordinator.enlist(session, EtcdFixture.ELECTION, Map.of())))
				.isEqualTo(refused);
			EtcdFixture.await(coordinator.renew(session), RenewalOutcome.Renewed.class);
			EtcdFixture.await(coordinator.close(session));
			assertThat(
					EtcdFixture.await(coordinator.read(EtcdFixture.ELECTION), ReadOutcome.Read.class).view().leader())
				.isNull();
		}
	}

	/**
	 * The commands of the runbook.
	 */
	@Test
	void fullServerIsMadeUsableAgain() {
		try (EtcdServer server = EtcdServer.start("--quota-backend-bytes", "200000");
				EtcdFixture fixture = new EtcdFixture(List.of(server.endpoint()))) {
			EtcdCoordinator coordinator = fixture.coordinator();
			EtcdFixture.await(coordinator.lineage());
			fill(server);
			EtcdFixture.await(coordinator.open(new SessionRequest("newcomer", TTL)), Refused.class);
			server.etcdctl("del", "--prefix", "filler");
			Matcher revision = Pattern.compile("\"revision\":([0-9]*)")
				.matcher(server.etcdctl("endpoint", "status", "-w", "json"));
			assertThat(revision.find()).isTrue();
			server.etcdctl("compact", revision.group(1));
			server.etcdctl("defrag");
			server.etcdctl("alarm", "disarm");
			EtcdFixture.win(coordinator, EtcdFixture.open(coordinator, TTL));
			assertThat(server.etcdctl("alarm", "list")).isBlank();
		}
	}

	static void fill(EtcdServer server) {
		String large = "x".repeat(50_000);
		for (int i = 0; i < 20; i++) {
			try {
				server.etcdctl("put", "filler" + i, large);
			}
			catch (IllegalStateException ex) {
				assertThat(ex).hasMessageContaining("space exceeded");
				return;
			}
		}
		throw new IllegalStateException("The server is not full");
	}

	@Test
	void otherClusterIdIsARestore() {
		try (EtcdServer server = EtcdServer.start();
				EtcdFixture fixture = new EtcdFixture(List.of(server.endpoint()))) {
			EtcdCoordinator coordinator = fixture.coordinator();
			Session session = EtcdFixture.open(coordinator, TTL);
			EtcdSnapshot snapshot = server.snapshot();
			server.restore(snapshot, EtcdSnapshot.Identity.OTHER);
			Object[] outcome = new Object[1];
			Awaitility.await().until(() -> {
				outcome[0] = EtcdFixture.await(coordinator.renew(session));
				return !(outcome[0] instanceof Unknown);
			});
			assertThat(outcome[0]).isInstanceOfSatisfying(Restored.class,
					(restored) -> assertThat(restored.detail()).contains("cluster"));
		}
	}

	@Test
	void otherLineageIsARestore() {
		try (EtcdServer server = EtcdServer.start();
				EtcdFixture fixture = new EtcdFixture(List.of(server.endpoint()))) {
			EtcdCoordinator coordinator = fixture.coordinator();
			EtcdFixture.await(coordinator.lineage(), LineageOutcome.Known.class);
			Session session = EtcdFixture.open(coordinator, TTL);
			EtcdKeys keys = new EtcdKeys(fixture.settings().prefix(), fixture.settings().namespace());
			server.etcdctl("put", keys.lineage().toStringUtf8(), "another");
			assertThat(EtcdFixture.await(coordinator.lineage())).isInstanceOf(Restored.class);
			assertThat(EtcdFixture.await(coordinator.lineage())).isEqualTo(new LineageOutcome.Known("another"));
			server.etcdctl("put", keys.lineage().toStringUtf8(), "a third");
			Campaign campaign = new Campaign(EtcdFixture.ELECTION, session, "grant", TermRecord.NONE, Instant.now(),
					Map.of());
			assertThat(EtcdFixture.await(coordinator.campaign(campaign))).isInstanceOf(Restored.class);
			assertThat(
					EtcdFixture.await(coordinator.read(EtcdFixture.ELECTION), ReadOutcome.Read.class).view().leader())
				.isNull();
		}
	}

	/**
	 * A renewal does not prove that the leader's key exists. Lesson 6.
	 */
	@Test
	void reusedLeaseIdIsRenewedButTheLeaderIsGone() {
		try (EtcdServer server = EtcdServer.start();
				EtcdFixture fixture = new EtcdFixture(List.of(server.endpoint()));
				EtcdClient other = new EtcdClient(fixture.settings(), new ContactLog(Instant::now), System::nanoTime)) {
			EtcdCoordinator coordinator = fixture.coordinator();
			Session session = EtcdFixture.open(coordinator, TTL);
			EtcdFixture.win(coordinator, session);
			server.etcdctl("lease", "revoke", session.id());
			LeaseGrantRequest again = LeaseGrantRequest.newBuilder()
				.setID(LeaseIds.parse(session.id()))
				.setTTL(20)
				.build();
			LeaseGrantResponse granted = other.call(LeaseGrpc.getLeaseGrantMethod(), again, other.deadline()).join();
			assertThat(LeaseIds.format(granted.getID())).isEqualTo(session.id());
			EtcdFixture.await(coordinator.renew(session), RenewalOutcome.Renewed.class);
			assertThat(
					EtcdFixture.await(coordinator.read(EtcdFixture.ELECTION), ReadOutcome.Read.class).view().leader())
				.isNull();
		}
	}

	@Test
	void statusTellsTheVersionAndItsFaults() {
		try (EtcdServer server = EtcdServer.start();
				EtcdFixture fixture = new EtcdFixture(List.of(server.endpoint()))) {
			EtcdCoordinator coordinator = fixture.coordinator();
			Awaitility.await().until(() -> coordinator.status().version() != null);
			assertThat(coordinator.status().version()).isEqualTo(server.version());
			assertThat(coordinator.status().endpoints()).containsExactly(server.endpoint());
			assertThat(coordinator.status().lastContact()).isNotNull();
		}
	}

	@Test
	void ttlIsRoundedUpAndAtLeastWhatTheServerAllows() {
		try (EtcdServer server = EtcdServer.start();
				EtcdFixture fixture = new EtcdFixture(List.of(server.endpoint()))) {
			EtcdCoordinator coordinator = fixture.coordinator();
			assertThat(EtcdFixture.open(coordinator, Duration.ofMillis(2001)).ttl()).isEqualTo(Duration.ofSeconds(3));
			assertThat(EtcdFixture.open(coordinator, Duration.ofMillis(100)).ttl()).isEqualTo(Duration.ofSeconds(2));
		}
	}

}
