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

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.boot.actuate.audit.InMemoryAuditEventRepository;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link OrderAudit} with Spring Boot's repository of audit events.
 */
class OrderAuditTests {

	private final MemoryWorkers workers = new MemoryWorkers();

	@AfterEach
	void close() {
		this.workers.close();
	}

	@Test
	void ordersThatWereGivenAreFoundByWhoGaveThem() {
		Worker worker = start(MemoryWorkers.UNRESTRICTED);
		worker.order(Worker.ELECTION, "{'action': 'pause', 'reason': 'double booking'}");
		worker.order(Worker.ELECTION, "{'action': 'resume', 'reason': 'mended'}");
		List<AuditEvent> found = find(worker, "alice", OrderAudit.ORDERED);
		assertThat(found).extracting((event) -> event.getData().get("action")).containsExactly("pause", "resume");
		assertThat(found.get(0).getData()).containsEntry("election", Worker.ELECTION)
			.containsEntry("reason", "double booking")
			.containsEntry("status", 200)
			.containsEntry("detail", "Paused and fenced")
			.containsEntry("fencing", "fenced")
			.containsEntry("term", 2L);
		assertThat(find(worker, "bob", OrderAudit.ORDERED)).isEmpty();
		assertThat(find(worker, "alice", OrderAudit.REFUSED)).isEmpty();
	}

	@Test
	void attemptsAreFoundByWhoMadeThem() {
		Worker worker = start(MemoryWorkers.UNRESTRICTED);
		worker.order(Worker.ELECTION, "{'action': 'release', 'term': 7, 'reason': 'stale'}");
		worker.order(Worker.ELECTION, "{'action': 'stop', 'reason': 'unknown'}");
		worker.order(Worker.ELECTION, "{'action': 'transfer', 'to': 'worker-9', 'reason': 'lost'}");
		worker.order(Worker.ELECTION, "{'action': 'pause', 'reason': 'a', 'reason': 'b'}");
		worker.order("settlement/us", "{'action': 'pause', 'reason': 'elsewhere'}");
		assertThat(find(worker, "alice", OrderAudit.REFUSED)).extracting((event) -> event.getData().get("status"))
			.containsExactly(409, 400, 404, 400, 404);
		assertThat(find(worker, "alice", OrderAudit.REFUSED)).extracting((event) -> event.getData().get("reason"))
			.containsExactly("stale", "unknown", "lost", "a", "elsewhere");
		assertThat(find(worker, "alice", OrderAudit.ORDERED)).isEmpty();
	}

	@Test
	void attemptsWithoutAccessAreFound() {
		Worker worker = start(Map.of());
		worker.order(Worker.ELECTION, "{'action': 'pause', 'reason': 'double booking'}");
		assertThat(find(worker, "alice", OrderAudit.REFUSED)).singleElement()
			.satisfies((event) -> assertThat(event.getData()).containsEntry("election", Worker.ELECTION)
				.containsEntry("action", "unread order")
				.containsEntry("status", 403));
	}

	private Worker start(Map<String, String> properties) {
		return this.workers
			.start("worker-1", properties,
					(context) -> context.registerBean(AuditEventRepository.class,
							() -> new InMemoryAuditEventRepository()))
			.awaitLeader();
	}

	private static List<AuditEvent> find(Worker worker, String principal, String type) {
		return worker.context().getBean(AuditEventRepository.class).find(principal, null, type);
	}

}
