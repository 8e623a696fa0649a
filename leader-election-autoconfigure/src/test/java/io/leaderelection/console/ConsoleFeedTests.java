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

package io.leaderelection.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.jayway.jsonpath.JsonPath;
import io.leaderelection.actuate.MemoryWorkers;
import io.leaderelection.actuate.Worker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ConsoleFeed} over HTTP.
 */
class ConsoleFeedTests {

	private final MemoryWorkers workers = new MemoryWorkers();

	@AfterEach
	void close() {
		this.workers.close();
	}

	@Test
	void streamShowsTheStateAndEachChange() {
		Worker first = this.workers.start("worker-1", Console.UNRESTRICTED).awaitLeader();
		Worker second = this.workers.start("worker-2", Console.UNRESTRICTED);
		Worker.await(() -> first.election().status().observation().candidates().size() == 2);
		try (Console.Stream events = new Console(second).events()) {
			assertThat(events.response().headers().firstValue("Content-Type"))
				.hasValue("text/event-stream;charset=utf-8");
			assertThat(events.response().headers().firstValue("Cache-Control")).hasValue("no-store");
			String opening = events.next();
			assertThat(JsonPath.<String>read(opening, "$.instance")).isEqualTo(second.instance());
			assertThat(Console.election(opening).get("orders").toString()).contains("pause", "release")
				.doesNotContain("resign", "transfer");
			assertThat(leader(Console.election(opening))).isEqualTo(first.instance());
			assertThat(new Console(first)
				.order("{'election': 'settlement', 'action': 'transfer', 'to': 'worker-2', 'reason': 'node drain'}")
				.statusCode()).isEqualTo(200);
			Map<String, Object> taken = events.until((election) -> second.instance().equals(leader(election))
					&& JsonPath.<List<Object>>read(election, "$.failovers").size() == 1);
			assertThat(taken.get("orders").toString()).contains("resign");
			assertThat(JsonPath.<String>read(taken, "$.failovers[0].from")).isEqualTo(first.instance());
			assertThat(JsonPath.<String>read(taken, "$.failovers[0].to")).isEqualTo(second.instance());
			assertThat(JsonPath.<Integer>read(taken, "$.failovers[0].millis")).isNotNegative();
			assertThat(JsonPath.<String>read(taken, "$.terms[1].reason")).isEqualTo("node drain");
		}
	}

	@Test
	void renewalsAreShown() {
		Worker worker = this.workers.start("worker-1", Console.with(Console.ENABLED, "leader-election.ttl", "2s"))
			.awaitLeader();
		try (Console.Stream events = new Console(worker).events()) {
			String state = events.next();
			while (JsonPath.<List<Object>>read(state, "$.renewals").isEmpty()) {
				state = events.next();
			}
			assertThat(JsonPath.<Double>read(state, "$.renewals[0].millis")).isNotNegative();
			assertThat(JsonPath.<Boolean>read(state, "$.renewals[0].renewed")).isTrue();
		}
	}

	@Test
	void onlyACertainNumberMayLookOnAndThoseWhoLeaveMakeRoom() {
		Console console = new Console(this.workers.start("worker-1", Console.ENABLED).awaitLeader());
		List<Console.Stream> streams = new ArrayList<>();
		for (int i = 0; i < ConsoleFeed.MOST_VIEWERS; i++) {
			streams.add(console.events());
			assertThat(streams.get(i).response().statusCode()).isEqualTo(200);
		}
		try (Console.Stream refused = console.events()) {
			assertThat(refused.response().statusCode()).isEqualTo(503);
			assertThat(refused.response().headers().firstValue("Retry-After")).isPresent();
			assertThat(refused.response().headers().firstValue("Content-Type")).hasValue("application/problem+json");
		}
		assertThat(streams.get(ConsoleFeed.MOST_VIEWERS - 1).next()).isNotNull();
		streams.forEach(Console.Stream::close);
		Worker.await(() -> {
			try (Console.Stream again = console.events()) {
				return again.response().statusCode() == 200;
			}
		});
	}

	@Test
	void streamEndsWithTheApplicationAndDelaysItNot() {
		Worker worker = this.workers.start("worker-1", Console.ENABLED).awaitLeader();
		try (Console.Stream events = new Console(worker).events()) {
			assertThat(events.next()).isNotNull();
			long begin = System.nanoTime();
			worker.close();
			assertThat((System.nanoTime() - begin) / 1_000_000_000L).isLessThan(10);
			String last = events.next();
			while (last != null) {
				last = events.next();
			}
		}
		assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName)
			.doesNotContain("leader-election-console");
	}

	private static String leader(Map<String, Object> election) {
		Map<?, ?> leader = JsonPath.read(election, "$.election.leader");
		return (leader != null) ? (String) leader.get("instance") : null;
	}

}
