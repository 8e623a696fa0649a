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

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import io.leaderelection.FencingToken;
import io.leaderelection.actuate.Worker.Reply;
import io.leaderelection.servers.PostgresDatabase;
import io.leaderelection.servers.PostgresServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaderEndpoint} in an application that has a real PostgreSQL, which
 * elects and is fenced.
 */
class LeaderEndpointDatabaseTests {

	private static final String SECRET = "s3cret-in-the-url";

	@RegisterExtension
	static final PostgresDatabase database = PostgresServer.database();

	private final String namespace = "endpoint-" + UUID.randomUUID();

	private final JdbcTemplate observer = new JdbcTemplate(database.dataSource());

	private final List<Worker> workers = new ArrayList<>();

	@AfterEach
	void close() {
		this.workers.forEach(Worker::close);
	}

	@Test
	void transferMovesTheLeadershipAndTheFence() {
		Worker first = start("worker-1").awaitLeader();
		Worker second = start("worker-2");
		Worker.await(() -> first.election().status().observation().candidates().containsKey(second.instance()));
		Reply reply = first.order(Worker.ELECTION, "{'action': 'transfer', 'to': 'worker-2', 'reason': 'deploy'}");
		assertThat(reply.status()).as(reply.body()).isEqualTo(200);
		second.awaitLeader();
		assertThat(fence()).isEqualTo(token(second).term());
		Reply shown = second.get("/" + Worker.ELECTION);
		assertThat(shown.<String>at("$.history[1].endReason")).isEqualTo("TRANSFERRED");
		assertThat(shown.<String>at("$.history[1].by")).isEqualTo("alice");
		assertThat(shown.<String>at("$.history[1].reason")).isEqualTo("deploy");
	}

	@Test
	void pauseRaisesTheFenceThoughNobodyLeads() {
		Worker worker = start("worker-1").awaitLeader();
		long led = token(worker).term();
		Reply reply = worker.order(Worker.ELECTION, "{'action': 'pause', 'reason': 'double booking'}");
		assertThat(reply.status()).isEqualTo(200);
		assertThat(reply.<String>at("$.fencing")).isEqualTo("fenced");
		assertThat(reply.<Integer>at("$.term")).isEqualTo((int) led + 1);
		assertThat(fence()).isEqualTo(led + 1);
		Worker.await(() -> !worker.election().isLeader());
	}

	@Test
	void releaseComparesTheTermAndRaisesTheFence() {
		Worker worker = start("worker-1").awaitLeader();
		long led = token(worker).term();
		Reply stale = release(worker, led + 5);
		assertThat(stale.status()).isEqualTo(409);
		assertThat(worker.election().isLeader()).isTrue();
		assertThat(fence()).isEqualTo(led);
		Reply reply = release(worker, led);
		assertThat(reply.status()).isEqualTo(200);
		assertThat(reply.<String>at("$.fencing")).isEqualTo("fenced");
		Worker.await(() -> worker.election().isLeader() && token(worker).term() > led);
		assertThat(fence()).isEqualTo(token(worker).term());
	}

	@Test
	void answerNamesADatabaseThatCouldNotBeFenced() {
		Worker worker = start("worker-1").awaitLeader();
		this.observer.execute("ALTER TABLE leader_fence RENAME COLUMN lineage TO lineage_away");
		try {
			Reply reply = worker.order(Worker.ELECTION, "{'action': 'pause', 'reason': 'double booking'}");
			assertThat(reply.status()).isEqualTo(200);
			assertThat(reply.<String>at("$.fencing")).isEqualTo("not fenced");
			assertThat(reply.<List<String>>at("$.notFenced")).containsExactly("dataSource");
			assertThat(reply.<String>at("$.detail")).startsWith("Paused; not fenced yet, sealing is repeated");
			assertThat(worker.lastAudit().getData()).containsEntry("fencing", "not fenced");
		}
		finally {
			this.observer.execute("ALTER TABLE leader_fence RENAME COLUMN lineage_away TO lineage");
		}
		long burned = worker.election().status().observation().term();
		Worker.await(() -> fence() == burned);
	}

	@Test
	void adoptedFenceIsLedAgain() {
		Worker former = start("worker-1").awaitLeader();
		former.close();
		this.observer.update("UPDATE leader_fence SET lineage = 'former', fence_token = 70 WHERE namespace = ?",
				this.namespace);
		this.observer.update("UPDATE leader_fence_intent SET lineage = 'former', fence_token = 70 WHERE namespace = ?",
				this.namespace);
		Worker worker = start("worker-2");
		Worker.await(() -> "FOREIGN_LINEAGE".equals(shown(worker).at("$.holdBack.reason")));
		String lineage = worker.get("").at("$.coordinator.lineage");
		Reply other = worker.order(Worker.ELECTION, "{'action': 'adopt', 'lineage': 'former', 'reason': 'test'}");
		assertThat(other.status()).isEqualTo(409);
		assertThat(other.<String>at("$.detail")).contains(lineage);
		Reply reply = worker.order(Worker.ELECTION,
				"{'action': 'adopt', 'lineage': '" + lineage + "', 'reason': 'etcd was lost'}");
		assertThat(reply.status()).as(reply.body()).isEqualTo(200);
		assertThat(reply.<String>at("$.fencing")).as(reply.body()).isEqualTo("fenced");
		assertThat(reply.<Integer>at("$.term")).isGreaterThan(70);
		worker.awaitLeader();
		assertThat(worker.get("/" + Worker.ELECTION).body()).contains("adopts the fences: etcd was lost");
	}

	@Test
	void noCredentialShows() {
		Worker worker = start("worker-1").awaitLeader();
		for (String path : List.of("", "/" + Worker.ELECTION)) {
			assertThat(worker.get(path).body()).contains("PostgreSQL")
				.doesNotContain(SECRET)
				.doesNotContain("options=")
				.doesNotContainIgnoringCase("password");
		}
	}

	private Reply release(Worker worker, long term) {
		return worker.order(Worker.ELECTION, "{'action': 'release', 'term': " + term + ", 'reason': 'test'}");
	}

	private static Reply shown(Worker worker) {
		return worker.get("").election(Worker.ELECTION);
	}

	private static FencingToken token(Worker worker) {
		return worker.election().leadership().orElseThrow().token();
	}

	private long fence() {
		return this.observer.queryForObject("SELECT fence_token FROM leader_fence WHERE namespace = ? AND election = ?",
				Long.class, this.namespace, Worker.ELECTION);
	}

	private Worker start(String name) {
		String url = database.url() + (database.url().contains("?") ? "&" : "?") + "options=-c%20"
				+ "search_path=public" + "&sslpassword=" + SECRET;
		Map<String, String> properties = new LinkedHashMap<>(MemoryWorkers.UNRESTRICTED);
		properties.putAll(Map.of("leader-election.coordinator", "jdbc", "leader-election.instance-id", name,
				"leader-election.jdbc.initialize-schema", "always", "leader-election.namespace", this.namespace,
				"leader-election.ttl", Duration.ofSeconds(3).toString(), "spring.datasource.url", url,
				"spring.datasource.username", database.user(), "spring.datasource.password", database.password()));
		Worker worker = Worker.start(properties, (context) -> {
		});
		this.workers.add(worker);
		return worker;
	}

}
