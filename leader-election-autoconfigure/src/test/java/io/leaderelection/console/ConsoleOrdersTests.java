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

import java.net.http.HttpResponse;
import java.util.List;

import com.jayway.jsonpath.JsonPath;
import io.leaderelection.actuate.MemoryWorkers;
import io.leaderelection.actuate.OrderAudit;
import io.leaderelection.actuate.Worker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.actuate.audit.AuditEvent;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link OrderDesk} over HTTP.
 */
class ConsoleOrdersTests {

	private static final String PAUSE = "{'election': 'settlement', 'action': 'pause', 'reason': 'double booking'}";

	private final MemoryWorkers workers = new MemoryWorkers();

	@AfterEach
	void close() {
		this.workers.close();
	}

	@Test
	void orderOfThePageIsGivenAndAuditedWithThePrincipal() {
		Worker worker = this.workers.start("worker-1", Console.UNRESTRICTED).awaitLeader();
		Console console = new Console(worker);
		HttpResponse<String> answer = console.order(PAUSE, "Sec-Fetch-Site", "same-origin");
		assertThat(answer.statusCode()).isEqualTo(200);
		assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
		assertThat(JsonPath.<String>read(answer.body(), "$.detail")).isEqualTo("Paused and fenced");
		assertThat(worker.election().isLeader()).isFalse();
		assertThat(worker.lastAudit()).satisfies((event) -> {
			assertThat(event.getPrincipal()).isEqualTo("alice");
			assertThat(event.getType()).isEqualTo(OrderAudit.ORDERED);
			assertThat(event.getData()).containsEntry("reason", "double booking").containsEntry("status", 200);
		});
		assertThat(console.order("{'election': 'settlement', 'action': 'resume', 'reason': 'mended'}").statusCode())
			.isEqualTo(200);
		worker.awaitLeader();
	}

