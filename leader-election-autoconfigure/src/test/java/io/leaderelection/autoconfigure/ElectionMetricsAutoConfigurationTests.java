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

package io.leaderelection.autoconfigure;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.memory.MemoryCoordinatorAutoConfiguration;
import io.leaderelection.observation.ElectionMeters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link ElectionMetricsAutoConfiguration}.
 */
class ElectionMetricsAutoConfigurationTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withPropertyValues("spring.application.name=payments", "leader-election.coordinator=memory",
				"leader-election.ttl=2s")
		.withConfiguration(AutoConfigurations.of(ElectionEngineAutoConfiguration.class, GateAutoConfiguration.class,
				LeaderElectionAutoConfiguration.class, MemoryCoordinatorAutoConfiguration.class,
				ElectionMetricsAutoConfiguration.class));

	private final ApplicationContextRunner meteredRunner = this.contextRunner
		.withConfiguration(AutoConfigurations.of(MetricsAutoConfiguration.class,
				CompositeMeterRegistryAutoConfiguration.class, SimpleMetricsExportAutoConfiguration.class));

	@Test
	void electionsAndTheirCoordinatorAreMeasured() {
		this.meteredRunner.run((context) -> {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			LeaderElection election = context.getBean(LeaderElections.class).get("settlement/eu");
			await().until(election::isLeader);
			assertThat(gauge(registry, "leader.election.leader")).isOne();
			assertThat(gauge(registry, "leader.election.term")).isOne();
			assertThat(gauge(registry, "leader.election.ttl")).isEqualTo(2);
			assertThat(gauge(registry, "leader.election.lease.remaining")).isPositive();
			await().untilAsserted(() -> assertThat(gauge(registry, "leader.election.leaderless.current")).isZero());
			await().until(() -> registry.get("leader.election.renewal").tag("outcome", "renewed").timer().count() > 0);
			await().untilAsserted(
					() -> assertThat(registry.get("leader.election.coordinator.members").gauge().value()).isOne());
			assertThat(registry.get("leader.election.transitions").tag("state", "leader").counter().count()).isOne();
			context.getSourceApplicationContext().stop();
			assertThat(registry.find("leader.election.leader").gauge()).isNull();
		});
	}

	@Test
	void nothingIsMeasuredWithoutRegistryOrMicrometer() {
		this.contextRunner.run((context) -> assertThat(context).doesNotHaveBean(ElectionMeters.class));
		this.contextRunner.withClassLoader(new FilteredClassLoader(MeterRegistry.class))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(ElectionMeters.class));
	}

	@Test
	void disabledElectionsAreNotMeasured() {
		this.contextRunner.withPropertyValues("leader-election.enabled=false")
			.withBean(SimpleMeterRegistry.class)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(ElectionMeters.class));
	}

	private static double gauge(MeterRegistry registry, String name) {
		return registry.get(name).tag("election", "settlement/eu").gauge().value();
	}

}
