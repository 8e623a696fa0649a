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
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import javax.sql.DataSource;

import io.leaderelection.autoconfigure.ConfiguredElections;
import io.leaderelection.autoconfigure.ElectionNamespace;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.fencing.jdbc.FenceEnforcement;
import io.leaderelection.fencing.jdbc.FenceMeters;
import io.leaderelection.fencing.jdbc.FencedDatabase;
import io.leaderelection.fencing.jdbc.FencedJdbcTemplate;
import io.leaderelection.fencing.jdbc.JdbcFencing;
import io.leaderelection.fencing.jdbc.JdbcTransactionCheck;
import io.leaderelection.fencing.jdbc.ProtectedDatabases;
import io.leaderelection.fencing.jdbc.ReportedFenceMeters;
import io.leaderelection.spi.FenceRepair;
import io.leaderelection.spi.RejectionListener;
import io.leaderelection.spi.TransactionCheck;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.JdbcProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.SQLExceptionTranslator;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of the {@link FencedJdbcTemplate}
 * and of the check of transactions that were begun before guarded work.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class,
		afterName = "org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration")
@ConditionalOnClass({ JdbcProperties.class, JdbcTemplate.class })
@ConditionalOnBean(DataSource.class)
public final class FencingAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	JdbcFencing jdbcFencing(ElectionNamespace namespace, ConfiguredElections elections, ListableBeanFactory beanFactory,
			ObjectProvider<FenceMeters> meters, ObjectProvider<RejectionListener> rejectionListeners,
			ObjectProvider<FenceRepair> repair) {
		ProtectedDatabases databases = new ProtectedDataSources(beanFactory, elections).choose();
		// Looked up at use: the engine depends on the sealer, which depends on the
		// fencing.
		// Asked for by each transaction.
		Map<String, Duration> idleLimits = new ConcurrentHashMap<>();
		return new JdbcFencing(namespace.value(), databases,
				(election) -> idleLimits.computeIfAbsent(election, elections::idleInTransactionLimit),
				ReportedFenceMeters.of(meters.getIfAvailable(() -> FenceMeters.NONE),
						rejectionListeners.orderedStream().toList()),
				(token) -> repair.ifAvailable((engine) -> engine.sealAgain(token)));
	}

	@Bean
	@ConditionalOnMissingBean
	FenceEnforcement fenceEnforcement(ElectionNamespace namespace) {
		return new FenceEnforcement(namespace.value());
	}

	@Bean
	@ConditionalOnMissingBean(TransactionCheck.class)
	JdbcTransactionCheck jdbcTransactionCheck(JdbcFencing fencing) {
		return new JdbcTransactionCheck(fencing);
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnSingleCandidate(DataSource.class)
	@ConditionalOnMissingBean(FencedJdbcTemplate.class)
	@EnableConfigurationProperties(JdbcProperties.class)
	static class FencedJdbcTemplateConfiguration {

		// A fallback: whoever asks for a JdbcTemplate goes on to get the plain one.
		@Bean
		@Fallback
		FencedJdbcTemplate fencedJdbcTemplate(JdbcFencing fencing, DataSource dataSource, JdbcProperties properties,
				ObjectProvider<SQLExceptionTranslator> exceptionTranslator) {
			FencedDatabase database = fencing.databases()
				.all()
				.stream()
				.filter((candidate) -> candidate.isBehind(dataSource))
				.findFirst()
				.orElseGet(() -> new FencedDatabase("dataSource", dataSource));
			FencedJdbcTemplate template = new FencedJdbcTemplate(fencing, database);
			JdbcProperties.Template settings = properties.getTemplate();
			template.setIgnoreWarnings(settings.isIgnoreWarnings());
			template.setFetchSize(settings.getFetchSize());
			template.setMaxRows(settings.getMaxRows());
			if (settings.getQueryTimeout() != null) {
				template.setQueryTimeout((int) settings.getQueryTimeout().toSeconds());
			}
			template.setSkipResultsProcessing(settings.isSkipResultsProcessing());
			template.setSkipUndeclaredResults(settings.isSkipUndeclaredResults());
			template.setResultsMapCaseInsensitive(settings.isResultsMapCaseInsensitive());
			exceptionTranslator.ifUnique(template::setExceptionTranslator);
			return template;
		}

	}

}
