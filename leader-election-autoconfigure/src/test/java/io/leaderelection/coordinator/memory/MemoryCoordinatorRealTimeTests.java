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

package io.leaderelection.coordinator.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.leaderelection.coordinator.Campaign;
import io.leaderelection.coordinator.CampaignOutcome;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.SessionOutcome;
import io.leaderelection.coordinator.SessionRequest;
import io.leaderelection.coordinator.TermRecord;
import io.leaderelection.coordinator.ThreadEventLoop;
import io.leaderelection.coordinator.WatchEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link MemoryCoordinator} on threads and in real time, as in an application
 * under test.
 */
class MemoryCoordinatorRealTimeTests {

	private static final String ELECTION = "settlement";

	private final ThreadEventLoop server = new ThreadEventLoop("server");

	private final MemoryCluster cluster = new MemoryCluster(this.server);

	@AfterEach
	void closeLoop() {
		this.server.close();
	}

	@Test
	void clientOnTheServersLoopWinsWithinMilliseconds() {
		MemoryCoordinator client = new MemoryCoordinator(this.cluster, this.server);
		List<Duration> durations = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			long began = System.nanoTime();
			assertThat(campaign(client, "settlement/" + i)).succeedsWithin(Duration.ofSeconds(5))
				.isInstanceOf(CampaignOutcome.Won.class);
			durations.add(Duration.ofNanos(System.nanoTime() - began));
		}
		assertThat(Collections.min(durations)).isLessThan(Duration.ofMillis(50));
	}

	@Test
	void oneOfManyThreadsWins() {
		List<ThreadEventLoop> loops = IntStream.range(0, 8)
			.mapToObj((i) -> new ThreadEventLoop("client-" + i))
			.toList();
		try {
			List<CompletableFuture<CampaignOutcome>> calls = loops.stream()
				.map((loop) -> campaign(new MemoryCoordinator(this.cluster, loop), ELECTION))
				.toList();
			assertThat(CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new)))
				.succeedsWithin(Duration.ofSeconds(5));
			assertThat(calls).map(CompletableFuture::join).filteredOn(CampaignOutcome.Won.class::isInstance).hasSize(1);
		}
		finally {
			loops.forEach(ThreadEventLoop::close);
		}
	}

	@Test
	void unrenewedSessionExpires() throws InterruptedException {
		MemoryCoordinator client = new MemoryCoordinator(this.cluster, this.server);
		LinkedBlockingQueue<WatchEvent> events = new LinkedBlockingQueue<>();
		client.watch(events::add);
		assertThat(events.poll(5, TimeUnit.SECONDS)).isInstanceOf(WatchEvent.CaughtUp.class);
		assertThat(campaign(client, ELECTION)).succeedsWithin(Duration.ofSeconds(5));
		assertThat(events.poll(5, TimeUnit.SECONDS)).isInstanceOfSatisfying(WatchEvent.Observed.class,
				(observed) -> assertThat(observed.view().leader()).isNotNull());
		assertThat(events.poll(5, TimeUnit.SECONDS)).isEqualTo(new WatchEvent.Vacated(ELECTION, 1));
		assertThat(events.poll(5, TimeUnit.SECONDS)).isInstanceOfSatisfying(WatchEvent.Observed.class,
				(observed) -> assertThat(observed.view().leader()).isNull());
	}

	private static CompletableFuture<CampaignOutcome> campaign(MemoryCoordinator client, String election) {
		String instance = UUID.randomUUID().toString();
		return client.open(new SessionRequest(instance, Duration.ofMillis(300))).thenCompose((outcome) -> {
			Session session = ((SessionOutcome.Opened) outcome).session();
			return client.campaign(new Campaign(election, session, instance, TermRecord.NONE, Instant.now(), Map.of()));
		}).toCompletableFuture();
	}

}
