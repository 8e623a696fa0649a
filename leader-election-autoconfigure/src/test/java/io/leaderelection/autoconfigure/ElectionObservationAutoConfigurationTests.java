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

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.Leadership;
import io.leaderelection.autoconfigure.memory.MemoryCoordinatorAutoConfiguration;
import io.leaderelection.observation.CallObservations;
import io.leaderelection.observation.ObservationThread;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link ElectionObservationAutoConfiguration}.
 */
class ElectionObservationAutoConfigurationTests {

	private static final String CAMPAIGN = "leader.election.campaign";

	private static final String CALL = "leader.election.call";

	private final TestObservationRegistry registry = TestObservationRegistry.create();

	private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withPropertyValues("spring.application.name=payments", "leader-election.coordinator=memory")
		.withConfiguration(AutoConfigurations.of(ElectionEngineAutoConfiguration.class, GateAutoConfiguration.class,
				LeaderElectionAutoConfiguration.class, MemoryCoordinatorAutoConfiguration.class,
				ElectionObservationAutoConfiguration.class));

	private final ApplicationContextRunner observedRunner = this.contextRunner.withBean(ObservationRegistry.class,
			() -> this.registry);

	@BeforeEach
	void measure() {
		this.registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(this.meters));
	}

	@Test
	void campaignIsObservedWithItsOutcomeAndTerm() {
		this.observedRunner.run((context) -> {
			Leadership leadership = lead(context);
			await().untilAsserted(() -> TestObservationRegistryAssert.assertThat(this.registry)
				.hasObservationWithNameEqualTo(CAMPAIGN)
				.that()
				.hasBeenStopped());
			TestObservationRegistryAssert.assertThat(this.registry)
				.hasObservationWithNameEqualTo(CAMPAIGN)
				.that()
				.hasContextualNameEqualTo("campaign settlement")
				.hasLowCardinalityKeyValue("election", "settlement")
				.hasLowCardinalityKeyValue("outcome", "won")
				.hasHighCardinalityKeyValue("leader.election.term", "1")
				.hasHighCardinalityKeyValue("leader.election.grant", leadership.token().grantId())
				.hasKeyValuesCount(4)
				.doesNotHaveParentObservation()
				.doesNotHaveError();
			assertThat(this.meters.get(CAMPAIGN)
				.tags("election", "settlement", "outcome", "won", "error", "none")
				.timer()
				.count()).isOne();
			assertThat(this.meters.get(CAMPAIGN).timer().getId().getTags()).hasSize(3);
		});
	}

	@Test
	@SuppressWarnings("unchecked")
	void rehearsalOfObservationsIsObservedByNobody() {
		this.observedRunner.run((context) -> {
			ApplicationListener<ApplicationStartedEvent> rehearsal = context.getBean("observationRehearsal",
					ApplicationListener.class);
			rehearsal.onApplicationEvent(
					new ApplicationStartedEvent(new SpringApplication(), new String[0], context, Duration.ZERO));
			CountDownLatch after = new CountDownLatch(1);
			context.getBean(ObservationThread.class).execute(after::countDown);
			assertThat(after.await(10, TimeUnit.SECONDS)).isTrue();
			TestObservationRegistryAssert.assertThat(this.registry).doesNotHaveAnyObservation();
			assertThat(this.meters.getMeters()).isEmpty();
		});
	}

	@Test
	void callIsObservedWithItsOutcomeAndTermAndIsCurrentWhileItRuns() {
		this.observedRunner.run((context) -> {
			LeaderElection election = context.getBean(LeaderElections.class).get("settlement");
			Leadership leadership = lead(context);
			election.runIfLeader(() -> Observation.createNotStarted("work", this.registry).observe(() -> {
			}));
			TestObservationRegistryAssert.assertThat(this.registry)
				.hasObservationWithNameEqualTo("work")
				.that()
				.hasParentObservationContextSatisfying(
						(parent) -> assertThat(parent.getHighCardinalityKeyValue("leader.election.term").getValue())
							.isEqualTo("1"));
			TestObservationRegistryAssert.assertThat(this.registry)
				.hasObservationWithNameEqualTo(CALL)
				.that()
				.hasContextualNameEqualTo("guarded call settlement")
				.hasLowCardinalityKeyValue("election", "settlement")
				.hasLowCardinalityKeyValue("outcome", "run")
				.hasHighCardinalityKeyValue("leader.election.term", "1")
				.hasHighCardinalityKeyValue("leader.election.grant", leadership.token().grantId())
				.hasKeyValuesCount(4)
				.doesNotHaveError()
				.hasBeenStopped();
			TestObservationRegistryAssert.assertThat(this.registry).doesNotHaveAnyRemainingCurrentObservation();
		});
	}

	@Test
	void skippedCallIsObservedWithoutATerm() {
		this.observedRunner.run((context) -> {
			LeaderElection election = context.getBean(LeaderElections.class).get("settlement");
			lead(context);
			context.getSourceApplicationContext().stop();
			this.registry.clear();
			election.runIfLeader(() -> {
			});
			TestObservationRegistryAssert.assertThat(this.registry)
				.hasSingleObservationThat()
				.hasNameEqualTo(CALL)
				.hasLowCardinalityKeyValue("outcome", "skipped")
				.hasKeyValuesCount(2)
				.doesNotHaveError()
				.hasBeenStopped();
			assertThat(this.meters.get(CALL).tags("outcome", "skipped").timer().count()).isOne();
		});
	}

	@Test
	void errorOfACallIsObserved() {
		this.observedRunner.run((context) -> {
			LeaderElection election = context.getBean(LeaderElections.class).get("settlement");
			lead(context);
			this.registry.clear();
			IllegalStateException failure = new IllegalStateException("for a test");
			assertThatIllegalStateException().isThrownBy(() -> election.runIfLeader(() -> {
				throw failure;
			})).isSameAs(failure);
			TestObservationRegistryAssert.assertThat(this.registry)
				.hasSingleObservationThat()
				.hasNameEqualTo(CALL)
				.hasLowCardinalityKeyValue("outcome", "run")
				.hasError(failure)
				.hasBeenStopped();
			assertThat(this.meters.get(CALL).tags("outcome", "run", "error", "IllegalStateException").timer().count())
				.isOne();
			TestObservationRegistryAssert.assertThat(this.registry).doesNotHaveAnyRemainingCurrentObservation();
		});
	}

	@Test
	void nothingIsObservedWithoutRegistryOrMicrometer() {
		this.contextRunner.run((context) -> assertThat(context).doesNotHaveBean(CallObservations.class));
		this.contextRunner.withClassLoader(new FilteredClassLoader(ObservationRegistry.class, MeterRegistry.class))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("guardedCallObservations"));
	}

	private static Leadership lead(ApplicationContext context) {
		LeaderElection election = context.getBean(LeaderElections.class).get("settlement");
		await().until(election::isLeader);
		return election.leadership().orElseThrow();
	}

}
