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

package io.leaderelection.gate;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.leaderelection.FencingToken;
import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderOnly;
import io.leaderelection.context.LeadershipContext;
import io.leaderelection.context.LeadershipTaskDecorator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;

import org.springframework.aop.support.AopUtils;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.AnnotatedBeanDefinitionReader;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link GateConfiguration}.
 */
class GateConfigurationTests {

	private final FakeElections elections = new FakeElections();

	private final FakeElection election = this.elections.get("settlement");

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class))
		.withUserConfiguration(GateConfiguration.class)
		.withBean(LeaderElections.class, () -> this.elections)
		.withBean(GuardedCalls.class, () -> new GuardedCalls(List::of));

	@ParameterizedTest
	@CsvSource({ "true, true", "true, false", "false, true", "false, false" })
	void theGateDoesNotDependOnSpringsAutomaticProxies(boolean auto, boolean proxyTargetClass) {
		this.contextRunner
			.withPropertyValues("spring.aop.auto=" + auto, "spring.aop.proxy-target-class=" + proxyTargetClass)
			.withBean(SettlementJob.class)
			.run((context) -> {
				Job job = context.getBean(Job.class);
				assertThat(AopUtils.isCglibProxy(job)).isEqualTo(proxyTargetClass);
				assertThat(job.work()).isNull();
				this.election.lead(5);
				assertThat(job.work()).isEqualTo("worked");
			});
	}

	@Test
	void aTaskDecoratorIsProvidedForTheApplicationsExecutors() {
		this.contextRunner.run((context) -> assertThat(context).hasSingleBean(LeadershipTaskDecorator.class));
	}

	/**
	 * Promise I8: no new work from the first moment of the shutdown on; what runs is
	 * waited for.
	 */
	@Test
	void closingTheContextStopsNewWorkAndLeavesWhatRuns() throws Exception {
		ExecutorService executor = Executors.newSingleThreadExecutor();
		this.contextRunner.withBean(BlockingJob.class).run((context) -> {
			FencingToken token = this.election.lead(5).token();
			BlockingJob job = context.getBean(BlockingJob.class);
			Future<String> running = executor.submit(job::block);
			job.entered().await();
			GuardedCalls calls = context.getBean(GuardedCalls.class);
			context.publishEvent(new ContextClosedEvent(context.getSourceApplicationContext()));
			assertThat(job.work()).isNull();
			CompletionStage<Void> drained = calls.drain(token);
			assertThat(drained).isNotCompleted();
			job.release().countDown();
			assertThat(running.get(10, TimeUnit.SECONDS)).isEqualTo("worked");
			assertThat(drained).succeedsWithin(10, TimeUnit.SECONDS);
		});
		executor.shutdownNow();
	}

	@Test
	void closingAChildContextStopsNothing() {
		this.contextRunner.withBean(SettlementJob.class).run((context) -> {
			this.election.lead(5);
			try (GenericApplicationContext child = new GenericApplicationContext()) {
				child.setParent(context);
				new AnnotatedBeanDefinitionReader(child).register(GateConfiguration.class);
				child.refresh();
			}
			assertThat(context.getBean(Job.class).work()).isEqualTo("worked");
		});
	}

	@Test
	void scheduledMethodsPassTheGate() {
		this.contextRunner.withUserConfiguration(SchedulingConfiguration.class)
			.withBean(ScheduledJobs.class)
			.run((context) -> {
				this.election.lead(5);
				ScheduledJobs jobs = context.getBean(ScheduledJobs.class);
				assertThat(jobs.plain().poll(10, TimeUnit.SECONDS)).isEqualTo(5);
				assertThat(jobs.reactive().poll(10, TimeUnit.SECONDS)).isEqualTo(5);
			});
	}

	interface Job {

		String work();

	}

	static class SettlementJob implements Job {

		@Override
		@LeaderOnly("settlement")
		public String work() {
			return "worked";
		}

	}

	static class BlockingJob {

		private final CountDownLatch entered = new CountDownLatch(1);

		private final CountDownLatch release = new CountDownLatch(1);

		CountDownLatch entered() {
			return this.entered;
		}

		CountDownLatch release() {
			return this.release;
		}

		@LeaderOnly("settlement")
		String block() throws InterruptedException {
			this.entered.countDown();
			this.release.await();
			return work();
		}

		@LeaderOnly("settlement")
		String work() {
			return "worked";
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	static class SchedulingConfiguration {

	}

	static class ScheduledJobs {

		private final BlockingQueue<Long> plain = new LinkedBlockingQueue<>();

		private final BlockingQueue<Long> reactive = new LinkedBlockingQueue<>();

		BlockingQueue<Long> plain() {
			return this.plain;
		}

		BlockingQueue<Long> reactive() {
			return this.reactive;
		}

		@Scheduled(fixedDelay = 5)
		@LeaderOnly("settlement")
		void runPlain() {
			this.plain.add(term());
		}

		@Scheduled(fixedDelay = 5)
		@LeaderOnly("settlement")
		Mono<Void> runReactive() {
			return Mono.fromRunnable(() -> this.reactive.add(term()));
		}

		private static long term() {
			return List.copyOf(LeadershipContext.current().calls()).get(0).token().term();
		}

	}

}
