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

package io.leaderelection.autoconfigure.memory;

import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.memory.MemoryCluster;
import io.leaderelection.coordinator.memory.MemoryCoordinator;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link MemoryCoordinatorAutoConfiguration}.
 */
class MemoryCoordinatorAutoConfigurationTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withPropertyValues("spring.application.name=payments")
		.withConfiguration(
				AutoConfigurations.of(LeaderElectionAutoConfiguration.class, MemoryCoordinatorAutoConfiguration.class));

	@Test
	void memoryIsNeverChosenSilently() {
		this.contextRunner.run((context) -> assertThat(context).doesNotHaveBean(Coordinator.class));
	}

	@Test
	void memoryIsChosenByProperty() {
		this.contextRunner.withPropertyValues("leader-election.coordinator=memory")
			.run((context) -> assertThat(context).hasSingleBean(MemoryCoordinator.class)
				.hasSingleBean(MemoryCluster.class));
	}

	@Test
	void usersCoordinatorWins() {
		this.contextRunner.withPropertyValues("leader-election.coordinator=memory")
			.withBean(Coordinator.class, () -> mock(Coordinator.class))
			.run((context) -> assertThat(context).doesNotHaveBean(MemoryCoordinator.class)
				.doesNotHaveBean(MemoryCluster.class));
	}

	@Test
	void disabledElectionsNeedNoCoordinator() {
		this.contextRunner.withPropertyValues("leader-election.coordinator=memory", "leader-election.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(Coordinator.class));
	}

}
