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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import io.leaderelection.HoldBack;
import io.leaderelection.RevocationReason;
import io.leaderelection.actuate.Worker.Reply;
import io.leaderelection.servers.EtcdServer;
import io.leaderelection.servers.PostgresDatabase;
import io.leaderelection.servers.PostgresServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for orders by HTTP, over each coordinator, with a real PostgreSQL that is fenced.
 */
class LeaderEndpointCoordinatorTests {

	@RegisterExtension
	static final PostgresDatabase database = PostgresServer.database();

	private final String namespace = "orders-" + UUID.randomUUID();

	private final JdbcTemplate observer = new JdbcTemplate(database.dataSource());

	private final List<Worker> workers = new ArrayList<>();

	private EtcdServer etcd;

	@AfterEach
	void close() {
		this.workers.forEach(Worker::close);
		if (this.etcd != null) {
			this.etcd.close();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "etcd", "jdbc" })
	void everyOrderIsTaken(String coordinator) {
		Worker first = start(coordinator, "worker-1").awaitLeader();
		Worker second = start(coordinator, "worker-2");
		awaitCandidates(first, 2);

		Reply transferred = done(first, "{'action': 'transfer', 'to': 'worker-2', 'reason': 'deploy'}");
		assertThat(transferred.<String>at("$.detail")).isEqualTo("Released, 'worker-2' is to follow");
		second.awaitLeader();
		assertThat(fence()).isEqualTo(term(second));

		awaitCandidates(second, 2);
		done(second, "{'action': 'resign', 'coolDown': '1h', 'reason': 'node drain'}");
		first.awaitLeader();
		assertThat(second.election().status().holdBack()).isEqualTo(HoldBack.COOLING_DOWN);

		long led = term(first);
		Reply released = done(second, "{'action': 'release', 'term': %d, 'reason': 'frozen'}".formatted(led));
		assertThat(released.<String>at("$.detail")).isEqualTo("Forced out and fenced");
		assertThat(released.<Integer>at("$.term")).isEqualTo((int) led + 1);
		Worker.await(() -> first.election().isLeader() && term(first) > led);

		Reply raised = done(second,
				"{'action': 'raise-term', 'term': %d, 'to': 500, 'reason': 'restored'}".formatted(term(first)));
		assertThat(raised.<String>at("$.fencing")).isEqualTo("fenced");
		Worker.await(() -> first.election().isLeader() && term(first) > 500);

		Reply paused = done(second, "{'action': 'pause', 'reason': 'double booking'}");
		assertThat(paused.<String>at("$.detail")).isEqualTo("Paused and fenced");
		assertThat(fence()).isEqualTo(paused.<Integer>at("$.term").longValue());
		Worker.await(() -> first.election().status().holdBack() == HoldBack.PAUSED);
		Reply again = done(first, "{'action': 'pause', 'reason': 'maintenance'}");
		assertThat(again.<String>at("$.detail")).startsWith("Already paused and fenced; paused since ")
			.endsWith("by 'alice', because 'double booking'");
		assertThat(again.<Integer>at("$.term")).isEqualTo(paused.<Integer>at("$.term"));
		done(first, "{'action': 'resume', 'reason': 'mended'}");
		first.awaitLeader();
		assertThat(first.order(Worker.ELECTION, "{'action': 'resume', 'reason': 'again'}").status()).isEqualTo(409);
		assertThat(first.order(Worker.ELECTION, "{'action': 'transfer', 'to': 'worker-9', 'reason': 'x'}").status())
			.isEqualTo(404);
		assertThat(first.get("/" + Worker.ELECTION).<List<String>>at("$.history[*].kind")).contains("RAISED", "PAUSED");
	}

