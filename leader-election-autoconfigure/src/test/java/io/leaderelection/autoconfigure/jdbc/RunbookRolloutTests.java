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

package io.leaderelection.autoconfigure.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.leaderelection.ControlRequest;
import io.leaderelection.ControlResult;
import io.leaderelection.LeaderGrantedEvent;
import io.leaderelection.LeaderRevokedEvent;
import io.leaderelection.servers.EtcdServer;
import io.leaderelection.servers.PostgresDatabase;
import io.leaderelection.servers.PostgresServer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for how the runbook restarts the instances of an application and changes from
 * blue to green, with whole applications on a real etcd and a real PostgreSQL.
 */
class RunbookRolloutTests {

	private static final ControlRequest REQUEST = new ControlRequest("operator", "roll out 1.8");

	@RegisterExtension
	static final PostgresDatabase database = PostgresServer.database();

	private static EtcdServer etcd;

	@BeforeAll
	static void startEtcd() {
		etcd = EtcdServer.start();
	}

	@AfterAll
	static void stopEtcd() {
		etcd.close();
	}

	@Test
	void restartOneAfterTheOtherMovesTheLeadershipOnceIfTheLeaderIsTheLast() {
		try (Rollout rollout = new Rollout("leader-last")) {
			long term = rollout.leader().term();
			List<CandidateInstance> old = rollout.instances();
			old.stream().filter((instance) -> !instance.leads()).forEach(rollout::restart);
			assertThat(rollout.leader().term()).isEqualTo(term);
			rollout.restart(rollout.leader());
			await().until(() -> rollout.leads() && rollout.leader().term() == term + 1);
			assertThat(rollout.instances()).doesNotContainAnyElementsOf(old);
			assertThat(rollout.gaps()).hasSize(1).allSatisfy(RunbookRolloutTests::isShort);
		}
	}

	@Test
	void restartInAnyOrderCostsAGapForEachLeaderAndNotTheTimeToLive() {
		try (Rollout rollout = new Rollout("any-order")) {
			for (int i = 0; i < 3; i++) {
				rollout.restart(rollout.leader());
			}
			await().until(rollout::leads);
			assertThat(rollout.gaps()).hasSize(3).allSatisfy(RunbookRolloutTests::isShort);
		}
	}

	@Test
	void leadershipIsTransferredToGreenAndBackAgain() {
		try (Rollout rollout = new Rollout("turns")) {
			CandidateInstance blue = rollout.leader();
			CandidateInstance green = rollout.other(blue);
			assertThat(blue.control().transfer(CandidateInstance.ELECTION, green.name(), REQUEST).join().status())
				.isEqualTo(ControlResult.Status.DONE);
			await().until(() -> green.leads() && green.sees(blue));
			assertThat(green.control().transfer(CandidateInstance.ELECTION, blue.name(), REQUEST).join().status())
				.isEqualTo(ControlResult.Status.DONE);
			await().until(blue::leads);
			assertThat(rollout.gaps()).hasSize(2).allSatisfy(RunbookRolloutTests::isShort);
		}
	}

	@Test
	void namespacesThatArePausedInTurnNeverLeadTogether() {
		try (CandidateInstance blue = start("payments-blue", "blue")) {
			await().until(blue::leads);
			ControlResult paused = blue.control().pause(CandidateInstance.ELECTION, REQUEST).join();
			assertThat(paused.fenced()).isTrue();
			assertThat(blue.leads()).isFalse();
			try (CandidateInstance green = start("payments-green", "green")) {
				await().until(green::leads);
				assertThat(blue.leads()).isFalse();
				JdbcTemplate observer = new JdbcTemplate(database.dataSource());
				Map<String, Object> fence = observer
					.queryForMap("SELECT fence_token FROM leader_fence WHERE namespace = 'payments-blue'");
				assertThat(fence).containsEntry("fence_token", paused.term());
			}
		}
	}

	private static void isShort(Duration gap) {
		assertThat(gap).isLessThan(Duration.ofSeconds(1));
	}

	private static CandidateInstance start(String namespace, String name) {
		return new CandidateInstance(name, etcd.endpoint(), database, "--spring.application.name=" + namespace);
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(10));
	}

	/**
	 * Three instances, each of which can be replaced by a new one.
	 */
	private static final class Rollout implements AutoCloseable {

		private final String namespace;

		private final List<CandidateInstance> running = new ArrayList<>();

		private final List<Instant> granted = new ArrayList<>();

		private final List<Instant> revoked = new ArrayList<>();

		private int version;

		private Rollout(String namespace) {
			this.namespace = namespace;
			for (int i = 0; i < 3; i++) {
				add();
			}
			await().until(() -> leads() && this.running.stream().allMatch(leader()::sees));
		}

		private void add() {
			CandidateInstance added = start(this.namespace, "worker-" + ++this.version);
			this.running.add(added);
			await().until(() -> this.running.stream().anyMatch((instance) -> instance.sees(added)));
		}

		/**
		 * Close an instance and start another one in its place, as the runbook orders:
		 * the next one when the last is a candidate.
		 */
		private void restart(CandidateInstance instance) {
			instance.close();
			this.running.remove(instance);
			note(instance);
			add();
			await().until(this::leads);
		}

		private void note(CandidateInstance instance) {
			instance.events(LeaderGrantedEvent.class).map(LeaderGrantedEvent::getAt).forEach(this.granted::add);
			instance.events(LeaderRevokedEvent.class).map(LeaderRevokedEvent::getAt).forEach(this.revoked::add);
		}

		/**
		 * Return the time from each end of a term until the next one was announced.
		 */
		private List<Duration> gaps() {
			await().until(this::leads);
			this.running.forEach(this::note);
			return this.revoked.stream()
				.map((end) -> this.granted.stream()
					.filter((begin) -> !begin.isBefore(end))
					.min(Instant::compareTo)
					.map((begin) -> Duration.between(end, begin))
					.orElse(null))
				.filter(Objects::nonNull)
				.toList();
		}

		private List<CandidateInstance> instances() {
			return List.copyOf(this.running);
		}

		private boolean leads() {
			return this.running.stream().anyMatch(CandidateInstance::leads);
		}

		private CandidateInstance leader() {
			return this.running.stream().filter(CandidateInstance::leads).findFirst().orElseThrow();
		}

		private CandidateInstance other(CandidateInstance instance) {
			return this.running.stream().filter((each) -> each != instance).findFirst().orElseThrow();
		}

		@Override
		public void close() {
			this.running.forEach(CandidateInstance::close);
		}

	}

}
