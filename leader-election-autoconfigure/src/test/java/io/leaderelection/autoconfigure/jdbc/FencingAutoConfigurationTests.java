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

import java.util.ArrayList;
import java.util.List;

import javax.sql.DataSource;

import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.StartUpFailure;
import io.leaderelection.fencing.jdbc.FenceLineage;
import io.leaderelection.fencing.jdbc.FenceMeters;
import io.leaderelection.fencing.jdbc.FenceSchemaInitializer;
import io.leaderelection.fencing.jdbc.FencedJdbcTemplate;
import io.leaderelection.fencing.jdbc.JdbcFenceSealer;
import io.leaderelection.fencing.jdbc.JdbcFencing;
import io.leaderelection.spi.FenceSealer;
import io.leaderelection.spi.RejectionListener;
import io.leaderelection.spi.TransactionCheck;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link FencingAutoConfiguration} and {@link FenceSealingAutoConfiguration},
 * without any database.
 */
class FencingAutoConfigurationTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withPropertyValues("spring.application.name=payments")
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class, JdbcClientAutoConfiguration.class,
				JdbcTemplateAutoConfiguration.class, LeaderElectionAutoConfiguration.class,
				FencingAutoConfiguration.class, FenceSealingAutoConfiguration.class));

	private final ApplicationContextRunner databaseRunner = this.contextRunner
		.withPropertyValues("spring.datasource.url=jdbc:postgresql://127.0.0.1:1/payments");

	@Test
	void databaseGetsAFencedTemplateBesideThePlainOne() {
		this.databaseRunner.run((context) -> {
			assertThat(context).hasSingleBean(FencedJdbcTemplate.class).hasSingleBean(TransactionCheck.class);
			assertThat(context.getBean(JdbcTemplate.class)).isNotInstanceOf(FencedJdbcTemplate.class);
			assertThat(context).hasSingleBean(JdbcClient.class);
		});
	}

	@Test
	void templateHonoursTheSettingsOfTemplates() {
		this.databaseRunner
			.withPropertyValues("spring.jdbc.template.fetch-size=50", "spring.jdbc.template.max-rows=1000",
					"spring.jdbc.template.query-timeout=7s", "spring.jdbc.template.ignore-warnings=false")
			.run((context) -> {
				FencedJdbcTemplate template = context.getBean(FencedJdbcTemplate.class);
				assertThat(template.getFetchSize()).isEqualTo(50);
				assertThat(template.getMaxRows()).isEqualTo(1000);
				assertThat(template.getQueryTimeout()).isEqualTo(7);
				assertThat(template.isIgnoreWarnings()).isFalse();
			});
	}

	@Test
	void everyElectionProtectsTheSingleDatabase() {
		this.databaseRunner.run(
				(context) -> assertThat(context.getBean(JdbcFencing.class).databases().of("settlement")).singleElement()
					.matches((database) -> database.isBehind(context.getBean(DataSource.class))));
	}

	@Test
	void registryOfMetersCountsWhatFencesDo() {
		this.databaseRunner.withConfiguration(AutoConfigurations.of(FenceMetricsAutoConfiguration.class))
			.withBean(SimpleMeterRegistry.class)
			.run((context) -> {
				context.getBean(JdbcFencing.class).meters().writeFenced("settlement", "payments");
				assertThat(context.getBean(MeterRegistry.class).get("leader.election.fence.writes").counter().count())
					.isEqualTo(1);
			});
	}

	@Test
	void refusedWritesAreToldBesideTheMeters() {
		List<String> told = new ArrayList<>();
		this.databaseRunner.withConfiguration(AutoConfigurations.of(FenceMetricsAutoConfiguration.class))
			.withBean(SimpleMeterRegistry.class)
			.withBean(RejectionListener.class, () -> (election, by) -> told.add(election + " " + by))
			.run((context) -> {
				FenceMeters meters = context.getBean(JdbcFencing.class).meters();
				meters.rejectedByFence("settlement", "payments");
				meters.rejectedLocally("none", "payments");
				meters.writeFenced("settlement", "payments");
				assertThat(told).containsExactly("settlement FENCE", "none PROCESS");
				MeterRegistry registry = context.getBean(MeterRegistry.class);
				assertThat(registry.get("leader.election.fence.rejections").tag("by", "fence").counter().count())
					.isEqualTo(1);
				assertThat(registry.get("leader.election.fence.writes").counter().count()).isEqualTo(1);
			});
	}

	@Test
	void withoutARegistryNothingIsCounted() {
		this.databaseRunner.withConfiguration(AutoConfigurations.of(FenceMetricsAutoConfiguration.class))
			.run((context) -> assertThat(context.getBean(JdbcFencing.class).meters()).isSameAs(FenceMeters.NONE));
	}

	@Test
	void usersMetersWin() {
		FenceMeters users = mock(FenceMeters.class);
		this.databaseRunner.withConfiguration(AutoConfigurations.of(FenceMetricsAutoConfiguration.class))
			.withBean(SimpleMeterRegistry.class)
			.withBean(FenceMeters.class, () -> users)
			.run((context) -> assertThat(context.getBean(JdbcFencing.class).meters()).isSameAs(users));
	}

	@Test
	void usersTemplateWins() {
		FencedJdbcTemplate users = mock(FencedJdbcTemplate.class);
		this.databaseRunner.withBean(FencedJdbcTemplate.class, () -> users)
			.run((context) -> assertThat(context.getBean(FencedJdbcTemplate.class)).isSameAs(users));
	}

	@Test
	void withoutADatabaseThereIsNothingToFence() {
		this.contextRunner.withClassLoader(new FilteredClassLoader("org.h2", "org.postgresql", "com.zaxxer"))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(JdbcFencing.class));
	}

	@Test
	void severalDatabasesStopTheStart() {
		this.contextRunner.withBean("ledger", DataSource.class, SimpleDriverDataSource::new)
			.withBean("archive", DataSource.class, SimpleDriverDataSource::new)
			.run((context) -> assertThat(StartUpFailure.analyze(context.getStartupFailure()).getDescription())
				.contains("several DataSources")
				.contains("'ledger'")
				.contains("'archive'"));
	}

	@Test
	void severalDatabasesDoNotMatterIfNoneIsProtected() {
		this.contextRunner.withPropertyValues("leader-election.data-sources=none")
			.withBean("ledger", DataSource.class, SimpleDriverDataSource::new)
			.withBean("archive", DataSource.class, SimpleDriverDataSource::new)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(FencedJdbcTemplate.class));
	}

	@Test
	void disabledElectionsLeaveTheTemplateToInject() {
		this.databaseRunner.withPropertyValues("leader-election.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(FencedJdbcTemplate.class)
				.doesNotHaveBean(FenceSealer.class)
				.doesNotHaveBean(FenceSchemaInitializer.class));
	}

	@Test
	void fencesAreSealedIfElectionsAreHeld() {
		this.databaseRunner.run((context) -> assertThat(context).hasNotFailed()
			.hasSingleBean(JdbcFenceSealer.class)
			.hasSingleBean(FenceLineage.class));
	}

	@Test
	void usersSealerWins() {
		FenceSealer users = mock(FenceSealer.class);
		this.databaseRunner.withBean(FenceSealer.class, () -> users)
			.run((context) -> assertThat(context.getBean(FenceSealer.class)).isSameAs(users));
	}

}
