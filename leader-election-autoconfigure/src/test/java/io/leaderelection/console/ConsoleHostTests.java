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

import io.leaderelection.actuate.MemoryWorkers;
import io.leaderelection.actuate.OrderAudit;
import io.leaderelection.actuate.Worker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the page under a name that somebody else pointed at this instance.
 */
class ConsoleHostTests {

	private static final String REBOUND = """
			Host: evil.example
			Connection: close
			Origin: http://evil.example
			Sec-Fetch-Site: same-origin
			X-Forwarded-Host: localhost
			""";

	private final MemoryWorkers workers = new MemoryWorkers();

	@AfterEach
	void close() {
		this.workers.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "/", "/events" })
	void pageIsNotShownUnderTheNameOfAStranger(String below) {
		Worker worker = this.workers.start("worker-1",
				Console.with(Console.UNRESTRICTED, "server.forward-headers-strategy", "framework"));
		assertThat(RawRequest.statusLine(worker, "GET /leader-console" + below + " HTTP/1.1\n" + REBOUND + "\n"))
			.isEqualTo("HTTP/1.1 403");
	}

	@Test
	void orderUnderTheNameOfAStrangerIsRefusedAndAudited() {
		Worker worker = this.workers.start("worker-1", Console.UNRESTRICTED).awaitLeader();
		assertThat(order(worker)).isEqualTo("HTTP/1.1 403");
		assertThat(worker.audit()).singleElement().satisfies((event) -> {
			assertThat(event.getType()).isEqualTo(OrderAudit.REFUSED);
			assertThat(event.getData().get("detail")).asString()
				.contains("'evil.example'", "leader-election.console.allowed-hosts");
		});
		assertThat(worker.election().isLeader()).isTrue();
	}

	@Test
	void listedNameIsThatOfAProxy() {
		Worker worker = this.workers
			.start("worker-1",
					Console.with(Console.UNRESTRICTED, "leader-election.console.allowed-hosts",
							"shop.example,Evil.Example"))
			.awaitLeader();
		assertThat(order(worker)).isEqualTo("HTTP/1.1 200");
	}

	private static String order(Worker worker) {
		String body = """
				{"election": "settlement", "action": "pause", "reason": "test"}""";
		return RawRequest.statusLine(worker,
				"POST /leader-console/orders HTTP/1.1\n" + REBOUND + "Content-Type: application/json\nContent-Length: "
						+ body.length() + "\n" + Console.token(new Console(worker).get("").body()) + "\n\n" + body);
	}

}
