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
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.LeaderControl;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElectionEvent;
import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderGrantedEvent;
import io.leaderelection.LeaderOnly;
import io.leaderelection.LeaderRevokedEvent;
import io.leaderelection.LeaderState;
import io.leaderelection.autoconfigure.memory.MemoryCoordinatorAutoConfiguration;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.spi.CallObserver;
import io.leaderelection.spi.Eligibility;
import io.leaderelection.spi.Transition;
import io.leaderelection.spi.TransitionListener;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationListener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link ElectionEngineAutoConfiguration} and {@link GateAutoConfiguration},
 * with the coordinator in memory.
 */
@ExtendWith(OutputCaptureExtension.class)
class ElectionEngineAutoConfigurationTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withPropertyValues("spring.application.name=payments")
		.withConfiguration(AutoConfigurations.of(ElectionEngineAutoConfiguration.class, GateAutoConfiguration.class,
				LeaderElectionAutoConfiguration.class, MemoryCoordinatorAutoConfiguration.class));

	private final ApplicationContextRunner memoryRunner = this.contextRunner
		.withPropertyValues("leader-election.coordinator=memory");

	@Test
	void applicationUnderTestLeadsAtOnce() {
		this.memoryRunner.withBean(Settlement.class).run((context) -> {
			LeaderElection election = context.getBean(LeaderElections.class).get("settlement");
			await().until(election::isLeader);
			Settlement settlement = context.getBean(Settlement.class);
			settlement.settle();
			assertThat(settlement.runs()).isEqualTo(1);
		});
	}

	@Test
	void electionsAreJoinedByUse() {
		this.memoryRunner.withBean(Settlement.class)
			.run((context) -> assertThat(context.getBean(LeaderElections.class).all()).extracting(LeaderElection::name)
				.containsExactly("settlement"));
	}

	@Test
	void settingsReachTheElection() {
		this.memoryRunner.withPropertyValues("leader-election.elections.settlement.ttl=5s").run((context) -> {
			LeaderElection election = context.getBean(LeaderElections.class).get("settlement");
			await().until(election::isLeader);
			assertThat(election.status().remaining()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(5));
		});
	}

	/**
	 * Lesson 14.
	 */
	@Test
	void instanceBearsTheConfiguredId() {
		this.memoryRunner.withPropertyValues("leader-election.instance-id=worker-1")
			.run((context) -> assertThat(context.getBean(LeaderElections.class).instance())
				.matches("worker-1-[0-9a-f]{8}"));
	}

	@Test
	void whatGuardedCallsLookForIsLookedForBeforeTheFirstTermAndTellsNobody() {
		AtomicInteger created = new AtomicInteger();
		List<String> told = new CopyOnWriteArrayList<>();
		RecordingListener listener = new RecordingListener();
		this.memoryRunner.withBean(RecordingListener.class, () -> listener).withBean(CallObserver.class, () -> {
			created.incrementAndGet();
			return (election) -> {
				told.add(election);
				return CallObserver.ObservedCall.NONE;
			};
		}, (definition) -> definition.setLazyInit(true)).run((context) -> {
			await().until(() -> created.get() == 1);
			assertThat(told).isEmpty();
			assertThat(listener.events).isEmpty();
		});
	}

	/** Lesson 17. */
	@Test
	void firstGrantReachesEveryListener() {
		this.memoryRunner.withBean(Settlement.class).withBean(RecordingListener.class).run((context) -> {
			RecordingListener listener = context.getBean(RecordingListener.class);
			await().until(() -> listener.events.stream().anyMatch(LeaderGrantedEvent.class::isInstance));
		});
	}

	/** Promise I8. */
	@Test
	void closingTheContextRevokesAndLeavesNoThread() {
		RecordingListener listener = new RecordingListener();
		// Engines that are killed in other tests never come to the end of their threads.
		Set<Thread> before = Thread.getAllStackTraces().keySet();
		this.memoryRunner.withBean(Settlement.class)
			.withBean(RecordingListener.class, () -> listener)
			.run((context) -> {
				await().until(context.getBean(LeaderElections.class).get("settlement")::isLeader);
				context.close();
				assertThat(listener.events.stream().filter(LeaderRevokedEvent.class::isInstance)).hasSize(1);
				await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
					.filteredOn((thread) -> thread.getName().startsWith("leader-election"))
					.isSubsetOf(before));
			});
	}

	/** Promise I8. */
	@Test
	void stopFollowedByStartLeadsAgainWithAFreshIdentity() {
		this.memoryRunner.withBean(Settlement.class).run((context) -> {
			LeaderElections elections = context.getBean(LeaderElections.class);
			LeaderElection election = elections.get("settlement");
			await().until(election::isLeader);
			String first = elections.instance();
			long term = election.leadership().orElseThrow().token().term();
			context.getSourceApplicationContext().stop();
			assertThat(election.isLeader()).isFalse();
			assertThat(election.state()).isEqualTo(LeaderState.STOPPED);
			context.getSourceApplicationContext().start();
			await().until(election::isLeader);
			assertThat(elections.instance()).isNotEqualTo(first);
			assertThat(election.leadership().orElseThrow().token().term()).isGreaterThan(term);
			context.getBean(Settlement.class).settle();
			assertThat(context.getBean(Settlement.class).runs()).isEqualTo(1);
		});
	}

	@Test
	void pausedContextOfATestGoesOnLater() {
		this.memoryRunner.withBean(Settlement.class).run((context) -> {
			LeaderElection election = context.getBean(LeaderElections.class).get("settlement");
			await().until(election::isLeader);
			context.getSourceApplicationContext().pause();
			assertThat(election.isLeader()).isFalse();
			context.getSourceApplicationContext().restart();
			await().until(election::isLeader);
		});
	}

	@Test
	void coordinatorIsNeverChosenSilently() {
		this.contextRunner.run((context) -> {
			FailureAnalysis analysis = analyze(context);
			assertThat(analysis.getDescription()).startsWith("No coordinator was chosen");
			assertThat(analysis.getAction()).contains("'leader-election.etcd.endpoints'")
				.contains("'leader-election.coordinator' to 'jdbc'")
				.contains("set it to 'memory'")
				.contains("'leader-election.enabled' to 'false'");
		});
	}

	@Test
	void missingClientLibraryIsNamed() {
		this.contextRunner.withPropertyValues("leader-election.etcd.endpoints=http://127.0.0.1:2379")
			.withClassLoader(new FilteredClassLoader("io.etcd"))
			.run((context) -> {
				FailureAnalysis analysis = analyze(context);
				assertThat(analysis.getDescription()).contains("client library is not on the class path");
				assertThat(analysis.getAction()).contains("'io.etcd:jetcd-core'");
			});
	}

	@Test
	void databaseThatCannotBeFencedStopsTheStart() {
		this.memoryRunner.withPropertyValues("leader-election.data-sources=ledger").run((context) -> {
			FailureAnalysis analysis = analyze(context);
			assertThat(analysis.getDescription())
				.startsWith("'leader-election.data-sources' names 'ledger', but nothing in this application fences");
			assertThat(analysis.getAction()).contains("spring-boot-jdbc");
		});
	}

	@Test
	void methodThatCannotBeGuardedStopsTheStart() {
		this.memoryRunner.withBean(PrimitiveResult.class).run((context) -> {
			FailureAnalysis analysis = analyze(context);
			assertThat(analysis.getDescription()).contains("PrimitiveResult.count");
			assertThat(analysis.getAction()).isNotBlank();
		});
	}

	@Test
	void badNameOfAnElectionStopsTheStart() {
		this.memoryRunner.withBean(BadName.class)
			.run((context) -> assertThat(analyze(context).getDescription() + analyze(context).getAction())
				.contains("settle ment"));
	}

	@Test
	void partsOfUsersReachTheEngine() {
		List<Transition> transitions = new CopyOnWriteArrayList<>();
		this.memoryRunner.withBean(Settlement.class)
			.withBean(Eligibility.class, () -> (election) -> "the database is down")
			.withBean(TransitionListener.class, () -> transitions::add)
			.run((context) -> {
				LeaderElection election = context.getBean(LeaderElections.class).get("settlement");
				await().until(() -> election.status().holdBackDetail() != null);
				assertThat(election.status().holdBackDetail()).contains("the database is down");
				await().until(() -> !transitions.isEmpty());
			});
	}

	@Test
	void engineBacksOffToUsersElections() {
		this.contextRunner.withBean(LeaderElections.class, () -> mock(LeaderElections.class))
			.run((context) -> assertThat(context).hasSingleBean(LeaderElections.class)
				.doesNotHaveBean(ElectionEngine.class));
	}

	@Test
	void disabledElectionsRunNothingButCanBeInjected() {
		this.contextRunner.withPropertyValues("leader-election.enabled=false")
			.withBean(Settlement.class)
			.run((context) -> {
				assertThat(context).hasSingleBean(LeaderElections.class)
					.hasSingleBean(LeaderControl.class)
					.doesNotHaveBean(ElectionEngine.class);
				Settlement settlement = context.getBean(Settlement.class);
				settlement.settle();
				assertThat(settlement.runs()).isEqualTo(0);
				assertThat(context.getBean(LeaderElections.class).get("settlement").isLeader()).isFalse();
			});
	}

	@Test
	void settingsThatNothingUsesAreReported(CapturedOutput output) {
		this.memoryRunner
			.withPropertyValues("leader-election.elections.settlment.ttl=5s",
					"leader-election.elections.settlement.ttl=5s")
			.withBean(Settlement.class)
			.run((context) -> {
				context.publishEvent(
						new ApplicationReadyEvent(mock(SpringApplication.class), new String[0], null, Duration.ZERO));
				assertThat(output).contains(
						"[settlment], which nothing uses so far; 'settlement' is used and may be meant by 'settlment'");
			});
	}

	private static FailureAnalysis analyze(AssertableApplicationContext context) {
		FailureAnalysis analysis = StartUpFailure.analyze(context.getStartupFailure());
		assertThat(analysis).isNotNull();
		return analysis;
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(10)).pollInterval(Duration.ofMillis(5));
	}

	static class Settlement {

		private final AtomicInteger runs = new AtomicInteger();

		@LeaderOnly("settlement")
		void settle() {
			this.runs.incrementAndGet();
		}

		int runs() {
			return this.runs.get();
		}

	}

	static class PrimitiveResult {

		@LeaderOnly("settlement")
		int count() {
			return 1;
		}

	}

	static class BadName {

		@LeaderOnly("settle ment")
		void settle() {
		}

	}

	static class RecordingListener implements ApplicationListener<LeaderElectionEvent> {

		final List<LeaderElectionEvent> events = new CopyOnWriteArrayList<>();

		@Override
		public void onApplicationEvent(LeaderElectionEvent event) {
			this.events.add(event);
		}

	}

}
