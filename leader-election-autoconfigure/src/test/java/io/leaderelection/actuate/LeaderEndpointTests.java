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
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.leaderelection.HoldBack;
import io.leaderelection.actuate.Worker.Reply;
import io.leaderelection.coordinator.memory.MemoryCoordinator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaderEndpoint} over HTTP.
 */
class LeaderEndpointTests {

	private final MemoryWorkers workers = new MemoryWorkers();

	@AfterEach
	void close() {
		this.workers.close();
	}

	@Test
	void everyElectionIsShownWithLeaderAndCandidates() {
		Worker leader = this.workers.start("worker-1", Map.of()).awaitLeader();
		Worker follower = this.workers.start("worker-2", Map.of());
		Worker.await(
				() -> follower.get("").election(Worker.ELECTION).<Map<String, Object>>at("$.candidates").size() == 2);
		Reply own = leader.get("");
		assertThat(own.status()).isEqualTo(200);
		assertThat(own.<String>at("$.instance")).isEqualTo(leader.instance());
		assertThat(own.<List<String>>at("$.elections[*].name")).containsExactly(Worker.ELECTION, Worker.NESTED);
		Reply led = own.election(Worker.ELECTION);
		assertThat(led.<String>at("$.state")).isEqualTo("LEADER");
		assertThat(led.<Integer>at("$.term")).isOne();
		assertThat(led.<Boolean>at("$.leader.self")).isTrue();
		assertThat(led.<String>at("$.leader.since")).isNotBlank();
		Duration remaining = Duration.parse(led.<String>at("$.remaining"));
		assertThat(remaining).isPositive().isEqualTo(remaining.truncatedTo(ChronoUnit.MILLIS));
		Reply followed = follower.get("").election(Worker.ELECTION);
		assertThat(followed.<String>at("$.state")).isEqualTo("FOLLOWER");
		assertThat(followed.<String>at("$.leader.instance")).isEqualTo(leader.instance());
		assertThat(followed.<Boolean>at("$.leader.self")).isFalse();
		assertThat(followed.<Object>at("$.remaining")).isNull();
		assertThat(followed.<Map<String, Map<String, String>>>at("$.candidates"))
			.containsExactlyInAnyOrderEntriesOf(Map.of(leader.instance(), Map.of("zone", "zone-of-worker-1"),
					follower.instance(), Map.of("zone", "zone-of-worker-2")));
	}

	@Test
	void coordinatorIsShown() {
		Reply reply = this.workers.start("worker-1", Map.of()).awaitLeader().get("");
		assertThat(reply.<String>at("$.coordinator.type")).isEqualTo("memory");
		assertThat(reply.<Boolean>at("$.coordinator.available")).isTrue();
		assertThat(reply.<Integer>at("$.coordinator.quorum")).isOne();
		assertThat(reply.<Integer>at("$.coordinator.answering")).isOne();
		assertThat(reply.<Boolean>at("$.coordinator.members[0].reachable")).isTrue();
		assertThat(reply.<String>at("$.coordinator.lineage")).isNotBlank();
		assertThat(reply.<String>at("$.coordinator.lastContact")).isNotBlank();
	}

	@Test
	void electionWhoseNameHasSlashesIsShownWithItsHistory() {
		Worker worker = this.workers.start("worker-1", MemoryWorkers.UNRESTRICTED).awaitLeader();
		Worker.await(() -> worker.order(Worker.NESTED, "{'action': 'release', 'term': 1, 'reason': 'test'}")
			.status() == 200);
		Worker.await(() -> "LEADER".equals(worker.get("/" + Worker.NESTED).at("$.election.state")));
		Reply reply = worker.get("/" + Worker.NESTED);
		assertThat(reply.<String>at("$.election.name")).isEqualTo(Worker.NESTED);
		assertThat(reply.<List<String>>at("$.history[*].kind")).containsExactly("GRANTED", "RELEASED", "GRANTED");
		assertThat(reply.<List<Integer>>at("$.history[*].term")).containsExactly(3, 2, 1);
		assertThat(reply.<String>at("$.history[1].by")).isEqualTo("alice");
		assertThat(reply.<String>at("$.history[1].ended")).isEqualTo(reply.<String>at("$.history[1].began"));
		assertThat(reply.<String>at("$.history[2].endReason")).isEqualTo("RELEASED");
		assertThat(reply.<String>at("$.history[2].by")).isEqualTo("alice");
		assertThat(reply.<String>at("$.history[2].reason")).isEqualTo("test");
		assertThat(reply.<String>at("$.election.lastRevocation.reason")).isEqualTo("RELEASED");
		assertThat(reply.<Object>at("$.historyError")).isNull();
	}

