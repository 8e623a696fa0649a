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

package io.leaderelection.autoconfigure.etcd;

import java.time.Duration;
import java.util.function.Consumer;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.ElectionEngineAutoConfiguration;
import io.leaderelection.autoconfigure.ElectionHealthAutoConfiguration;
import io.leaderelection.autoconfigure.GateAutoConfiguration;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.health.LeaderElectionHealthIndicator;
import io.leaderelection.servers.EtcdCluster;
import io.leaderelection.servers.EtcdServer;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link LeaderElectionHealthIndicator} with a real cluster.
 */
class EtcdHealthTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	@Test
	void frozenMembersWarnAndTheLossOfTheQuorumIsDown() {
		try (EtcdCluster cluster = EtcdCluster.start()) {
			run(cluster, (indicator) -> {
				assertThat(health(indicator).getStatus()).isEqualTo(Status.UP);
				EtcdServer leader = cluster.leader();
				EtcdServer follower = cluster.members()
					.stream()
					.filter((member) -> member != leader)
					.findFirst()
					.orElseThrow();
				follower.freeze();
				await().atMost(PATIENCE).untilAsserted(() -> {
					Health health = health(indicator);
					assertThat(health.getDetails().get("warnings")).asString()
						.contains("Only 2 of 3 members answer, and 2 have to agree");
					assertThat(health.getStatus()).isEqualTo(Status.UP);
				});
				leader.freeze();
				await().atMost(PATIENCE).untilAsserted(() -> {
					Health health = health(indicator);
					assertThat(health.getStatus()).isEqualTo(Status.DOWN);
					assertThat(health.getDetails().get("warnings")).asString()
						.contains("The coordinator cannot decide", "renewed no session for");
				});
				leader.thaw();
				follower.thaw();
				await().atMost(PATIENCE).until(() -> health(indicator).getStatus().equals(Status.UP));
			});
		}
	}

	private static void run(EtcdCluster cluster, Consumer<LeaderElectionHealthIndicator> test) {
		new ApplicationContextRunner()
			.withPropertyValues("spring.application.name=payments", "leader-election.ttl=3s",
					"leader-election.instance-id=worker-1",
					"leader-election.etcd.endpoints=" + String.join(",", cluster.endpoints()))
			.withConfiguration(AutoConfigurations.of(ElectionEngineAutoConfiguration.class, GateAutoConfiguration.class,
					LeaderElectionAutoConfiguration.class, EtcdCoordinatorAutoConfiguration.class,
					ElectionHealthAutoConfiguration.class))
			.run((context) -> {
				LeaderElection election = context.getBean(LeaderElections.class).get("settlement");
				await().atMost(PATIENCE).until(election::isLeader);
				test.accept(context.getBean(LeaderElectionHealthIndicator.class));
			});
	}

	private static Health health(LeaderElectionHealthIndicator indicator) {
		long begin = System.nanoTime();
		Health health = indicator.health();
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(1));
		return health;
	}

}
