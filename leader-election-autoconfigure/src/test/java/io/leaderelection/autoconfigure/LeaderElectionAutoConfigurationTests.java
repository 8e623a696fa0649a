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

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.leaderelection.coordinator.EventLoop;
import io.leaderelection.coordinator.ThreadEventLoop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link LeaderElectionAutoConfiguration}.
 */
class LeaderElectionAutoConfigurationTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LeaderElectionAutoConfiguration.class));

	@Test
	void namespaceIsTheNameOfTheApplication() {
		this.contextRunner.withPropertyValues("spring.application.name=payments")
			.run((context) -> assertThat(context.getBean(ElectionNamespace.class).value()).isEqualTo("payments"));
	}

	@Test
	void namespaceCanBeSet() {
		this.contextRunner
			.withPropertyValues("spring.application.name=payments", "leader-election.namespace=payments-blue")
			.run((context) -> assertThat(context.getBean(ElectionNamespace.class).value()).isEqualTo("payments-blue"));
	}

	@Test
	void missingNamespaceStopsTheStart() {
		this.contextRunner.run((context) -> {
			FailureAnalysis analysis = StartUpFailure.analyze(context.getStartupFailure());
			assertThat(analysis.getDescription()).contains("no namespace");
			assertThat(analysis.getAction()).isEqualTo("Set 'spring.application.name' or 'leader-election.namespace'.");
		});
	}

	@Test
	void missingNamespaceDoesNotMatterIfDisabled() {
		this.contextRunner.withPropertyValues("leader-election.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void badNamespaceStopsTheStart() {
		this.contextRunner.withPropertyValues("spring.application.name=My payments").run((context) -> {
			FailureAnalysis analysis = StartUpFailure.analyze(context.getStartupFailure());
			assertThat(analysis.getDescription())
				.startsWith("'My payments' in 'spring.application.name' cannot be used as namespace.");
			assertThat(analysis.getAction()).startsWith("Set 'leader-election.namespace'");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "leader-election.elections.settlement/eu.ttl=5s",
			"leader-election.elections.settlement.tll=5s", "leader-election.elections.settlement.renew-interval=10s" })
	void badPropertiesStopTheStart(String property) {
		this.contextRunner.withPropertyValues("spring.application.name=payments", property).run((context) -> {
			FailureAnalysis analysis = StartUpFailure.analyze(context.getStartupFailure());
			assertThat(analysis.getCause()).isInstanceOf(LeaderElectionConfigurationException.class);
			assertThat(analysis.getDescription() + analysis.getAction())
				.contains(property.substring(0, property.indexOf('=')));
		});
	}

	@Test
	void loopBacksOffToTheUsers() {
		EventLoop loop = mock(EventLoop.class);
		this.contextRunner.withPropertyValues("spring.application.name=payments")
			.withBean(EventLoop.class, () -> loop)
			.run((context) -> assertThat(context.getBean(EventLoop.class)).isSameAs(loop));
	}

	@Test
	void loopEndsWithTheContext() {
		this.contextRunner.withPropertyValues("spring.application.name=payments").run((context) -> {
			CompletableFuture<Thread> loop = new CompletableFuture<>();
			context.getBean(ThreadEventLoop.class).execute(() -> loop.complete(Thread.currentThread()));
			Thread thread = loop.get(10, TimeUnit.SECONDS);
			assertThat(thread.getName()).isEqualTo("leader-election");
			context.close();
			assertThat(thread.isAlive()).isFalse();
		});
	}

}
