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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import javax.sql.DataSource;

import io.leaderelection.ControlRequest;
import io.leaderelection.LeaderControl;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderOnly;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.fencing.jdbc.FencedJdbcTemplate;
import io.leaderelection.servers.PostgresDatabase;
import io.leaderelection.servers.PostgresServer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.annotation.Transactional;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for a whole application, configured as the documentation shows, that has a real
 * PostgreSQL and nothing else.
 */
class JdbcSettlementTests {

	private static final String YAML = """
			leader-election:
			  coordinator: jdbc
			  jdbc.initialize-schema: always
			  elections:
			    settlement: {ttl: 5s}
			""";

	@RegisterExtension
	static final PostgresDatabase database = PostgresServer.database();

	private final JdbcTemplate observer = new JdbcTemplate(database.dataSource());

	@BeforeEach
	void createPayments() {
		this.observer.execute("DROP TABLE IF EXISTS payment");
		this.observer.execute("CREATE TABLE payment (id BIGINT PRIMARY KEY, status TEXT NOT NULL,"
				+ " fence_token BIGINT NOT NULL DEFAULT 0)");
		this.observer.execute("INSERT INTO payment (id, status) VALUES (1, 'CAPTURED')");
	}

	@Test
	void leaderSettlesAndStampsThePaymentWithItsTerm() {
		try (ConfigurableApplicationContext worker = start("settles")) {
			await().until(this::isSettled);
			long term = election(worker).leadership().orElseThrow().token().term();
			assertThat(this.observer.queryForObject("SELECT fence_token FROM payment", Long.class)).isEqualTo(term);
			assertThat(this.observer
				.queryForMap("SELECT leader_term, leader_instance FROM leader_election WHERE namespace = 'settles'"))
				.containsEntry("leader_term", term)
				.containsEntry("leader_instance", worker.getBean(LeaderElections.class).instance());
			assertThat(worker.getBean(Coordinator.class).type()).isEqualTo("jdbc");
		}
	}

	@Test
	void followerTakesOverWhenTheLeaderIsClosed() {
		ConfigurableApplicationContext first = start("hands-over");
		try (ConfigurableApplicationContext second = start("hands-over")) {
			await().until(election(first)::isLeader);
			assertThat(election(second).isLeader()).isFalse();
			long term = election(first).leadership().orElseThrow().token().term();
			first.close();
			await().atMost(Duration.ofSeconds(4)).until(election(second)::isLeader);
			assertThat(election(second).leadership().orElseThrow().token().term()).isGreaterThan(term);
			this.observer.execute("UPDATE payment SET status = 'CAPTURED'");
			await().until(this::isSettled);
		}
		finally {
			first.close();
		}
	}

	@Test
	void applicationsExhaustedPoolDoesNotEndTheTerm() throws SQLException {
		try (ConfigurableApplicationContext worker = start("exhausted",
				"--spring.datasource.hikari.maximum-pool-size=1")) {
			await().until(election(worker)::isLeader);
			long term = election(worker).leadership().orElseThrow().token().term();
			try (Connection only = worker.getBean(DataSource.class).getConnection()) {
				assertThat(only.isValid(1)).isTrue();
				Awaitility.await()
					.during(Duration.ofSeconds(7))
					.atMost(Duration.ofSeconds(15))
					.until(() -> election(worker).leadership().map((led) -> led.token().term()).orElse(0L) == term);
			}
		}
	}

	@Test
	void atMostThreeConnectionsAreOpened() {
		try (ConfigurableApplicationContext worker = start("connections")) {
			await().until(election(worker)::isLeader);
			assertThat(this.observer.queryForObject(
					"SELECT count(*) FROM pg_stat_activity"
							+ " WHERE application_name = 'leader-election' AND datname = current_database()",
					Integer.class))
				.isBetween(1, 3);
		}
	}

	@Test
	void pauseHoldsUntilItIsResumed() {
		try (ConfigurableApplicationContext worker = start("pauses")) {
			await().until(election(worker)::isLeader);
			LeaderControl control = worker.getBean(LeaderControl.class);
			assertThat(control.pause("settlement", new ControlRequest("operator", "maintenance")).join().fenced())
				.isTrue();
			await().until(() -> !election(worker).isLeader());
			control.resume("settlement", new ControlRequest("operator", "done")).join();
			await().until(election(worker)::isLeader);
		}
	}

	/** Promise I8. */
	@Test
	void closedApplicationLeavesNoThreadAndNoConnection() {
		List<Thread> before = ownThreads().toList();
		try (ConfigurableApplicationContext worker = start("ends")) {
			await().until(election(worker)::isLeader);
			assertThat(ownThreads().filter((thread) -> !before.contains(thread))).isNotEmpty();
		}
		await().untilAsserted(() -> assertThat(ownThreads().filter((thread) -> !before.contains(thread))).isEmpty());
		await().untilAsserted(() -> assertThat(this.observer.queryForObject(
				"SELECT count(*) FROM pg_stat_activity"
						+ " WHERE application_name = 'leader-election' AND datname = current_database()",
				Integer.class))
			.isZero());
	}

	private boolean isSettled() {
		return "SETTLED".equals(this.observer.queryForObject("SELECT status FROM payment WHERE id = 1", String.class));
	}

	private static LeaderElection election(ConfigurableApplicationContext worker) {
		return worker.getBean(LeaderElections.class).get("settlement");
	}

	private static ConfigurableApplicationContext start(String namespace, String... arguments) {
		return start(namespace, database.url(), database.user(), database.password(), arguments);
	}

	/**
	 * Start the application on another database.
	 */
	static ConfigurableApplicationContext start(String namespace, String url, String user, String password,
			String... arguments) {
		return new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.environment(environment())
			.registerShutdownHook(false)
			.properties(Map.of("spring.application.name", namespace, "spring.main.banner-mode", "off",
					"spring.docker.compose.enabled", "false", "spring.datasource.url", url,
					"spring.datasource.username", user, "spring.datasource.password", password))
			.run(arguments);
	}

	private static ConfigurableEnvironment environment() {
		StandardEnvironment environment = new StandardEnvironment();
		try {
			new YamlPropertySourceLoader()
				.load("application.yaml", new ByteArrayResource(YAML.getBytes(StandardCharsets.UTF_8)))
				.forEach(environment.getPropertySources()::addLast);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return environment;
	}

	private static Stream<Thread> ownThreads() {
		List<String> prefixes = List.of("leader-election", "leader-lifecycle", "HikariPool", "scheduling-");
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> prefixes.stream().anyMatch(thread.getName()::startsWith));
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(20));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@EnableScheduling
	@Import(Settlement.class)
	static class Application {

	}

	static class Settlement {

		private final FencedJdbcTemplate jdbc;

		private final long id = 1;

		Settlement(FencedJdbcTemplate jdbc) {
			this.jdbc = jdbc;
		}

		@Scheduled(fixedDelayString = "1s")
		@LeaderOnly("settlement")
		@Transactional
		void settle() {
			this.jdbc.update("update payment set status='SETTLED' where id=?", this.id);
		}

	}

}
