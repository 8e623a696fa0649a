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

import io.leaderelection.autoconfigure.ConfiguredElections;
import io.leaderelection.autoconfigure.ElectionNamespace;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.jdbc.JdbcCoordinator;
import io.leaderelection.coordinator.jdbc.JdbcCoordinatorSettings;

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

	private static final Duration MINIMUM_TTL = Duration.ofSeconds(1);

	@Bean
	@DependsOnDatabaseInitialization
	JdbcCoordinator jdbcCoordinator(ListableBeanFactory beanFactory, JdbcCoordinatorProperties properties,
			FencingProperties schemaProperties, ElectionNamespace namespace, ConfiguredElections elections) {
		elections.forEachTtl(JdbcCoordinatorAutoConfiguration::requireMinimum);
		JdbcCoordinatorSettings settings = settings(properties, namespace);
		CoordinatorSchema schema = new CoordinatorSchema(
				new CoordinatorDatabaseChoice(beanFactory, properties, settings.callTimeout()).choose(),
				schemaProperties.initializeSchema(), settings.callTimeout());
		schema.initialize();
		return new JdbcCoordinator(settings, schema.connections());
	}

	private static JdbcCoordinatorSettings settings(JdbcCoordinatorProperties properties, ElectionNamespace namespace) {
		try {
			return JdbcCoordinatorSettings.of(namespace.value())
				.withTimes(properties.callTimeout(), properties.pollInterval(), properties.heartbeat());
		}
		catch (IllegalArgumentException ex) {
			throw new LeaderElectionConfigurationException(
					"Settings below 'leader-election.jdbc': %s.".formatted(ex.getMessage()), "Correct them.");
		}
	}

	private static void requireMinimum(String property, Duration ttl) {
		if (ttl.compareTo(MINIMUM_TTL) < 0) {
			throw new LeaderElectionConfigurationException(
					"'%s' is %d ms, but a database is asked to renew a lease of 1 s at least.".formatted(property,
							ttl.toMillis()),
					"Set it to 1s at least; 5s rides out a slow moment of the database.", property);
		}
	}

}
