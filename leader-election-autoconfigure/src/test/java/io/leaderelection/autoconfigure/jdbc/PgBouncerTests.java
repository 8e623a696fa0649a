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

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.leaderelection.ControlRequest;
import io.leaderelection.ControlResult;
import io.leaderelection.LeaderControl;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.servers.PgBouncer;
import io.leaderelection.servers.PostgresProcess;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.postgresql.PGConnection;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for applications whose coordinator reaches PostgreSQL through a real PgBouncer,
 * which gives a session to somebody else after each transaction.
 */
class PgBouncerTests {

	private static final Duration LONG = Duration.ofSeconds(30);

	private static final ControlRequest OPERATOR = new ControlRequest("operator", "test");

	/**
	 * Lesson 20. Nobody gets the notifications that the sessions of others listen for.
	 */
	@Test
	void changesAreNoticedThoughTheProxyLosesNotifications(TestReporter reporter) throws SQLException {
		try (PostgresProcess server = PostgresProcess.start();
				PgBouncer proxy = PgBouncer.start(server.port(), server.user())) {
			assertThat(isNotified(server, server.port())).isTrue();
			assertThat(isNotified(server, proxy.port())).isFalse();
			new JdbcTemplate(server.dataSource()).execute("CREATE TABLE payment (id BIGINT PRIMARY KEY,"
					+ " status TEXT NOT NULL, fence_token BIGINT NOT NULL DEFAULT 0)");
			try (ConfigurableApplicationContext one = start(server, proxy)) {
				Awaitility.await().atMost(LONG).until(election(one)::isLeader);
				try (ConfigurableApplicationContext two = start(server, proxy)) {
					Awaitility.await().atMost(LONG).until(() -> election(two).observedLeader().isPresent());
					// Long enough for a heartbeat of the notifications in between.
					for (int round = 0; round < 3; round++) {
						Awaitility.await().pollDelay(Duration.ofSeconds(6)).until(() -> true);
						ConfigurableApplicationContext from = (round % 2 == 0) ? one : two;
						Duration took = handOver(from, (from == one) ? two : one);
						reporter.publishEntry("next leader after a resignation", took.toMillis() + " ms");
						assertThat(took).isLessThan(Duration.ofSeconds(2));
					}
					assertThat(one.getBean(Coordinator.class).status().lastError()).isNull();
					assertThat(two.getBean(Coordinator.class).status().lastError()).isNull();
				}
			}
		}
	}

	private static Duration handOver(ConfigurableApplicationContext from, ConfigurableApplicationContext to) {
		long begin = System.nanoTime();
		assertThat(from.getBean(LeaderControl.class)
			.resign("settlement", Duration.ofSeconds(3), OPERATOR)
			.orTimeout(10, TimeUnit.SECONDS)
			.join()
			.status()).isEqualTo(ControlResult.Status.DONE);
		Awaitility.await().atMost(LONG).pollInterval(Duration.ofMillis(10)).until(election(to)::isLeader);
		return Duration.ofNanos(System.nanoTime() - begin);
	}

	/**
	 * Return whether one who listens through a port hears of what happens on the server.
	 */
	private static boolean isNotified(PostgresProcess server, int port) throws SQLException {
		try (Connection listening = PostgresProcess.dataSource(port).getConnection();
				Statement statement = listening.createStatement()) {
			statement.execute("LISTEN control");
			new JdbcTemplate(server.dataSource()).execute("NOTIFY control");
			return listening.unwrap(PGConnection.class).getNotifications(1000).length > 0;
		}
	}

	private static LeaderElection election(ConfigurableApplicationContext application) {
		return application.getBean(LeaderElections.class).get("settlement");
	}

	private static ConfigurableApplicationContext start(PostgresProcess server, PgBouncer proxy) {
		return JdbcSettlementTests.start("pooled", PostgresProcess.dataSource(server.port()).getURL(), server.user(),
				"", "--leader-election.jdbc.url=jdbc:postgresql://127.0.0.1:" + proxy.port() + "/postgres",
				"--leader-election.jdbc.username=" + server.user());
	}

}
