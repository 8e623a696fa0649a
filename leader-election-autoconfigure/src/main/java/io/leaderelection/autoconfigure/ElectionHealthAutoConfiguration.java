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

import io.leaderelection.LeaderElections;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.EventLoop;
import io.leaderelection.health.LeaderElectionHealthIndicator;
import io.leaderelection.health.LeaderElectionInfoContributor;
import io.leaderelection.health.SessionContact;

import org.springframework.boot.actuate.autoconfigure.info.ConditionalOnEnabledInfoContributor;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of the health of elections and of
 * the information about them.
 */
@AutoConfiguration(after = ElectionEngineAutoConfiguration.class,
		beforeName = {
				"org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration",
				"org.springframework.boot.actuate.autoconfigure.info.InfoContributorAutoConfiguration" })
@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
@ConditionalOnBean({ LeaderElections.class, Coordinator.class, EventLoop.class })
public final class ElectionHealthAutoConfiguration {

	// The conditions stand one in the other, as the inner one is missing together with
	// what the outer one asks for.
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class })
	static class HealthConfiguration {

		@Configuration(proxyBeanMethods = false)
		@ConditionalOnEnabledHealthIndicator("leader-election")
		static class EnabledConfiguration {

			@Bean
			@ConditionalOnMissingBean
			SessionContact electionSessionContact(EventLoop eventLoop) {
				return new SessionContact(eventLoop::nanoTime);
			}

			@Bean
			@ConditionalOnMissingBean(name = "leaderElectionHealthIndicator")
			LeaderElectionHealthIndicator leaderElectionHealthIndicator(LeaderElections elections,
					Coordinator coordinator, SessionContact contact, ConfiguredElections settings) {
				return new LeaderElectionHealthIndicator(elections, coordinator, contact,
						(election) -> settings.apply(election).ttl());
			}

		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ InfoContributor.class, ConditionalOnEnabledInfoContributor.class })
	static class InfoConfiguration {

		@Configuration(proxyBeanMethods = false)
		@ConditionalOnEnabledInfoContributor("leader-election")
		static class EnabledConfiguration {

			@Bean
			@ConditionalOnMissingBean
			LeaderElectionInfoContributor leaderElectionInfoContributor(LeaderElections elections,
					ElectionNamespace namespace, Coordinator coordinator) {
				return new LeaderElectionInfoContributor(elections, namespace.value(), coordinator.type());
			}

		}

	}

}
