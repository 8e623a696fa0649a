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

import java.util.List;
import java.util.UUID;

import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.StartUpFailure;
import io.leaderelection.coordinator.jdbc.JdbcCoordinator;
import io.leaderelection.servers.PostgresDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.liquibase.autoconfigure.LiquibaseAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the scripts on the class path, as Flyway and Liquibase run them, and for what
 * needs their tables having to wait for them.
 */
class SchemaMigrationTests {

	private static final String FENCE = "classpath:io/leaderelection/jdbc/{vendor}";

	private static final String COORDINATOR = "classpath:io/leaderelection/coordinator/jdbc/{vendor}";

	private final PostgresDatabase database = new PostgresDatabase();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withPropertyValues("spring.application.name=payments", "leader-election.coordinator=jdbc",
				"leader-election.jdbc.initialize-schema=never")
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class, FencingAutoConfiguration.class,
				FenceSealingAutoConfiguration.class, JdbcCoordinatorAutoConfiguration.class,
				LeaderElectionAutoConfiguration.class));

	private final ApplicationContextRunner flywayRunner = this.contextRunner
		.withConfiguration(AutoConfigurations.of(FlywayAutoConfiguration.class));

	private final ApplicationContextRunner liquibaseRunner = this.contextRunner
		.withPropertyValues("spring.liquibase.change-log=classpath:io/leaderelection/autoconfigure/jdbc/changelog.yaml")
		.withConfiguration(AutoConfigurations.of(LiquibaseAutoConfiguration.class));

	@BeforeEach
	void createDatabase() {
		this.database.create();
	}

	@AfterEach
	void dropDatabase() {
		this.database.drop();
	}

	@Test
	void flywayRunsTheScripts() {
		this.flywayRunner.withPropertyValues(dataSource())
			.withPropertyValues("spring.flyway.locations=" + FENCE + "," + COORDINATOR)
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(JdbcCoordinator.class));
		assertThat(tables()).contains("leader_fence", "leader_namespace", "leader_history");
	}

	@Test
	void flywayRunsTheScriptsOnTablesThatExistAlready() {
		this.contextRunner.withPropertyValues(dataSource())
			.withPropertyValues("leader-election.jdbc.initialize-schema=always")
			.run((context) -> assertThat(context).hasNotFailed());
		this.flywayRunner.withPropertyValues(dataSource())
			.withPropertyValues("spring.flyway.locations=" + FENCE + "," + COORDINATOR,
					"spring.flyway.baseline-on-migrate=true")
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(JdbcCoordinator.class));
	}

	@Test
	void flywayWithoutTheCoordinatorsScriptIsNoticed() {
		this.flywayRunner.withPropertyValues(dataSource())
			.withPropertyValues("spring.flyway.locations=" + FENCE)
			.run((context) -> assertThat(StartUpFailure.analyze(context.getStartupFailure()).getAction())
				.contains("CREATE TABLE IF NOT EXISTS leader_namespace"));
	}

	@Test
	void liquibaseRunsTheScripts() {
		this.liquibaseRunner.withPropertyValues(dataSource())
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(JdbcCoordinator.class));
		assertThat(tables()).contains("leader_fence", "leader_namespace", "leader_history");
	}

	@Test
	void flywayRunsTheScriptsOnH2() {
		this.flywayRunner.withPropertyValues(h2())
			.withPropertyValues("spring.flyway.locations=" + FENCE + "," + COORDINATOR)
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(JdbcCoordinator.class));
	}

	@Test
	void liquibaseRunsTheScriptsOnH2() {
		this.liquibaseRunner.withPropertyValues(h2())
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(JdbcCoordinator.class));
	}

	private static String h2() {
		return "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
	}

	private String[] dataSource() {
		return new String[] { "spring.datasource.url=" + this.database.url(),
				"spring.datasource.username=" + this.database.user(),
				"spring.datasource.password=" + this.database.password() };
	}

	private List<String> tables() {
		return new JdbcTemplate(this.database.dataSource())
			.queryForList("SELECT tablename FROM pg_tables WHERE schemaname = 'public'", String.class);
	}

}
