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
import io.leaderelection.coordinator.EventLoop;
import io.leaderelection.coordinator.memory.MemoryCluster;
import io.leaderelection.coordinator.memory.MemoryCoordinator;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of the coordinator in memory, with
 * which an application under test leads at once.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
@ConditionalOnProperty(name = "leader-election.coordinator", havingValue = "memory")
@ConditionalOnMissingBean(Coordinator.class)
public final class MemoryCoordinatorAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	MemoryCluster memoryCluster(EventLoop eventLoop) {
		return new MemoryCluster(eventLoop);
	}

	@Bean
	MemoryCoordinator memoryCoordinator(MemoryCluster cluster, EventLoop eventLoop) {
		return new MemoryCoordinator(cluster, eventLoop);
	}

}
