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

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderOnly;
import io.leaderelection.LeaderOnly.OtherwiseBehavior;
import io.leaderelection.NotLeaderException;
import io.leaderelection.context.LeadershipContext;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for the order of {@link LeaderOnlyAdvisor} among other advice (lesson 27).
 */
class AdviceOrderTests {

	private final FakeElections elections = new FakeElections();

	private final FakeElection election = this.elections.get("settlement");

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, TaskExecutionAutoConfiguration.class))
		.withUserConfiguration(GateConfiguration.class, AdviceConfiguration.class)
		.withBean(LeaderElections.class, () -> this.elections)
		.withBean(GuardedCalls.class, () -> new GuardedCalls(List::of))
		.withBean(Jobs.class);

	@Test
	void noTransactionBeginsForASkippedCall() {
		run((jobs, transactions) -> {
			jobs.transactional();
			assertThat(transactions.events).isEmpty();
		});
	}

	@Test
	void theTransactionBeginsAndEndsBehindTheGate() {
		run((jobs, transactions) -> {
			this.election.lead(5);
			jobs.transactional();
			assertThat(transactions.events).containsExactly("begin with token", "commit with token");
		});
	}

	/**
	 * Lesson 27, promise I3.
	 */
	@Test
	void eachRetryAsksTheGateAnew() {
		run((jobs, transactions) -> {
			this.election.lead(5);
			jobs.onFailure(this.election::follow);
			assertThatExceptionOfType(NotLeaderException.class).isThrownBy(jobs::retried);
			assertThat(jobs.terms()).containsExactly(5L);
			assertThat(transactions.events).containsExactly("begin with token", "rollback with token");
		});
	}

	@Test
	void aRetryInALaterTermCarriesThatTermsToken() {
		run((jobs, transactions) -> {
			this.election.lead(5);
			jobs.onFailure(() -> this.election.lead(7));
			assertThat(jobs.retried()).isEqualTo("done");
			assertThat(jobs.terms()).containsExactly(5L, 7L);
		});
	}

	@Test
	void anAsynchronousCallIsCheckedWhereItRuns() {
		run((jobs, transactions) -> {
			this.election.lead(5);
			assertThat(jobs.asynchronous().get(10, TimeUnit.SECONDS)).isNotEqualTo(Thread.currentThread().getName());
			this.election.follow();
			assertThat(jobs.asynchronous().get(10, TimeUnit.SECONDS)).isNull();
			assertThat(jobs.terms()).containsExactly(5L);
		});
	}

	/**
	 * Promise I4.
	 */
	@Test
	void anAsynchronousCallFromGuardedWorkKeepsItsToken() {
		run((jobs, transactions) -> {
			this.election.lead(5);
			CompletableFuture<Long> handedOver = jobs.handsOver();
			assertThat(handedOver.get(10, TimeUnit.SECONDS)).isEqualTo(5);
		});
	}

	@Test
	void anAsynchronousRefusalFailsTheFuture() {
		run((jobs, transactions) -> assertThatExceptionOfType(ExecutionException.class)
			.isThrownBy(() -> jobs.asynchronousOrThrow().get(10, TimeUnit.SECONDS))
			.withCauseInstanceOf(NotLeaderException.class));
	}

	private void run(Assertions assertions) {
		this.contextRunner.run((context) -> {
			assertThat(context).hasNotFailed();
			assertions.accept(context.getBean(Jobs.class), context.getBean(RecordingTransactionManager.class));
		});
	}

	@FunctionalInterface
	interface Assertions {

		void accept(Jobs jobs, RecordingTransactionManager transactions) throws Exception;

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAsync(proxyTargetClass = true)
	@EnableResilientMethods(proxyTargetClass = true)
	@EnableTransactionManagement(proxyTargetClass = true)
	static class AdviceConfiguration {

		@Bean
		RecordingTransactionManager transactionManager() {
			return new RecordingTransactionManager();
		}

		@Bean
		Helper helper() {
			return new Helper();
		}

	}

	static class Helper {

		@Async
		CompletableFuture<Long> term() {
			return CompletableFuture.completedFuture(LeadershipContext.current().call("settlement").token().term());
		}

	}

	static class Jobs {

		private final Helper helper;

		private final List<Long> terms = new ArrayList<>();

		private Runnable onFailure = () -> {
		};

		Jobs(Helper helper) {
			this.helper = helper;
		}

		List<Long> terms() {
			return this.terms;
		}

		void onFailure(Runnable onFailure) {
			this.onFailure = onFailure;
		}

		private void note() {
			this.terms.add(LeadershipContext.current().call("settlement").token().term());
		}

		@Transactional
		@LeaderOnly("settlement")
		void transactional() {
			assertThat(TransactionSynchronizationManager.isActualTransactionActive()).isTrue();
			note();
		}

		@Transactional
		@Retryable(maxRetries = 1, delay = 0, includes = IllegalStateException.class)
		@LeaderOnly(election = "settlement", otherwise = OtherwiseBehavior.THROW)
		String retried() {
			note();
			if (this.terms.size() == 1) {
				this.onFailure.run();
				throw new IllegalStateException("first attempt");
			}
			return "done";
		}

		@Async
		@LeaderOnly("settlement")
		CompletableFuture<String> asynchronous() {
			note();
			return CompletableFuture.completedFuture(Thread.currentThread().getName());
		}

		@Async
		@LeaderOnly(election = "settlement", otherwise = OtherwiseBehavior.THROW)
		CompletableFuture<String> asynchronousOrThrow() {
			note();
			return CompletableFuture.completedFuture("done");
		}

		@LeaderOnly("settlement")
		CompletableFuture<Long> handsOver() {
			return this.helper.term();
		}

	}

	static class RecordingTransactionManager extends AbstractPlatformTransactionManager {

		private final transient List<String> events = new ArrayList<>();

		private void note(String event) {
			this.events.add(event + (LeadershipContext.current().isEmpty() ? " without token" : " with token"));
		}

		@Override
		protected Object doGetTransaction() {
			return new Object();
		}

		@Override
		protected void doBegin(Object transaction, TransactionDefinition definition) {
			note("begin");
		}

		@Override
		protected void doCommit(DefaultTransactionStatus status) {
			note("commit");
		}

		@Override
		protected void doRollback(DefaultTransactionStatus status) {
			note("rollback");
		}

	}

}
