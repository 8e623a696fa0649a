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

import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.StartUpFailure;
import io.leaderelection.context.FixedLeadership;
import io.leaderelection.context.GuardedCall;
import io.leaderelection.context.LeadershipContext;
import io.leaderelection.runs.LeaderRuns;
import io.leaderelection.runs.MissingRunTableException;
import io.leaderelection.runs.RunAttemptsExhaustedException;
import io.leaderelection.servers.PostgresDatabase;
import io.leaderelection.servers.PostgresServer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link LeaderRunsAutoConfiguration}.
 */
class LeaderRunsAutoConfigurationTests {

	private static final String ALWAYS = "leader-election.jdbc.initialize-schema=always";

	@RegisterExtension
	static final PostgresDatabase database = PostgresServer.database();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withPropertyValues("spring.application.name=shop")
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class, JdbcTemplateAutoConfiguration.class,
				DataSourceTransactionManagerAutoConfiguration.class, TransactionAutoConfiguration.class,
				LeaderElectionAutoConfiguration.class, FencingAutoConfiguration.class,
				FenceSealingAutoConfiguration.class, LeaderRunsAutoConfiguration.class));

	private final JdbcTemplate observer = new JdbcTemplate(database.dataSource());

	@BeforeEach
	void dropTables() {
		this.observer.execute("DROP TABLE IF EXISTS leader_run, leader_fence, leader_fence_intent");
	}

	@Test
	void ledgerIsCreatedWithItsTableWhenItIsUsed() {
		onDatabase().withPropertyValues(ALWAYS).withBean(Settlement.class).run((context) -> {
			this.observer.execute(
					"INSERT INTO leader_fence VALUES ('shop', 'settlement', 1, 'grant-1', 'lineage', 'me', now())");
			Settlement settlement = context.getBean(Settlement.class);
			settlement.settle();
			settlement.settle();
			assertThat(this.observer.queryForObject("SELECT state FROM leader_run", String.class))
				.isEqualTo("FINISHED");
		});
	}

	@Test
	void applicationThatUsesNoLedgerNeedsNoTable() {
		onDatabase().withPropertyValues(ALWAYS).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(this.observer.queryForObject("SELECT to_regclass('leader_run') IS NULL", Boolean.class))
				.isTrue();
		});
	}

	@Test
	void missingTableStopsTheStartOfAnApplicationThatUsesTheLedger() {
		onDatabase().withPropertyValues(ALWAYS).run((context) -> {
		});
		onDatabase().withPropertyValues("leader-election.jdbc.initialize-schema=never")
			.withBean(Settlement.class)
			.run((context) -> assertThat(context.getStartupFailure())
				.hasRootCauseInstanceOf(MissingRunTableException.class));
	}

	@Test
	void databaseThatCannotBeReachedIsNoReasonNotToStart() {
		this.contextRunner
			.withPropertyValues("spring.datasource.url=jdbc:postgresql://127.0.0.1:1/payments",
					"spring.datasource.hikari.connection-timeout=300")
			.withBean(Settlement.class)
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void disabledElectionsLeaveTheLedgerToInject() {
		onDatabase().withPropertyValues("leader-election.enabled=false")
			.withBean(Settlement.class)
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(LeaderRuns.class));
	}

	@Test
	void registryOfMetersCountsRunsAndPropertiesBoundTheirAttempts() {
		onDatabase().withPropertyValues(ALWAYS, "leader-election.runs.max-attempts=1")
			.withBean(SimpleMeterRegistry.class)
			.withBean(Settlement.class)
			.run((context) -> {
				this.observer.execute(
						"INSERT INTO leader_fence VALUES ('shop', 'settlement', 1, 'grant-1', 'lineage', 'me', now())");
				Settlement settlement = context.getBean(Settlement.class);
				assertThatExceptionOfType(IllegalStateException.class).isThrownBy(settlement::fail);
				assertThatExceptionOfType(RunAttemptsExhaustedException.class).isThrownBy(settlement::fail);
				assertThat(context.getBean(MeterRegistry.class)
					.get("leader.election.run.attempts")
					.tag("kind", "first")
					.counter()
					.count()).isEqualTo(1);
			});
	}

	@Test
	void valuesThatBreakARuleStopTheStartAndNameTheProperty() {
		onDatabase().withPropertyValues(ALWAYS, "leader-election.runs.retention=-1d")
			.run((context) -> assertThat(StartUpFailure.analyze(context.getStartupFailure()).getDescription())
				.contains("'leader-election.runs.retention'"));
		onDatabase().withPropertyValues(ALWAYS, "leader-election.runs.max-attempts=0")
			.run((context) -> assertThat(StartUpFailure.analyze(context.getStartupFailure()).getDescription())
				.contains("'leader-election.runs.max-attempts'"));
	}

	@Test
	void usersLedgerWins() {
		LeaderRuns users = mock(LeaderRuns.class);
		onDatabase().withPropertyValues(ALWAYS)
			.withBean(LeaderRuns.class, () -> users)
			.run((context) -> assertThat(context.getBean(LeaderRuns.class)).isSameAs(users));
	}

	@Test
	void withoutADatabaseThereIsNoLedger() {
		this.contextRunner.withClassLoader(new FilteredClassLoader("org.h2", "org.postgresql", "com.zaxxer"))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LeaderRuns.class));
	}

	private ApplicationContextRunner onDatabase() {
		return this.contextRunner.withPropertyValues("spring.datasource.url=" + database.url(),
				"spring.datasource.username=" + database.user(), "spring.datasource.password=" + database.password());
	}

	static class Settlement {

		private final LeaderRuns runs;

		Settlement(LeaderRuns runs) {
			this.runs = runs;
		}

		void settle() {
			lead(() -> this.runs.once("settlement-2026-11-30", (run) -> run.step(() -> run.save("all"))));
		}

		void fail() {
			lead(() -> this.runs.once("settlement-2026-11-30", (run) -> {
				throw new IllegalStateException();
			}));
		}

		private void lead(Runnable work) {
			try (LeadershipContext.Scope scope = LeadershipContext.empty()
				.with(new GuardedCall(new FixedLeadership("settlement", 1)))
				.makeCurrent()) {
				work.run();
			}
		}

	}

}
