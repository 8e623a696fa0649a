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
import java.util.concurrent.CopyOnWriteArrayList;

import io.etcd.jetcd.api.WatchResponse;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.Subscription;
import io.leaderelection.coordinator.WatchEvent;
import io.leaderelection.servers.EtcdProxy;
import io.leaderelection.servers.EtcdServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link EtcdWatch} with a server that tells less, or other things, than it
 * should. Lesson 20.
 */
class EtcdWatchTests {

	private static final Duration TTL = Duration.ofSeconds(20);

	private static final Duration NEVER = Duration.ofMinutes(10);

	private static EtcdServer server;

	private final List<WatchEvent> events = new CopyOnWriteArrayList<>();

	private EtcdProxy proxy;

	private EtcdFixture fixture;

	@BeforeAll
	static void startServer() {
		server = EtcdServer.start();
	}

	@AfterAll
	static void stopServer() {
		server.close();
	}

	@BeforeEach
	void openProxy() {
		this.proxy = new EtcdProxy(server.port());
		this.fixture = new EtcdFixture(List.of(this.proxy.endpoint()));
	}

	@AfterEach
	void closeProxy() {
		this.fixture.close();
		this.proxy.close();
	}

	@Test
	void eventThatWasNeverToldIsFoundByThePoll() {
		this.proxy.forge((response) -> (response.getEventsCount() > 0) ? List.of() : List.of(response));
		try (Subscription watch = this.fixture.coordinator().watch(this.events::add)) {
			assertThat(watch).isNotNull();
			awaitCaughtUp(1);
			awaitLeader(win());
			assertThat(this.events).noneMatch(WatchEvent.Silent.class::isInstance);
		}
	}

	/**
	 * etcd before 3.4.25 and 3.5.8 does this: issue 15515.
	 */
	@Test
	void heartbeatAheadOfTheEventsHidesNone() {
		this.proxy.forge((response) -> List.of(isProgress(response) ? ahead(response) : response));
		try (Subscription watch = withoutPoll().watch(this.events::add)) {
			assertThat(watch).isNotNull();
			awaitCaughtUp(1);
			Awaitility.await().pollDelay(Duration.ofSeconds(1)).until(() -> true);
			awaitLeader(win());
		}
	}

	@Test
	void watchWithoutAnyAnswerIsSetUpAnew() {
		this.proxy.forge((response) -> List.of());
		try (Subscription watch = withoutPoll().watch(this.events::add)) {
			assertThat(watch).isNotNull();
			awaitCaughtUp(2);
			assertThat(this.events).anyMatch(
					(event) -> event instanceof WatchEvent.Silent silent && silent.detail().contains("silent for"));
			this.proxy.forge(List::of);
			awaitLeader(win());
			assertThat(this.proxy.openWatches()).isEqualTo(1);
		}
	}

	@Test
	void compactedWatchIsListedAnew() {
		this.proxy.forge((response) -> response.getCreated() ? List.of(response,
				WatchResponse.newBuilder()
					.setHeader(response.getHeader())
					.setCanceled(true)
					.setCompactRevision(response.getHeader().getRevision() + 5)
					.build())
				: List.of(response));
		try (Subscription watch = withoutPoll().watch(this.events::add)) {
			assertThat(watch).isNotNull();
			awaitCaughtUp(2);
			this.proxy.forge(List::of);
			awaitLeader(win());
		}
	}

	/**
	 * jetcd's watch subscribes again twice a second, for ever, and never ends a stream.
	 */
	@Test
	void deniedWatchIsTriedLessAndLessOftenAndLeaksNoStream() {
		this.proxy.forge((response) -> response.getCreated() ? List.of(denied(response)) : List.of(response));
		try (Subscription watch = withoutPoll().watch(this.events::add)) {
			assertThat(watch).isNotNull();
			Awaitility.await().pollDelay(Duration.ofSeconds(6)).until(() -> true);
			assertThat(this.proxy.watches()).isBetween(3, 14);
			assertThat(this.proxy.openWatches()).isLessThanOrEqualTo(1);
			assertThat(this.events).filteredOn(WatchEvent.Silent.class::isInstance).hasSize(1);
			this.proxy.forge(List::of);
			awaitLeader(win());
		}
	}

	@Test
	void closedWatchEndsItsStream() {
		Subscription watch = this.fixture.coordinator().watch(this.events::add);
		awaitCaughtUp(1);
		Awaitility.await().until(() -> this.proxy.openWatches() == 1);
		watch.close();
		Awaitility.await().until(() -> this.proxy.openWatches() == 0);
	}

	private EtcdCoordinator withoutPoll() {
		EtcdSettings settings = this.fixture.settings();
		return this.fixture.coordinator(settings.withTimes(settings.callTimeout(), settings.heartbeat(), NEVER));
	}

	private LeaderRecord win() {
		EtcdCoordinator candidate = this.fixture.coordinator();
		return EtcdFixture.win(candidate, EtcdFixture.open(candidate, TTL));
	}

	private void awaitCaughtUp(int times) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.until(() -> this.events.stream().filter(WatchEvent.CaughtUp.class::isInstance).count() >= times);
	}

	private void awaitLeader(LeaderRecord leader) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(10))
			.until(() -> this.events.stream()
				.anyMatch((event) -> event instanceof WatchEvent.Observed observed
						&& leader.equals(observed.view().leader())));
	}

	private static boolean isProgress(WatchResponse response) {
		return response.getEventsCount() == 0 && !response.getCreated() && !response.getCanceled();
	}

	private static WatchResponse ahead(WatchResponse response) {
		WatchResponse.Builder forged = response.toBuilder();
		forged.getHeaderBuilder().setRevision(response.getHeader().getRevision() + 1000);
		return forged.build();
	}

	private static WatchResponse denied(WatchResponse response) {
		return response.toBuilder()
			.setWatchId(-1)
			.setCanceled(true)
			.setCancelReason("etcdserver: permission denied")
			.build();
	}

}
