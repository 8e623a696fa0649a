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

import io.leaderelection.coordinator.EventLoop;
import io.leaderelection.coordinator.ThreadEventLoop;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of what every part of leader
 * election needs: its settings, its namespace and its thread.
 */
@AutoConfiguration
@EnableConfigurationProperties(LeaderElectionProperties.class)
public final class LeaderElectionAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	ConfiguredElections configuredElections(LeaderElectionProperties properties, Environment environment) {
		PropertyNames.check(environment);
		ElectionPropertyNames.check(environment);
		// A condition would take anything else than 'true' for 'false'.
		KnownProperties.SWITCHES
			.forEach((name) -> Binder.get(environment).bind(KnownProperties.PREFIX + name, Bindable.of(Boolean.class)));
		UnitlessDurations.report(environment);
		return new ConfiguredElections(properties);
	}

	@Bean
	@ConditionalOnBooleanProperty("leader-election.console.enabled")
	MissingConsoleReport missingConsoleReport() {
		return new MissingConsoleReport();
	}

	@Bean
	@ConditionalOnMissingBean
	ElectionNamespace electionNamespace(LeaderElectionProperties properties, Environment environment) {
		return properties.enabled() ? ElectionNamespace.resolve(properties.namespace(), environment)
				: ElectionNamespace.UNUSED;
	}

	@Bean(destroyMethod = "close")
	@ConditionalOnMissingBean(EventLoop.class)
	ThreadEventLoop leaderElectionEventLoop() {
		return new ThreadEventLoop("leader-election");
	}

}
