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

package io.leaderelection.actuate;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

import io.leaderelection.actuate.Worker.Reply;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaderOrderFilter}.
 */
class LeaderOrderFilterTests {

	private static final String PAUSE = "{'action': 'pause', 'reason': 'test'}";

	private final MemoryWorkers workers = new MemoryWorkers();

	@AfterEach
	void close() {
		this.workers.close();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					{'action': 'pause', 'action': 'release', 'reason': 'x', 'term': 1} | 'action' stands there more than once
					{'action': 'release', 'reason': 'x', 'term': 7, 'term': 1}         | 'term' stands there more than once
					{'action': 'release', 'reason': 'x', 'term': 7, 'te\\u0072m': 1}   | 'term' stands there more than once
					{'action': 'resign', 'reason': 'x', 'cooldown': '60s'}             | 'cooldown' is unknown, an order may have [action
					{'action': 'pause', 'reason': 'x', 'election': 'settlement/eu'}    | 'election' is unknown
					{'action': 'pause', 'reason': ['x']}                               | 'reason' must be a text or a number
					{'action': 'pause', 'reason': {'x': 1}}                            | 'reason' must be a text or a number
					[{'action': 'pause', 'reason': 'x'}]                               | An order is a JSON object
					{'action': 'pause', 'reason': 'x'                                  | The order is no JSON that can be read: see line 1, column
					null                                                               | An order is a JSON object
					{'action': 'pause', 'reason': 'x'} {}                              | Something follows
					""")
	void orderWhoseFormLeavesOpenWhatIsMeantIsRefused(String order, String detail) {
		Worker worker = this.workers.start("worker-1", MemoryWorkers.UNRESTRICTED).awaitLeader();
		Reply reply = worker.order(Worker.ELECTION, order);
		assertRefused(worker, reply, 400, "Invalid order");
		assertThat(reply.<String>at("$.detail")).startsWith(detail);
	}

	@ParameterizedTest
	@ValueSource(strings = { "?action=pause", "?election=settlement/eu", "?x" })
	void orderInTheAddressIsRefused(String query) {
		Worker worker = this.workers.start("worker-1", MemoryWorkers.UNRESTRICTED).awaitLeader();
		Reply reply = worker.order(Worker.ELECTION + query, PAUSE);
		assertRefused(worker, reply, 400, "Invalid order");
		assertThat(reply.<String>at("$.detail")).contains("what follows '?'");
	}

	@Test
	void orderThatIsTooLongIsRefused() {
		Worker worker = this.workers.start("worker-1", MemoryWorkers.UNRESTRICTED).awaitLeader();
		Reply reply = worker.order(Worker.ELECTION,
				"{'action': 'pause', 'reason': '%s'}".formatted("x".repeat(17_000)));
		assertRefused(worker, reply, 400, "Invalid order");
		assertThat(reply.<String>at("$.detail")).contains("at most 16384 bytes");
	}

	@ParameterizedTest
	@ValueSource(strings = { "application/json", "application/json;charset=UTF-8",
			"application/vnd.spring-boot.actuator.v3+json" })
	void orderReachesTheEndpointUnchanged(String type) {
		Worker worker = this.workers.start("worker-1", MemoryWorkers.UNRESTRICTED).awaitLeader();
		Reply reply = worker.post(Worker.NESTED, type, """
				{"action": "pause", "reason": "Störung ☂", "to": null}""");
		assertThat(reply.status()).as(reply.body()).isEqualTo(200);
		assertThat(worker.lastAudit().getData()).containsEntry("reason", "Störung ☂")
			.containsEntry("election", Worker.NESTED);
	}

	@ParameterizedTest
	@ValueSource(strings = { "application/json", "text/plain", "application/x-www-form-urlencoded" })
	void orderWithoutAccessIsAnsweredAndAudited(String type) {
		Worker worker = this.workers.start("worker-1", Map.of()).awaitLeader();
		Reply reply = worker.post(Worker.ELECTION, type, PAUSE.replace('\'', '"'));
		assertRefused(worker, reply, 403, "Forbidden");
		assertThat(reply.<String>at("$.detail")).contains("management.endpoint.leader.access")
			.contains("management.endpoints.access.max-permitted");
		assertThat(worker.lastAudit().getData()).containsEntry("action", "unread order").doesNotContainKey("reason");
	}

	@ParameterizedTest
	@CsvSource({ "read-only,'',100,403", "unrestricted,?x,100,400", "unrestricted,'',20000,400" })
	void orderThatItsHeadersSpeakAgainstIsNotWaitedFor(String access, String query, int length, int status)
			throws IOException {
		Worker worker = this.workers.start("worker-1", Map.of("management.endpoint.leader.access", access));
		URI address = worker.uri("/actuator/leader/" + Worker.ELECTION + query);
		try (Socket socket = new Socket(address.getHost(), address.getPort())) {
			// Shorter than a server waits for the rest of a request.
			socket.setSoTimeout(10_000);
			socket.getOutputStream()
				.write(("POST " + address.getPath() + query + " HTTP/1.1\r\nHost: localhost\r\n"
						+ "Content-Type: application/json\r\nContent-Length: " + length + "\r\n\r\n{")
					.getBytes(StandardCharsets.US_ASCII));
			assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
				.isEqualTo("HTTP/1.1 " + status);
		}
		assertThat(worker.lastAudit().getData()).containsEntry("action", "unread order")
			.containsEntry("election", Worker.ELECTION);
	}

	@Test
	void accessThatIsCappedIsNone() {
		Worker worker = this.workers.start("worker-1", with("management.endpoints.access.max-permitted", "read-only"))
			.awaitLeader();
		assertRefused(worker, worker.order(Worker.ELECTION, PAUSE), 403, "Forbidden");
	}

	@Test
	void otherPathOfTheEndpointIsFound() {
		Worker worker = this.workers
			.start("worker-1", Map.of("management.endpoints.web.base-path", "/ops",
					"management.endpoints.web.path-mapping.leader", "who", "spring.mvc.servlet.path", "/app"))
			.awaitLeader();
		Reply reply = worker.postTo("/app/ops/who/" + Worker.ELECTION, "application/json", PAUSE.replace('\'', '"'));
		assertThat(reply.status()).as(reply.body()).isEqualTo(403);
		assertThat(reply.<String>at("$.title")).isEqualTo("Forbidden");
		assertThat(worker.election().isLeader()).isTrue();
		assertThat(worker.postTo("/app/ops/who", "application/json", "{}").status()).isEqualTo(405);
		assertThat(worker.postTo("/app/else", "application/json", "{}").status()).isEqualTo(404);
		assertThat(worker.audit()).hasSize(1);
	}

	@Test
	void portOfItsOwnIsGuardedAsWell() {
		Worker closed = this.workers
			.start("worker-1", Map.of("management.server.port", "0", "management.server.address", "127.0.0.1"))
			.awaitLeader();
		Reply refused = closed.order(Worker.ELECTION, PAUSE);
		assertRefused(closed, refused, 403, "Forbidden");
		Map<String, String> properties = with("management.server.port", "0");
		properties.put("management.server.address", "127.0.0.1");
		Worker open = this.workers.start("worker-2", properties);
		Reply twice = open.order(Worker.ELECTION, "{'action': 'pause', 'reason': 'a', 'reason': 'b'}");
		assertRefused(open, twice, 400, "Invalid order");
		assertThat(closed.election().isLeader()).isTrue();
		assertThat(open.order(Worker.ELECTION, PAUSE).status()).isEqualTo(200);
	}

	private static void assertRefused(Worker worker, Reply reply, int status, String title) {
		assertThat(reply.status()).as(reply.body()).isEqualTo(status);
		assertThat(reply.<Integer>at("$.status")).as(reply.body()).isEqualTo(status);
		assertThat(reply.<String>at("$.title")).isEqualTo(title);
		assertThat(reply.<String>at("$.election")).isEqualTo(Worker.ELECTION);
		assertThat(worker.audit()).singleElement().satisfies((event) -> {
			assertThat(event.getType()).isEqualTo(OrderAudit.REFUSED);
			assertThat(event.getData()).containsEntry("election", Worker.ELECTION).containsEntry("status", status);
		});
		assertThat(worker.get("").election(Worker.ELECTION).<Object>at("$.paused")).isNull();
		assertThat(worker.get("").election(Worker.NESTED).<Object>at("$.paused")).isNull();
	}

	private static Map<String, String> with(String name, String value) {
		Map<String, String> properties = new HashMap<>(MemoryWorkers.UNRESTRICTED);
		properties.put(name, value);
		return properties;
	}

}
