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
import io.leaderelection.health.LeaderElectionHealthIndicator;
import io.leaderelection.health.LeaderElectionInfoContributor;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

import org.springframework.boot.actuate.autoconfigure.info.InfoContributorAutoConfiguration;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.availability.ApplicationAvailabilityAutoConfiguration;
import org.springframework.boot.health.actuate.endpoint.HealthDescriptor;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.AvailabilityProbesAutoConfiguration;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration;
import org.springframework.boot.health.autoconfigure.application.AvailabilityHealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link ElectionHealthAutoConfiguration}.
 */
class ElectionHealthAutoConfigurationTests {

	private final ApplicationContextRunner bareRunner = new ApplicationContextRunner()
		.withPropertyValues("spring.application.name=payments", "leader-election.coordinator=memory",
				"management.endpoints.web.exposure.include=*", "management.endpoint.health.show-details=always")
		.withConfiguration(AutoConfigurations.of(ElectionEngineAutoConfiguration.class, GateAutoConfiguration.class,
				LeaderElectionAutoConfiguration.class, MemoryCoordinatorAutoConfiguration.class,
				ElectionHealthAutoConfiguration.class));

	private final ApplicationContextRunner contextRunner = this.bareRunner
		.withConfiguration(AutoConfigurations.of(HealthContributorAutoConfiguration.class,
				AvailabilityProbesAutoConfiguration.class, HealthContributorRegistryAutoConfiguration.class,
				HealthEndpointAutoConfiguration.class, ApplicationAvailabilityAutoConfiguration.class,
				AvailabilityHealthContributorAutoConfiguration.class, InfoContributorAutoConfiguration.class));

	@Test
	void healthShowsElectionsAndCoordinator() {
		this.contextRunner.run((context) -> {
			LeaderElection election = context.getBean(LeaderElections.class).get("settlement");
			await().until(election::isLeader);
			HealthDescriptor health = context.getBean(HealthEndpoint.class).healthForPath("leaderElection");
			assertThat(health.getStatus()).isEqualTo(Status.UP);
			assertThat(context.getBean(LeaderElectionHealthIndicator.class).health().getDetails())
				.containsKeys("instance", "coordinator", "elections")
				.extractingByKey("elections", InstanceOfAssertFactories.MAP)
				.containsKey("settlement");
		});
	}

	@Test
	void readinessDoesNotDependOnTheElections() {
		this.contextRunner.withPropertyValues("management.endpoint.health.probes.enabled=true").run((context) -> {
			HealthEndpoint endpoint = context.getBean(HealthEndpoint.class);
			assertThat(endpoint.healthForPath("readiness")).isNotNull();
			assertThat(endpoint.healthForPath("readiness", "leaderElection")).isNull();
			assertThat(endpoint.healthForPath("readiness", "readinessState")).isNotNull();
		});
	}

	@Test
	void readinessDependsOnTheElectionsIfAskedTo() {
		this.contextRunner
			.withPropertyValues("management.endpoint.health.probes.enabled=true",
					"management.endpoint.health.group.readiness.include=readinessState,leaderElection")
			.run((context) -> assertThat(
					context.getBean(HealthEndpoint.class).healthForPath("readiness", "leaderElection"))
				.isNotNull());
	}

	@Test
	void infoTellsWhoLeads() {
		this.contextRunner.run((context) -> {
			LeaderElections elections = context.getBean(LeaderElections.class);
			await().until(elections.get("settlement")::isLeader);
			Info.Builder builder = new Info.Builder();
			context.getBean(LeaderElectionInfoContributor.class).contribute(builder);
			assertThat(builder.build().getDetails()).extractingByKey("leaderElection", InstanceOfAssertFactories.MAP)
				.containsEntry("namespace", "payments")
				.extractingByKey("leaders", InstanceOfAssertFactories.MAP)
				.containsEntry("settlement", elections.instance());
		});
	}

	@Test
	void bothCanBeSwitchedOff() {
		this.contextRunner
			.withPropertyValues("management.health.leader-election.enabled=false",
					"management.info.leader-election.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(LeaderElectionHealthIndicator.class)
				.doesNotHaveBean(LeaderElectionInfoContributor.class));
	}

	@Test
	void applicationWithoutActuatorStarts() {
		this.bareRunner
			.withClassLoader(new FilteredClassLoader(HealthIndicator.class.getPackageName(),
					"org.springframework.boot.health.autoconfigure", Info.class.getPackageName(),
					"org.springframework.boot.actuate.autoconfigure.info"))
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean("leaderElectionHealthIndicator")
				.hasSingleBean(LeaderElections.class));
	}

}
