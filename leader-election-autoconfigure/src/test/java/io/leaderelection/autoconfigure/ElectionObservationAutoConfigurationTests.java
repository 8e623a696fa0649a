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

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.memory.MemoryCoordinatorAutoConfiguration;
import io.leaderelection.observation.CallObservations;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link ElectionObservationAutoConfiguration}.
 */
class ElectionObservationAutoConfigurationTests {

	private final Recording recording = new Recording();

	private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withPropertyValues("spring.application.name=payments", "leader-election.coordinator=memory")
		.withConfiguration(AutoConfigurations.of(ElectionEngineAutoConfiguration.class, GateAutoConfiguration.class,
				LeaderElectionAutoConfiguration.class, MemoryCoordinatorAutoConfiguration.class,
				ElectionObservationAutoConfiguration.class));

	private final ApplicationContextRunner observedRunner = this.contextRunner.withBean(ObservationRegistry.class,
			this::registry);

	private ObservationRegistry registry() {
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig()
			.observationHandler(new DefaultMeterObservationHandler(this.meters))
			.observationHandler(this.recording);
		return registry;
	}

	@Test
	void campaignIsObservedWithItsOutcomeAndTerm() {
		this.observedRunner.run((context) -> {
			LeaderElection election = context.getBean(LeaderElections.class).get("settlement");
			await().until(election::isLeader);
			await().until(() -> !this.recording.named("leader.election.campaign").isEmpty());
			Observation.Context campaign = this.recording.named("leader.election.campaign").get(0);
			assertThat(campaign.getContextualName()).isEqualTo("campaign settlement");
			assertThat(campaign.getHighCardinalityKeyValue("leader.election.term").getValue()).isEqualTo("1");
			assertThat(this.meters.get("leader.election.campaign")
				.tags("election", "settlement", "outcome", "won")
				.timer()
				.count()).isOne();
		});
	}

	@Test
	void callIsObservedWithItsOutcomeAndTermAndIsCurrentWhileItRuns() {
		this.observedRunner.run((context) -> {
			LeaderElection election = context.getBean(LeaderElections.class).get("settlement");
			await().until(election::isLeader);
			ObservationRegistry registry = context.getBean(ObservationRegistry.class);
			election.runIfLeader(() -> Observation.createNotStarted("work", registry).observe(() -> {
			}));
			Observation.Context work = this.recording.named("work").get(0);
			assertThat(work.getParentObservation().getContextView().getName()).isEqualTo("leader.election.call");
			assertThat(work.getParentObservation()
				.getContextView()
				.getHighCardinalityKeyValue("leader.election.term")
				.getValue()).isEqualTo("1");
			assertThat(this.meters.get("leader.election.call").tags("outcome", "run").timer().count()).isPositive();
			context.getSourceApplicationContext().stop();
			election.runIfLeader(() -> {
			});
			assertThat(this.meters.get("leader.election.call").tags("outcome", "skipped").timer().count()).isOne();
			assertThat(registry.getCurrentObservation()).isNull();
		});
	}

	@Test
	void nothingIsObservedWithoutRegistryOrMicrometer() {
		this.contextRunner.run((context) -> assertThat(context).doesNotHaveBean(CallObservations.class));
		this.contextRunner.withClassLoader(new FilteredClassLoader(ObservationRegistry.class, MeterRegistry.class))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("guardedCallObservations"));
	}

	private static final class Recording implements ObservationHandler<Observation.Context> {

		private final Queue<Observation.Context> stopped = new ConcurrentLinkedQueue<>();

		@Override
		public void onStop(Observation.Context context) {
			this.stopped.add(context);
		}

		@Override
		public boolean supportsContext(Observation.Context context) {
			return true;
		}

		List<Observation.Context> named(String name) {
			return this.stopped.stream().filter((context) -> name.equals(context.getName())).toList();
		}

	}

}
