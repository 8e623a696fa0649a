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
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderOnly;
import io.leaderelection.autoconfigure.StartUpFailure;
import io.leaderelection.runs.MissingRunTableException;
import io.leaderelection.schedule.CatchUp;
import io.leaderelection.servers.PostgresDatabase;
import io.leaderelection.servers.PostgresServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Tests for {@link CatchUpAutoConfiguration} in a whole application.
 */
class CatchUpAutoConfigurationTests {

	private static final String LAST = "SELECT progress FROM leader_run WHERE run_key = '@firing/yearly'";

	@RegisterExtension
	static final PostgresDatabase database = PostgresServer.database();

	private final JdbcTemplate observer = new JdbcTemplate(database.dataSource());

	@BeforeEach
	void dropTables() {
		this.observer.execute("DROP TABLE IF EXISTS leader_run, leader_fence, leader_fence_intent");
	}

	@Test
	void newScheduleIsNotedAndAMissedFiringIsMadeUpForAtTheNextGrant() {
		try (ConfigurableApplicationContext first = start("--leader-election.jdbc.initialize-schema=always")) {
			Awaitility.await()
				.atMost(Duration.ofSeconds(30))
				.until(() -> this.observer.queryForList(LAST, String.class).size() == 1);
			assertThat(first.getBean(Settlement.class).runs()).isZero();
		}
		this.observer.update("UPDATE leader_run SET progress = '2020-01-01T00:00:00Z/2020-01-01T00:10:00Z'");
		this.observer.execute("TRUNCATE leader_fence, leader_fence_intent");
		try (ConfigurableApplicationContext second = start("--leader-election.jdbc.initialize-schema=always")) {
			Awaitility.await()
				.atMost(Duration.ofSeconds(30))
				.until(() -> !this.observer.queryForList(LAST, String.class).get(0).startsWith("2020"));
			assertThat(second.getBean(Settlement.class).runs()).isEqualTo(1);
			assertThat(second.getBean(LeaderElections.class).get("settlement").isLeader()).isTrue();
		}
	}

	@Test
	void missingTableStopsTheStart() {
		start("--leader-election.jdbc.initialize-schema=always").close();
		this.observer.execute("DROP TABLE leader_run");
		assertThatException().isThrownBy(() -> start("--leader-election.jdbc.initialize-schema=never"))
			.havingRootCause()
			.isInstanceOf(MissingRunTableException.class);
	}

	@Test
	void withoutADatabaseToRememberTheFiringsInTheStartIsStopped() {
		assertThatException()
			.isThrownBy(() -> start("--spring.autoconfigure.exclude="
					+ "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"))
			.satisfies((failure) -> assertThat(StartUpFailure.analyze(failure).getDescription()).contains("@CatchUp"));
	}

	private static ConfigurableApplicationContext start(String... arguments) {
		return new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.registerShutdownHook(false)
			.properties("spring.application.name=shop", "spring.main.banner-mode=off",
					"spring.docker.compose.enabled=false", "leader-election.coordinator=memory",
					"spring.datasource.url=" + database.url(), "spring.datasource.username=" + database.user(),
					"spring.datasource.password=" + database.password())
			.run(arguments);
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@EnableScheduling
	static class Application {

		@Bean
		Settlement settlement() {
			return new Settlement();
		}

	}

	static class Settlement {

		private final AtomicInteger runs = new AtomicInteger();

		int runs() {
			return this.runs.get();
		}

		@Scheduled(cron = "0 0 0 1 1 *")
		@LeaderOnly("settlement")
		@CatchUp("yearly")
		void settle() {
			this.runs.incrementAndGet();
		}

	}

}