	@ParameterizedTest
	@ValueSource(strings = { "etcd", "jdbc" })
	void lineageIsAdopted(String coordinator) {
		Worker former = start(coordinator, "worker-1").awaitLeader();
		former.close();
		for (String table : List.of("leader_fence", "leader_fence_intent")) {
			this.observer.update(
					"UPDATE " + table
							+ " SET lineage = 'former', fence_token = 70 WHERE namespace = ? AND election = ?",
					this.namespace, Worker.ELECTION);
		}
		Worker worker = start(coordinator, "worker-2");
		Worker.await(() -> worker.election().status().holdBack() == HoldBack.FOREIGN_LINEAGE);
		String lineage = worker.get("").at("$.coordinator.lineage");
		Reply adopted = done(worker,
				"{'action': 'adopt', 'lineage': '%s', 'reason': 'it was lost'}".formatted(lineage));
		assertThat(adopted.<String>at("$.fencing")).as(adopted.body()).isEqualTo("fenced");
		assertThat(adopted.<Integer>at("$.term")).isGreaterThan(70);
		worker.awaitLeader();
	}

	@Test
	void resignationThatTheTermDoesNotWaitForIsNotConfirmedAndItsCoolDownHolds() throws InterruptedException {
		Worker leader = start("etcd", "worker-1").awaitLeader();
		Worker next = start("etcd", "worker-2");
		awaitCandidates(leader, 2);
		CountDownLatch running = new CountDownLatch(1);
		CountDownLatch mended = new CountDownLatch(1);
		Thread work = new Thread(() -> leader.election().runIfLeader(() -> {
			running.countDown();
			uninterruptibly(mended);
		}));
		work.start();
		running.await();
		this.etcd.freeze();
		Reply reply = leader.order(Worker.ELECTION, "{'action': 'resign', 'coolDown': '10m', 'reason': 'stuck'}");
		this.etcd.thaw();
		mended.countDown();
		work.join();
		assertThat(reply.status()).as(reply.body()).isEqualTo(503);
		assertThat(reply.<String>at("$.title")).isEqualTo("Not confirmed");
		assertThat(reply.<String>at("$.detail")).contains("ended before it was given up: expired")
			.contains("cool-down holds");
		assertThat(leader.election().status().lastRevocation()).isNotNull()
			.satisfies((revocation) -> assertThat(revocation.reason()).isEqualTo(RevocationReason.EXPIRED));
		next.awaitLeader();
		assertThat(leader.election().status().holdBack()).isEqualTo(HoldBack.COOLING_DOWN);
	}

	// As work that hangs in a call that nothing interrupts.
	private static void uninterruptibly(CountDownLatch latch) {
		CompletableFuture<Void> done = CompletableFuture.runAsync(() -> {
			try {
				latch.await();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		});
		done.join();
	}

	private static Reply done(Worker worker, String order) {
		Reply reply = worker.order(Worker.ELECTION, order);
		assertThat(reply.status()).as(reply.body()).isEqualTo(200);
		assertThat(worker.lastAudit().getType()).isEqualTo(OrderAudit.ORDERED);
		return reply;
	}

	private static void awaitCandidates(Worker worker, int count) {
		Worker.await(() -> worker.election().status().observation() != null
				&& worker.election().status().observation().candidates().size() == count);
	}

	private static long term(Worker worker) {
		return worker.election().leadership().orElseThrow().token().term();
	}

	private long fence() {
		return this.observer.queryForObject("SELECT fence_token FROM leader_fence WHERE namespace = ? AND election = ?",
				Long.class, this.namespace, Worker.ELECTION);
	}

	private Worker start(String coordinator, String name) {
		Map<String, String> properties = new LinkedHashMap<>(MemoryWorkers.UNRESTRICTED);
		properties.putAll(Map.of("leader-election.coordinator", coordinator, "leader-election.instance-id", name,
				"leader-election.namespace", this.namespace, "leader-election.ttl", Duration.ofSeconds(3).toString(),
				"spring.datasource.url", database.url(), "spring.datasource.username", database.user(),
				"spring.datasource.password", database.password()));
		if (coordinator.equals("etcd")) {
			this.etcd = (this.etcd != null) ? this.etcd : EtcdServer.start();
			properties.put("leader-election.etcd.endpoints", this.etcd.endpoint());
		}
		properties.put("leader-election.jdbc.initialize-schema", "always");
		Worker worker = Worker.start(properties, (context) -> {
		});
		this.workers.add(worker);
		return worker;
	}

}
