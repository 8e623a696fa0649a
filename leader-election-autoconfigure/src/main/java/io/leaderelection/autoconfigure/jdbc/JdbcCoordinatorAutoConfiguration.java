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

package io.leaderelection.autoconfigure.jdbc;

import java.time.Duration;

import io.leaderelection.autoconfigure.CallTimeout;
import io.leaderelection.autoconfigure.ConfiguredElections;
import io.leaderelection.autoconfigure.CoordinatorType;
import io.leaderelection.autoconfigure.ElectionNamespace;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.jdbc.JdbcCoordinator;
import io.leaderelection.coordinator.jdbc.JdbcCoordinatorSettings;
import io.leaderelection.engine.PlainDuration;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of the coordinator on a database,
 * which has to be chosen.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class,
		afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
@ConditionalOnProperty(name = "leader-election.coordinator", havingValue = "jdbc")
@ConditionalOnClass({ DataSourceBuilder.class, SimpleDriverDataSource.class })
@ConditionalOnMissingBean(Coordinator.class)
@EnableConfigurationProperties({ FencingProperties.class, JdbcCoordinatorProperties.class })
public final class JdbcCoordinatorAutoConfiguration {

	private static final String POLL_INTERVAL = JdbcCoordinatorProperties.PREFIX + "poll-interval";

	@Bean
	@DependsOnDatabaseInitialization
	JdbcCoordinator jdbcCoordinator(ListableBeanFactory beanFactory, JdbcCoordinatorProperties properties,
			FencingProperties schemaProperties, ElectionNamespace namespace, ConfiguredElections elections) {
		JdbcCoordinatorSettings settings = settings(properties, namespace, elections);
		CoordinatorSchema schema = new CoordinatorSchema(
				new CoordinatorDatabaseChoice(beanFactory, properties, settings.callTimeout()).choose(),
				schemaProperties.initializeSchema(), settings.callTimeout());
		schema.initialize();
		return new JdbcCoordinator(settings, schema.connections());
	}

	private static JdbcCoordinatorSettings settings(JdbcCoordinatorProperties properties, ElectionNamespace namespace,
			ConfiguredElections elections) {
		elections.forEachTtl(CoordinatorType.JDBC::requireTtl);
		elections.forEachTtl((ttlProperty, ttl) -> requireShorter(properties.pollInterval(), ttlProperty, ttl));
		Duration callTimeout = CallTimeout.resolve(JdbcCoordinatorProperties.PREFIX + "call-timeout",
				properties.callTimeout(), elections);
		return JdbcCoordinatorSettings.of(namespace.value())
			.withTimes(callTimeout, properties.pollInterval(), properties.heartbeat());
	}

	private static void requireShorter(Duration pollInterval, String ttlProperty, Duration ttl) {
		if (pollInterval.compareTo(ttl) >= 0) {
			throw new LeaderElectionConfigurationException(
					"'%s' is %s, but the time-to-live '%s' is %s: a resignation would be noticed later than a crash."
						.formatted(POLL_INTERVAL, new PlainDuration(pollInterval), ttlProperty, new PlainDuration(ttl)),
					"Set it to less than %s, such as 500ms.".formatted(new PlainDuration(ttl)), POLL_INTERVAL);
		}
	}

}