	@Test
	void termMayBeANumber() {
		Worker worker = this.workers.start("worker-1", Console.UNRESTRICTED).awaitLeader();
		assertThat(new Console(worker)
			.order("{'election': 'settlement', 'action': 'release', 'term': 1, 'reason': 'it hangs'}")
			.statusCode()).isEqualTo(200);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					{'election': 'other', 'action': 'pause', 'reason': 'x'}                            | 404 | 'other'
					{'action': 'pause', 'reason': 'x'}                                                 | 400 | 'election' is missing
					null                                                                               | 400 | An order is a JSON object with [election, action
					``                                                                                 | 400 | 'election' is missing
					{'election': 'settlement', 'action': 'stop', 'reason': 'x'}                        | 400 | 'action' must be one of
					{'election': 'settlement', 'action': 'pause'}                                      | 400 | 'reason' is missing
					{'election': 'settlement', 'action': 'pause', 'reason': ' '}                       | 400 | 'reason' is missing
					{'election': 'settlement', 'action': 'release', 'term': 7, 'reason': 'x'}          | 409 | term
					{'election': 'settlement', 'action': 'transfer', 'to': 'worker-9', 'reason': 'x'}  | 404 | worker-9
					{'election': 'settlement', 'action': 'transfer', 'reason': 'x'}                    | 400 | needs 'to'
					""")
	void wrongOrderIsAProblemThatChangesNothingAndIsAudited(String json, int status, String detail) {
		Worker worker = this.workers.start("worker-1", Console.UNRESTRICTED).awaitLeader();
		HttpResponse<String> answer = new Console(worker).order(json);
		assertProblem(answer, status, detail);
		assertThat(worker.lastAudit().getType()).isEqualTo(OrderAudit.REFUSED);
		assertThat(worker.lastAudit().getData()).containsEntry("status", status);
		assertThat(worker.election().isLeader()).isTrue();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			{'election': 'settlement', 'why': 'x'} | 400 | 'why' is unknown, an order may have [election, action
			{'election':                           | 400 | no JSON that can be read: see line 1, column
			[]                                     | 400 | An order is a JSON object
			{'reason': 'x', 'reason': 'y'}         | 400 | 'reason' stands there more than once
			{} {}                                  | 400 | Something follows
			{'action': 'pause', 'action': 'stop'}  | 400 | 'action' stands there more than once
			{'election': {'a': 1}}                 | 400 | 'election' must be a text or a number
			""")
	void whatIsNoOrderIsAProblem(String json, int status, String detail) {
		Worker worker = this.workers.start("worker-1", Console.UNRESTRICTED).awaitLeader();
		HttpResponse<String> answer = new Console(worker).order(json);
		assertProblem(answer, status, detail);
		assertThat(answer.body()).doesNotContain("Stream", "Source", "io.leaderelection");
		assertThat(worker.audit()).singleElement().extracting(AuditEvent::getType).isEqualTo(OrderAudit.REFUSED);
	}

	@Test
	void orderThatIsTooLongIsNotRead() {
		Worker worker = this.workers.start("worker-1", Console.UNRESTRICTED).awaitLeader();
		assertProblem(new Console(worker).order("{'reason': '" + "x".repeat(20_000) + "'}"), 413,
				"at most 16384 bytes");
		assertThat(worker.lastAudit().getData()).containsEntry("status", 413).containsEntry("action", "unread order");
	}

	@ParameterizedTest
	@CsvSource({ "Content-Type: text/plain,415", "Content-Type: application/json,403",
			"Content-Type: application/json;charset=utf-8,403" })
	void orderThatItsHeadersSpeakAgainstIsNotWaitedFor(String header, int status) {
		Worker worker = this.workers.start("worker-1", Console.UNRESTRICTED);
		assertThat(RawRequest.statusLine(worker,
				"POST /leader-console/orders HTTP/1.1\nHost: localhost\n" + header + "\nContent-Length: 100\n\n{"))
			.isEqualTo("HTTP/1.1 " + status);
		assertThat(worker.audit()).singleElement()
			.satisfies((event) -> assertThat(event.getData()).containsEntry("action", "unread order")
				.containsEntry("status", status));
	}

	@Test
	void orderThatIsAnnouncedAsTooLongIsNotWaitedFor() {
		Worker worker = this.workers.start("worker-1", Console.UNRESTRICTED);
		assertThat(RawRequest.statusLine(worker,
				"POST /leader-console/orders HTTP/1.1\nHost: localhost\nContent-Type: application/json\n"
						+ Console.token(new Console(worker).get("").body()) + "\nContent-Length: 20000\n\n{"))
			.isEqualTo("HTTP/1.1 413");
	}

	@Test
	void unknownElectionIsNotRepeatedAtLength() {
		Worker worker = this.workers.start("worker-1", Console.UNRESTRICTED);
		HttpResponse<String> answer = new Console(worker)
			.order("{'election': '" + "x".repeat(7_000) + "', 'action': '" + "y".repeat(7_000) + "'}");
		assertProblem(answer, 404, "x…'");
		assertThat(answer.body()).hasSizeLessThan(1_500);
	}

	@ParameterizedTest
	@CsvSource({ "Sec-Fetch-Site,cross-site", "Sec-Fetch-Site,same-site", "Sec-Fetch-Site,none",
			"Origin,https://evil.example", "Origin,http://127.0.0.1:1", "Origin,https://127.0.0.1:{port}",
			"Origin,null", "Origin,::" })
	void orderOfAnotherSiteIsRefusedAndAudited(String header, String value) {
		Worker worker = this.workers.start("worker-1", Console.UNRESTRICTED).awaitLeader();
		String given = value.replace("{port}", String.valueOf(worker.uri("").getPort()));
		assertProblem(new Console(worker).order(PAUSE, header, given), 403, "another site");
		assertRefused(worker);
	}

	@Test
	void ownOriginIsAccepted() {
		Worker worker = this.workers.start("worker-1", Console.UNRESTRICTED).awaitLeader();
		String origin = worker.uri("").toString();
		assertThat(new Console(worker).order(PAUSE, "Origin", origin).statusCode()).isEqualTo(200);
	}

	@Test
	void orderWithoutTheTokenOfThePageIsRefused() {
		Worker worker = this.workers.start("worker-1", Console.UNRESTRICTED).awaitLeader();
		Console console = new Console(worker);
		String json = PAUSE.replace('\'', '"');
		assertProblem(console.post(json, "Content-Type", "application/json"), 403, RequestOrigin.HEADER);
		assertRefused(worker);
		assertProblem(console.post(json, "Content-Type", "application/json", RequestOrigin.HEADER, "guessed"), 403,
				"load it again");
		assertRefused(worker);
	}

	@ParameterizedTest
	@CsvSource({ "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp" })
	void orderThatAFormCanSendIsRefused(String type) {
		Worker worker = this.workers.start("worker-1", Console.UNRESTRICTED).awaitLeader();
		assertProblem(new Console(worker).post(PAUSE.replace('\'', '"'), "Content-Type", type), 415,
				"application/json");
		assertThat(worker.election().isLeader()).isTrue();
	}

	@ParameterizedTest
	@CsvSource({ "leader-election.console.access,read-only", "management.endpoints.access.max-permitted,read-only" })
	void orderIsRefusedAndAuditedWhereAccessOnlyReads(String property, String value) {
		Worker worker = this.workers.start("worker-1", Console.with(Console.UNRESTRICTED, property, value))
			.awaitLeader();
		Console console = new Console(worker);
		assertProblem(console.order(PAUSE), 403, "leader-election.console.access=unrestricted");
		assertRefused(worker);
		try (Console.Stream events = console.events()) {
			assertThat(Console.election(events.next())).containsEntry("orders", List.of());
		}
	}

	@Test
	void nothingIsServedWhereNoAccessIsPermitted() {
		Worker worker = this.workers.start("worker-1",
				Console.with(Console.UNRESTRICTED, "management.endpoints.access.max-permitted", "none"));
		assertThat(new Console(worker).get("").statusCode()).isEqualTo(404);
	}

	private static void assertProblem(HttpResponse<String> answer, int status, String detail) {
		assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
		assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
		assertThat(JsonPath.<Integer>read(answer.body(), "$.status")).isEqualTo(status);
		assertThat(JsonPath.<String>read(answer.body(), "$.title")).isNotBlank();
		assertThat(JsonPath.<String>read(answer.body(), "$.detail")).contains(detail);
	}

	private static void assertRefused(Worker worker) {
		assertThat(worker.lastAudit().getType()).isEqualTo(OrderAudit.REFUSED);
		assertThat(worker.lastAudit().getData()).containsEntry("status", 403).containsEntry("action", "unread order");
		assertThat(worker.election().isLeader()).isTrue();
	}

}
