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

import java.util.ArrayList;
import java.util.List;

import io.leaderelection.FencingToken;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderOnly;
import io.leaderelection.Leadership;
import io.leaderelection.gate.GuardedCalls;
import io.leaderelection.spi.TransactionCheck;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link GateAutoConfiguration}.
 */
class GateAutoConfigurationTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(GateAutoConfiguration.class))
		.withPropertyValues("spring.aop.auto=false");

	@Test
	void theGateIsThere() {
		this.contextRunner.withBean(LeaderElections.class, GateAutoConfigurationTests::nobodyLeads)
			.withBean(Job.class)
			.run((context) -> {
				assertThat(context).hasSingleBean(GuardedCalls.class);
				assertThat(context.getBean(Job.class).work()).isNull();
			});
	}

	@Test
	void guardedCallsOfTheApplicationDoNotReplaceTheGate() {
		this.contextRunner.withBean(LeaderElections.class, GateAutoConfigurationTests::nobodyLeads)
			.withBean("ownCalls", GuardedCalls.class, () -> new GuardedCalls(List::of))
			.withBean(Job.class)
			.run((context) -> {
				assertThat(context).hasSingleBean(GuardedCalls.class);
				assertThat(context.getBean(Job.class).work()).isNull();
			});
	}

	/**
	 * The calls are counted where the parent's elections look for them.
	 */
	@Test
	void aChildContextHasItsGateAndTheParentsCalls() {
		this.contextRunner.withBean(LeaderElections.class, GateAutoConfigurationTests::nobodyLeads)
			.run((parent) -> this.contextRunner.withParent(parent).withBean(Job.class).run((child) -> {
				assertThat(child).hasNotFailed();
				assertThat(child.getBean(Job.class).work()).isNull();
				assertThat(child.getBean(GuardedCalls.class)).isSameAs(parent.getBean(GuardedCalls.class));
			}));
	}

	@Test
	void transactionChecksAreFoundAsBeans() {
		Leadership leadership = mock(Leadership.class);
		given(leadership.token()).willReturn(new FencingToken("default", 5, "grant"));
		List<FencingToken> checked = new ArrayList<>();
		this.contextRunner.withBean(TransactionCheck.class, () -> checked::add).run((context) -> {
			context.getBean(GuardedCalls.class).call(leadership, () -> "done");
			assertThat(checked).containsExactly(leadership.token());
		});
	}

	private static LeaderElections nobodyLeads() {
		LeaderElection election = mock(LeaderElection.class);
		given(election.name()).willReturn("default");
		LeaderElections elections = mock(LeaderElections.class);
		given(elections.get(anyString())).willReturn(election);
		return elections;
	}

	static class Job {

		@LeaderOnly
		String work() {
			return "worked";
		}

	}

}
