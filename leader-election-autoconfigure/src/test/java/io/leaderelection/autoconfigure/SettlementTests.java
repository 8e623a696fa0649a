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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.leaderelection.FencingToken;
import io.leaderelection.HoldBack;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderOnly;
import io.leaderelection.fencing.jdbc.FencedJdbcTemplate;
import io.leaderelection.servers.EtcdServer;
import io.leaderelection.servers.PostgresDatabase;
import io.leaderelection.servers.PostgresServer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;
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
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Tests for a whole application, configured as the documentation shows, on a real etcd
 * and a real PostgreSQL.
 */
class SettlementTests {

	private static final String YAML = """
			leader-election:
			  etcd.endpoints: http://etcd:2379
			  elections:
			    settlement: {ttl: 5s}
			""";

	@RegisterExtension
	static final PostgresDatabase database = PostgresServer.database();

	private static EtcdServer etcd;

	private final JdbcTemplate observer = new JdbcTemplate(database.dataSource());

	@BeforeAll
	static void startEtcd() {
		etcd = EtcdServer.start();
	}

	@AfterAll
	static void stopEtcd() {
		etcd.close();
	}

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
				.queryForMap("SELECT fence_token, holder FROM leader_fence WHERE namespace = 'settles'"))
				.containsEntry("fence_token", term)
				.containsEntry("holder", worker.getBean(LeaderElections.class).instance());
		}
	}

	@Test
	void followerTakesOverWhenTheLeaderIsClosed() {
		ConfigurableApplicationContext first = start("hands-over");
		try (ConfigurableApplicationContext second = start("hands-over")) {
			await().until(election(first)::isLeader);
			assertThat(election(second).isLeader()).isFalse();
			first.close();
			await().atMost(Duration.ofSeconds(4)).until(election(second)::isLeader);
			this.observer.execute("UPDATE payment SET status = 'CAPTURED'");
			await().until(this::isSettled);
		}
		finally {
			first.close();
		}
	}

	@Test
	void sealThatTheDatabaseLostIsRaisedAgainInTheSameTerm() {
		try (ConfigurableApplicationContext worker = start("repairs")) {
			await().until(this::isSettled);
			FencingToken token = election(worker).leadership().orElseThrow().token();
			this.observer.execute("DELETE FROM leader_fence WHERE namespace = 'repairs'");
			this.observer.execute("UPDATE payment SET status = 'CAPTURED'");
			await().until(this::isSettled);
			assertThat(election(worker).leadership().orElseThrow().token()).isEqualTo(token);
		}
	}

	/** Promise I8. */
	@Test
	void closedApplicationLeavesNoThread() {
		List<Thread> before = ownThreads().toList();
		try (ConfigurableApplicationContext worker = start("ends")) {
			await().until(election(worker)::isLeader);
			assertThat(ownThreads().filter((thread) -> !before.contains(thread))).isNotEmpty();
		}
		await().untilAsserted(() -> assertThat(ownThreads().filter((thread) -> !before.contains(thread))).isEmpty());
	}

	@Test
	void missingFenceTableStopsTheStartAndShowsItsDefinition() {
		this.observer.execute("DROP TABLE IF EXISTS leader_fence");
		assertThatException().isThrownBy(() -> start("no-table", "--leader-election.jdbc.initialize-schema=never"))
			.satisfies((failure) -> {
				FailureAnalysis analysis = StartUpFailure.analyze(failure);
				assertThat(analysis.getDescription()).contains("'dataSource'", "no tables of fences");
				assertThat(analysis.getAction()).contains("CREATE TABLE IF NOT EXISTS leader_fence");
			});
	}

	/**
	 * Promise I3: the application runs on.
	 */
	@Test
	void unreachableDatabaseIsNoReasonNotToStart() {
		try (ConfigurableApplicationContext worker = start("no-database",
				"--spring.datasource.url=jdbc:postgresql://127.0.0.1:1/payments",
				"--spring.datasource.hikari.connection-timeout=300")) {
			await().until(() -> election(worker).status().holdBack() == HoldBack.SEAL_FAILED);
			assertThat(election(worker).isLeader()).isFalse();
		}
	}

	private boolean isSettled() {
		return "SETTLED".equals(this.observer.queryForObject("SELECT status FROM payment WHERE id = 1", String.class));
	}

	private static LeaderElection election(ConfigurableApplicationContext worker) {
		return worker.getBean(LeaderElections.class).get("settlement");
	}

	private static ConfigurableApplicationContext start(String namespace, String... arguments) {
		return new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.environment(environment())
			.registerShutdownHook(false)
			.properties(Map.of("spring.application.name", namespace, "spring.main.banner-mode", "off",
					"spring.docker.compose.enabled", "false", "leader-election.jdbc.initialize-schema", "always",
					"spring.datasource.url", database.url(), "spring.datasource.username", database.user(),
					"spring.datasource.password", database.password()))
			.run(arguments);
	}

	private static ConfigurableEnvironment environment() {
		StandardEnvironment environment = new StandardEnvironment();
		try {
			String yaml = YAML.replace("http://etcd:2379", etcd.endpoint());
			new YamlPropertySourceLoader()
				.load("application.yaml", new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)))
				.forEach(environment.getPropertySources()::addLast);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return environment;
	}

	private static Stream<Thread> ownThreads() {
		List<String> prefixes = List.of("leader-election", "leader-lifecycle", "grpc-", "vert.x", "HikariPool",
				"scheduling-");
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