	@Test
	void followerTellsWhyTheLastTermEnded() {
		Worker first = this.workers.start("worker-1", MemoryWorkers.UNRESTRICTED).awaitLeader();
		Worker second = this.workers.start("worker-2", Map.of());
		awaitCandidates(first, 2);
		assertThat(first.order(Worker.ELECTION, "{'action': 'resign', 'reason': 'deploy'}").status()).isEqualTo(200);
		second.awaitLeader();
		Reply reply = second.get("").election(Worker.ELECTION);
		assertThat(reply.<String>at("$.lastRevocation.instance")).isEqualTo(first.instance());
		assertThat(reply.<String>at("$.lastRevocation.reason")).isEqualTo("RESIGNED");
		assertThat(reply.<String>at("$.lastRevocation.detail")).isEqualTo("deploy");
		assertThat(reply.<String>at("$.lastRevocation.by")).isEqualTo("alice");
	}

	@Test
	void unknownElectionIsNotFoundAndNotJoined() {
		Worker worker = this.workers.start("worker-1", MemoryWorkers.UNRESTRICTED).awaitLeader();
		Reply reply = worker.get("/settlement/us");
		assertThat(reply.status()).isEqualTo(404);
		assertThat(reply.<Integer>at("$.status")).isEqualTo(404);
		assertThat(reply.<String>at("$.detail")).contains("'settlement/us'").contains("[settlement, settlement/eu]");
		Reply order = worker.order("settlement/us", "{'action': 'pause', 'reason': 'test'}");
		assertThat(order.status()).isEqualTo(404);
		assertThat(worker.lastAudit().getType()).isEqualTo(OrderAudit.REFUSED);
		assertThat(worker.get("").<List<String>>at("$.elections[*].name")).hasSize(2);
	}

