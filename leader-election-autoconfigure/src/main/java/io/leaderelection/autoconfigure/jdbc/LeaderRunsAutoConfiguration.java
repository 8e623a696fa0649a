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

import javax.sql.DataSource;

import io.leaderelection.fencing.jdbc.FenceSchemaInitializer;
import io.leaderelection.fencing.jdbc.FencedJdbcTemplate;
import io.leaderelection.runs.FiringLedger;
import io.leaderelection.runs.JdbcLeaderRuns;
import io.leaderelection.runs.LeaderRuns;
import io.leaderelection.runs.MicrometerRunMeters;
import io.leaderelection.runs.RunMeters;
import io.leaderelection.runs.RunTable;
import io.leaderelection.spi.TransitionListener;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of the ledger of runs in the
 * database that the elections protect.
 */
@AutoConfiguration(after = { FencingAutoConfiguration.class, FenceSealingAutoConfiguration.class },
		afterName = { "org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration",
				"org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration" })
@ConditionalOnClass(JdbcTransactionManager.class)
@ConditionalOnBean(FencedJdbcTemplate.class)
@ConditionalOnSingleCandidate(DataSource.class)
@EnableConfigurationProperties(RunProperties.class)
public final class LeaderRunsAutoConfiguration {

	private static final String LEDGER = "leaderRuns";

	// Created by those who use it: an application that does not needs no table.
	@Bean
	@Lazy
	@DependsOnDatabaseInitialization
	@ConditionalOnMissingBean
	RunTable runTable(FencedJdbcTemplate jdbc, ObjectProvider<FenceSchemaInitializer> initializer) {
		FenceSchemaInitializer schema = initializer.getIfAvailable();
		if (schema == null) {
			return new RunTable(jdbc.getDatabase(), new FenceSchemaInitializer(DatabaseInitializationMode.NEVER));
		}
		RunTable table = new RunTable(jdbc.getDatabase(), schema);
		table.prepare();
		return table;
	}

	@Bean(LEDGER)
	@Lazy
	@ConditionalOnMissingBean(LeaderRuns.class)
	JdbcLeaderRuns leaderRuns(FencedJdbcTemplate jdbc, DataSource dataSource, RunTable table,
			ObjectProvider<PlatformTransactionManager> transactionManager, RunProperties properties,
			ObjectProvider<RunMeters> meters) {
		return new JdbcLeaderRuns(jdbc, unique(transactionManager, dataSource), table, properties.toSettings(),
				meters.getIfAvailable(() -> RunMeters.NONE));
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	FiringLedger firingLedger(FencedJdbcTemplate jdbc, DataSource dataSource, RunTable table,
			ObjectProvider<PlatformTransactionManager> transactionManager) {
		return new FiringLedger(jdbc, unique(transactionManager, dataSource), table);
	}

	private static PlatformTransactionManager unique(ObjectProvider<PlatformTransactionManager> transactionManager,
			DataSource dataSource) {
		PlatformTransactionManager unique = transactionManager.getIfUnique();
		return (unique != null) ? unique : new JdbcTransactionManager(dataSource);
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(MeterRegistry.class)
	@ConditionalOnBean(MeterRegistry.class)
	static class RunMetersConfiguration {

		@Bean
		@ConditionalOnMissingBean(RunMeters.class)
		MicrometerRunMeters runMeters(MeterRegistry registry) {
			return new MicrometerRunMeters(registry);
		}

		// An application that does not use the ledger has no use for its meters.
		@Bean
		@ConditionalOnBean(MicrometerRunMeters.class)
		TransitionListener runMetersRegistration(MicrometerRunMeters meters, ConfigurableBeanFactory beans) {
			return (transition) -> {
				if (beans.containsSingleton(LEDGER)) {
					meters.register(transition.election());
				}
			};
		}

	}

}
