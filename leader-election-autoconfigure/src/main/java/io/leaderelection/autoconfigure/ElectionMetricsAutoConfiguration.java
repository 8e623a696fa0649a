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

import io.leaderelection.LeaderElections;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.EventLoop;
import io.leaderelection.observation.ClusterMeters;
import io.leaderelection.observation.ClusterSample;
import io.leaderelection.observation.ContactMeters;
import io.leaderelection.observation.ElectionMeters;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of the metrics of elections and of
 * their coordinator.
 */
@AutoConfiguration(after = ElectionEngineAutoConfiguration.class,
		afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({ MeterRegistry.class, Coordinator.class, EventLoop.class })
@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
public final class ElectionMetricsAutoConfiguration {

	private static final Duration SAMPLE_AGE = Duration.ofSeconds(10);

	@Bean
	@ConditionalOnMissingBean
	ElectionMeters electionMeters(MeterRegistry registry, ObjectProvider<LeaderElections> elections,
			ConfiguredElections settings, EventLoop eventLoop) {
		return new ElectionMeters(registry, elections::getObject, (election) -> settings.apply(election).ttl(),
				eventLoop::wallTime);
	}

	@Bean
	@ConditionalOnMissingBean
	ContactMeters coordinatorContactMeters(MeterRegistry registry) {
		return new ContactMeters(registry);
	}

	@Bean
	@ConditionalOnMissingBean
	ClusterMeters coordinatorClusterMeters(Coordinator coordinator, EventLoop eventLoop) {
		return new ClusterMeters(coordinator, new ClusterSample(coordinator, SAMPLE_AGE, eventLoop::nanoTime),
				eventLoop::wallTime);
	}

}