	@Test
	void pauseShowsByWhomAndWhyUntilItIsResumed() {
		Worker worker = this.workers.start("worker-1", MemoryWorkers.UNRESTRICTED).awaitLeader();
		Reply paused = worker.order(Worker.ELECTION, "{'action': 'pause', 'reason': 'double booking'}");
		assertThat(paused.status()).isEqualTo(200);
		assertThat(paused.<String>at("$.detail")).isEqualTo("Paused and fenced");
		assertThat(paused.<String>at("$.fencing")).isEqualTo("fenced");
		assertThat(paused.<Integer>at("$.term")).isEqualTo(2);
		assertThat(paused.<String>at("$.actor")).isEqualTo("alice");
		assertThat(paused.<String>at("$.leader.instance")).isEqualTo(worker.instance());
		Worker.await(() -> worker.election().status().holdBack() == HoldBack.PAUSED);
		Reply shown = worker.get("").election(Worker.ELECTION);
		assertThat(shown.<String>at("$.paused.by")).isEqualTo("alice");
		assertThat(shown.<String>at("$.paused.reason")).isEqualTo("double booking");
		assertThat(shown.<String>at("$.holdBack.reason")).isEqualTo("PAUSED");
		assertThat(shown.<Object>at("$.leader")).isNull();
		assertThat(shown.<String>at("$.lastRevocation.detail")).isEqualTo("double booking");
		assertThat(shown.<String>at("$.lastRevocation.by")).isEqualTo("alice");
		assertThat(worker.lastAudit()).satisfies((event) -> {
			assertThat(event.getPrincipal()).isEqualTo("alice");
			assertThat(event.getType()).isEqualTo(OrderAudit.ORDERED);
			assertThat(event.getData()).containsEntry("election", Worker.ELECTION)
				.containsEntry("action", "pause")
				.containsEntry("reason", "double booking")
				.containsEntry("fencing", "fenced")
				.containsEntry("status", 200);
		});
		assertThat(worker.order(Worker.ELECTION, "{'action': 'resume', 'reason': 'mended'}").status()).isEqualTo(200);
		worker.awaitLeader();
		assertThat(worker.order(Worker.ELECTION, "{'action': 'resume', 'reason': 'again'}").status()).isEqualTo(409);
		assertThat(worker.get("/" + Worker.ELECTION).<String>at("$.history[1].endReason"))
			.isEqualTo("RESUMED by alice: mended");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					{'reason': 'x'}                                                  | 'action' is missing
					{'action': 'stop', 'reason': 'x'}                                | 'action' must be one of [resign, transfer
					{'action': 'pause'}                                              | 'reason' is missing
					{'action': 'pause', 'reason': ' '}                               | 'reason' is missing
					{'action': 'pause', 'reason': 'a\\u000ab'}                       | 'reason' must have no control characters
					{'action': 'pause', 'reason': 'a\\u009bb'}                       | 'reason' must have no control characters
					{'action': 'pause', 'reason': 'a\\u202eb'}                       | 'reason' must have no control characters
					{'action': 'pause', 'reason': 'a\\ud800b'}                       | 'reason' must have no control characters
					{'action': 'pause', 'reason': 'a\\u2028b'}                       | 'reason' must have no control characters
					{'action': 'pause', 'reason': 'x', 'term': 1}                    | 'pause' takes no 'term'
					{'action': 'transfer', 'reason': 'x'}                            | 'transfer' needs 'to'
					{'action': 'release', 'reason': 'x'}                             | 'release' needs 'term'
					{'action': 'release', 'reason': 'x', 'term': 'one'}              | 'term' must be a term, so up to 18 digits from 0 to 9, but is 'one'
					{'action': 'release', 'reason': 'x', 'term': -1}                 | 'term' must be a term, so up to 18 digits from 0 to 9, but is '-1'
					{'action': 'release', 'reason': 'x', 'term': '+1'}               | 'term' must be a term
					{'action': 'release', 'reason': 'x', 'term': '١'}                | 'term' must be a term
					{'action': 'release', 'reason': 'x', 'term': '１'}                | 'term' must be a term
					{'action': 'release', 'reason': 'x', 'term': 1.0}                | 'term' must be a term
					{'action': 'release', 'reason': 'x', 'term': 9999999999999999999} | 'term' must be a term
					{'action': 'raise-term', 'reason': 'x', 'term': 1, 'to': '٣'}    | 'to' must be a term
					{'action': 'pause', 'reason': '\u00a0'}                         | 'reason' is missing
					{'action': 'resign', 'reason': 'x', 'coolDown': '٣s'}            | 'coolDown' must be a duration
					{'action': 'resign', 'reason': 'x', 'coolDown': 'PT٣S'}          | 'coolDown' must be a duration
					{'action': 'resign', 'reason': 'x', 'coolDown': 60}              | 'coolDown' must have a unit, such as 60s
					{'action': 'raise-term', 'reason': 'x', 'term': 1}               | 'raise-term' needs 'to'
					{'action': 'raise-term', 'reason': 'x', 'term': 1, 'to': 1}      | 'to' must be above 'term'
					{'action': 'raise-term', 'reason': 'x', 'term': 1, 'to': 4294967298} | 'to' must be above 'term' by at most 2^32
					{'action': 'adopt', 'reason': 'x'}                               | 'adopt' needs 'lineage'
					{'action': 'resign', 'reason': 'x', 'coolDown': 'long'}          | 'coolDown' must be a duration
					{'action': 'resign', 'reason': 'x', 'coolDown': '-1s'}           | 'coolDown' must be from 0s to 1d
					""",
			quoteCharacter = '`')
	void wrongOrderIsRefusedAuditedAndChangesNothing(String order, String detail) {
		Worker worker = this.workers.start("worker-1", MemoryWorkers.UNRESTRICTED).awaitLeader();
		Reply reply = worker.order(Worker.ELECTION, order);
		assertThat(reply.status()).as(reply.body()).isEqualTo(400);
		assertThat(reply.<String>at("$.title")).isEqualTo("Invalid order");
		assertThat(reply.<String>at("$.detail")).startsWith(detail);
		assertThat(worker.audit()).singleElement().satisfies((event) -> {
			assertThat(event.getType()).isEqualTo(OrderAudit.REFUSED);
			assertThat(event.getPrincipal()).isEqualTo("alice");
		});
		assertThat(worker.election().isLeader()).isTrue();
		assertThat(worker.get("").election(Worker.ELECTION).<Integer>at("$.term")).isOne();
	}

	@Test
	void staleTermIsAConflict() {
		Worker worker = this.workers.start("worker-1", MemoryWorkers.UNRESTRICTED).awaitLeader();
		Reply stale = worker.order(Worker.ELECTION, "{'action': 'release', 'term': 7, 'reason': 'test'}");
		assertThat(stale.status()).isEqualTo(409);
		assertThat(stale.<String>at("$.detail")).isEqualTo("The term is 1, not 7");
		assertThat(stale.<Object>at("$.fencing")).isNull();
		assertThat(worker.election().isLeader()).isTrue();
		Reply raise = worker.order(Worker.ELECTION, "{'action': 'raise-term', 'term': 7, 'to': 9, 'reason': 'test'}");
		assertThat(raise.status()).isEqualTo(409);
	}

	@Test
	void raisedTermIsBurned() {
		Worker worker = this.workers.start("worker-1", MemoryWorkers.UNRESTRICTED).awaitLeader();
		Reply reply = worker.order(Worker.ELECTION,
				"{'action': 'raise-term', 'term': 1, 'to': 1000, 'reason': 'restored'}");
		assertThat(reply.status()).isEqualTo(200);
		assertThat(reply.<Integer>at("$.term")).isEqualTo(1000);
		assertThat(reply.<String>at("$.fencing")).isEqualTo("fenced");
		Worker.await(() -> worker.get("").election(Worker.ELECTION).<Integer>at("$.leader.term") == 1001);
	}

	@Test
	void adoptionWithoutADatabaseIsAConflict() {
		Worker worker = this.workers.start("worker-1", MemoryWorkers.UNRESTRICTED).awaitLeader();
		String lineage = worker.get("").at("$.coordinator.lineage");
		Reply reply = worker.order(Worker.ELECTION,
				"{'action': 'adopt', 'lineage': '" + lineage + "', 'reason': 'restored'}");
		assertThat(reply.status()).isEqualTo(409);
		assertThat(reply.<String>at("$.detail")).contains("protects no database");
	}

	@Test
	void ordersForTheLeaderAreRefusedElsewhereAndNameIt() {
		Worker leader = this.workers.start("worker-1", Map.of()).awaitLeader();
		Worker follower = this.workers.start("worker-2", MemoryWorkers.UNRESTRICTED);
		awaitCandidates(follower, 2);
		for (String order : List.of("{'action': 'resign', 'reason': 'test'}",
				"{'action': 'transfer', 'to': 'worker-2', 'reason': 'test'}")) {
			Reply reply = follower.order(Worker.ELECTION, order);
			assertThat(reply.status()).isEqualTo(409);
			assertThat(reply.<String>at("$.detail")).contains("does not lead")
				.contains("'" + leader.instance() + "' leads in term 1");
			assertThat(reply.<String>at("$.leader.instance")).isEqualTo(leader.instance());
			assertThat(follower.lastAudit().getType()).isEqualTo(OrderAudit.REFUSED);
		}
		assertThat(leader.election().isLeader()).isTrue();
	}

	@Test
	void leadershipIsTransferredToTheNamedInstance() {
		Worker leader = this.workers.start("worker-1", MemoryWorkers.UNRESTRICTED).awaitLeader();
		Worker second = this.workers.start("worker-2", Map.of());
		Worker third = this.workers.start("worker-3", Map.of());
		awaitCandidates(leader, 3);
		Reply unknown = leader.order(Worker.ELECTION, "{'action': 'transfer', 'to': 'worker-9', 'reason': 'test'}");
		assertThat(unknown.status()).isEqualTo(404);
		assertThat(unknown.<String>at("$.title")).isEqualTo("Unknown target");
		assertThat(leader.lastAudit().getType()).isEqualTo(OrderAudit.REFUSED);
		assertThat(unknown.<String>at("$.detail")).contains("'worker-9' is no candidate").contains(third.instance());
		assertThat(leader.election().isLeader()).isTrue();
		Reply reply = leader.order(Worker.ELECTION, "{'action': 'transfer', 'to': 'worker-3', 'reason': 'test'}");
		assertThat(reply.status()).as(reply.body()).isEqualTo(200);
		assertThat(reply.<String>at("$.detail")).isEqualTo("Released, 'worker-3' is to follow");
		third.awaitLeader();
		assertThat(second.election().isLeader()).isFalse();
		Worker.await(() -> third.get("/" + Worker.ELECTION).<String>at("$.history[1].endReason").equals("TRANSFERRED"));
	}

	@Test
	void transferToTheLeaderItselfIsAConflict() {
		Worker leader = this.workers.start("worker-1", MemoryWorkers.UNRESTRICTED).awaitLeader();
		awaitCandidates(leader, 1);
		Reply reply = leader.order(Worker.ELECTION, "{'action': 'transfer', 'to': 'worker-1', 'reason': 'test'}");
		assertThat(reply.status()).isEqualTo(409);
		assertThat(reply.<String>at("$.detail")).contains("leads already");
	}

	@Test
	void secondPauseNamesTheFirst() {
		Worker worker = this.workers.start("worker-1", MemoryWorkers.UNRESTRICTED).awaitLeader();
		worker.order(Worker.ELECTION, "{'action': 'pause', 'reason': 'double booking'}");
		Worker.await(() -> worker.election().status().holdBack() == HoldBack.PAUSED);
		String since = worker.get("").election(Worker.ELECTION).at("$.paused.since");
		Reply again = worker.order(Worker.ELECTION, "{'action': 'pause', 'reason': 'maintenance'}");
		assertThat(again.status()).isEqualTo(200);
		assertThat(again.<String>at("$.detail"))
			.isEqualTo("Already paused and fenced; paused since %s by 'alice', because 'double booking'", since);
		assertThat(worker.get("").election(Worker.ELECTION).<String>at("$.paused.reason")).isEqualTo("double booking");
		Reply released = worker.order(Worker.ELECTION, "{'action': 'release', 'term': 2, 'reason': 'test'}");
		assertThat(released.<String>at("$.detail")).isEqualTo(
				"Nobody led, a term was burned and fenced; paused since %s by 'alice', because 'double booking'",
				since);
	}

	@Test
	void onlyWhatIsPausedIsResumed() {
		Worker worker = this.workers.start("worker-1", MemoryWorkers.UNRESTRICTED).awaitLeader();
		Reply reply = worker.order(Worker.ELECTION, "{'action': 'resume', 'reason': 'test'}");
		assertThat(reply.status()).isEqualTo(409);
		assertThat(reply.<String>at("$.detail")).isEqualTo("The election is not paused");
		assertThat(worker.election().isLeader()).isTrue();
	}

	@Test
	void resignedInstanceLetsOthersTry() {
		Worker leader = this.workers.start("worker-1", MemoryWorkers.UNRESTRICTED).awaitLeader();
		Worker second = this.workers.start("worker-2", MemoryWorkers.UNRESTRICTED);
		awaitCandidates(leader, 2);
		Reply reply = leader.order(Worker.ELECTION, "{'action': 'resign', 'coolDown': '1h', 'reason': 'test'}");
		assertThat(reply.status()).isEqualTo(200);
		assertThat(reply.<Integer>at("$.term")).isOne();
		second.awaitLeader();
		assertThat(leader.get("").election(Worker.ELECTION).<String>at("$.holdBack.reason")).isEqualTo("COOLING_DOWN");
	}

	/** Lesson 21. */
	@Test
	void silentCoordinatorDelaysNoAnswer() {
		Worker worker = this.workers.start("worker-1", MemoryWorkers.UNRESTRICTED).awaitLeader();
		worker.get("");
		worker.context().getBean(MemoryCoordinator.class).link().partition();
		for (String path : List.of("", "/" + Worker.ELECTION)) {
			long begun = System.nanoTime();
			Reply reply = worker.get(path);
			assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(1));
			assertThat(reply.status()).isEqualTo(200);
			assertThat(reply.<Boolean>at("$.coordinator.available")).isFalse();
			assertThat(reply.<String>at("$.coordinator.error")).isNotBlank();
		}
		Reply known = worker.get("").election(Worker.ELECTION);
		assertThat(known.<String>at("$.leader.instance")).isEqualTo(worker.instance());
		assertThat(worker.get("/" + Worker.ELECTION).<String>at("$.historyError")).isNotBlank();
		Reply order = worker.order(Worker.ELECTION, "{'action': 'pause', 'reason': 'test'}");
		assertThat(order.status()).isEqualTo(503);
		assertThat(worker.lastAudit().getType()).isEqualTo(OrderAudit.ORDERED);
	}

	@Test
	void credentialsOfEtcdDoNotShow() {
		Worker worker = this.workers.start("worker-1",
				Map.of("leader-election.coordinator", "etcd", "leader-election.etcd.endpoints", "http://127.0.0.1:1",
						"leader-election.etcd.user", "settlement", "leader-election.etcd.password", "s3cret"));
		for (String path : List.of("", "/" + Worker.ELECTION, "")) {
			long begun = System.nanoTime();
			Reply reply = worker.get(path);
			assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofMillis(1500));
			assertThat(reply.status()).isEqualTo(200);
			assertThat(reply.<Boolean>at("$.coordinator.available")).isFalse();
			assertThat(reply.<String>at("$.coordinator.members[0].endpoint")).isEqualTo("http://127.0.0.1:1");
			assertThat(reply.<String>at("$.coordinator.members[0].error")).isNotBlank();
			assertThat(reply.body()).doesNotContain("s3cret");
		}
	}

	@Test
	void formOfAForeignPageGivesNoOrder() {
		Worker worker = this.workers.start("worker-1", MemoryWorkers.UNRESTRICTED).awaitLeader();
		for (String type : List.of("application/x-www-form-urlencoded", "text/plain")) {
			assertThat(worker.post(Worker.ELECTION + "?action=pause&reason=x", type, "action=pause&reason=x").status())
				.isEqualTo(415);
		}
		assertThat(worker.audit()).isEmpty();
		assertThat(worker.election().isLeader()).isTrue();
	}

	@Test
	void applicationThatTakesPartInNothingSaysSo() {
		Worker worker = this.workers.start("worker-1",
				Map.of("leader-election.enabled", "false", "management.endpoint.leader.access", "unrestricted"));
		Reply reply = worker.get("");
		assertThat(reply.status()).isEqualTo(200);
		assertThat(reply.<Object>at("$.coordinator")).isNull();
		assertThat(reply.election(Worker.ELECTION).<String>at("$.state")).isEqualTo("STOPPED");
		Reply order = worker.order(Worker.ELECTION, "{'action': 'pause', 'reason': 'test'}");
		assertThat(order.status()).isEqualTo(409);
		assertThat(order.<String>at("$.detail")).contains("disabled");
	}

	private static void awaitCandidates(Worker worker, int count) {
		Worker.await(() -> Stream.of(worker.election().status().observation())
			.anyMatch((seen) -> seen != null && seen.candidates().size() == count));
	}

}
