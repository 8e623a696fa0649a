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
import java.util.List;
import java.util.Map;
import java.util.Random;

import io.leaderelection.coordinator.Campaign;
import io.leaderelection.coordinator.ReadOutcome;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.SessionOutcome;
import io.leaderelection.coordinator.SessionRequest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link VirtualTime} together with {@link MemoryCoordinator}: a seed repeats a
 * run with random faults exactly, which is what makes the failure of a simulation useful.
 */
class SeededRunTests {

	private static final String ELECTION = "settlement";

	@ParameterizedTest
	@ValueSource(longs = { 0, 1, 42, -7 })
	void seedRepeatsTheRun(long seed) {
		List<String> trace = run(seed);
		assertThat(trace).hasSizeGreaterThan(200).isEqualTo(run(seed)).isNotEqualTo(run(seed + 1));
	}

	private static List<String> run(long seed) {
		Random random = new Random(seed);
		VirtualTime time = new VirtualTime(seed);
		int[] ids = new int[1];
		MemoryCluster cluster = new MemoryCluster(time.newLoop("server"), MemoryCluster.Settings.DEFAULTS, () -> {
			ids[0]++;
			return "id-" + ids[0];
		});
		List<String> trace = new ArrayList<>();
		for (String name : List.of("a", "b", "c")) {
			VirtualEventLoop loop = time.newLoop(name);
			MemoryCoordinator client = new MemoryCoordinator(cluster, loop);
			client.link().setLatency(() -> Duration.ofMillis(random.nextInt(20)));
			client.link().setPlan((operation) -> fault(random));
			client.watch((event) -> trace.add(time.elapsed() + " " + name + " " + event));
			campaign(client, loop, name, trace);
		}
		time.advance(Duration.ofSeconds(30));
		return trace;
	}

	private static void campaign(MemoryCoordinator client, VirtualEventLoop loop, String name, List<String> trace) {
		client.open(new SessionRequest(name, Duration.ofSeconds(1))).thenAccept((outcome) -> {
			trace.add(name + " " + outcome);
			if (outcome instanceof SessionOutcome.Opened opened) {
				campaign(client, opened.session(), trace);
			}
			loop.schedule(Duration.ofMillis(200), () -> campaign(client, loop, name, trace));
		});
	}

	private static void campaign(MemoryCoordinator client, Session session, List<String> trace) {
		client.read(ELECTION).thenAccept((outcome) -> {
			trace.add(session + " " + outcome);
			if (outcome instanceof ReadOutcome.Read read) {
				client
					.campaign(new Campaign(ELECTION, session, "grant-" + session.id(), read.view().term(),
							Instant.EPOCH, Map.of()))
					.thenAccept((result) -> trace.add(session + " " + result));
			}
		});
	}

	private static Fault fault(Random random) {
		return switch (random.nextInt(12)) {
			case 0 -> new Fault.LostRequest();
			case 1 -> new Fault.LostAnswer();
			case 2 -> new Fault.LateAnswer(Duration.ofMillis(random.nextInt(3000)));
			case 3 -> new Fault.LateCommit(Duration.ofMillis(random.nextInt(3000)));
			case 4 -> new Fault.RepeatedRequest();
			case 5 -> new Fault.RepeatedAnswer();
			default -> new Fault.None();
		};
	}

}
