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

import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.servers.H2Database;
import io.leaderelection.servers.H2Server;
import io.leaderelection.servers.MariaDbDatabase;
import io.leaderelection.servers.MariaDbServer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for whole applications that have a database other than PostgreSQL and nothing
 * else.
 */
@ExtendWith(OutputCaptureExtension.class)
class JdbcCoordinatorDatabasesTests {

	@RegisterExtension
	static final MariaDbDatabase mariaDb = MariaDbServer.database();

	@RegisterExtension
	static final H2Database h2 = H2Server.database();

	@Test
	void followerTakesOverOnMariaDb() {
		createPayments(mariaDb.url(), mariaDb.user(), mariaDb.password());
		assertThatFollowerTakesOver(mariaDb.url(), mariaDb.user(), mariaDb.password());
	}

	@Test
	void followerTakesOverOnH2() {
		createPayments(h2.url(), h2.user(), h2.password());
		assertThatFollowerTakesOver(h2.url(), h2.user(), h2.password());
	}

	@Test
	void followerTakesOverOnAFileThatProcessesShare(@TempDir Path folder) {
		String url = "jdbc:h2:file:" + folder.resolve("payments") + ";AUTO_SERVER=TRUE";
		createPayments(url, "sa", "secret");
		assertThatFollowerTakesOver(url, "sa", "secret");
	}

	@Test
	void embeddedDatabaseGetsItsTablesAndIsWarnedAbout(CapturedOutput output) {
		String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
		createPayments(url, "sa", "");
		try (ConfigurableApplicationContext worker = JdbcSettlementTests.start("embedded", url, "sa", "",
				"--leader-election.jdbc.initialize-schema=embedded")) {
			await().until(election(worker)::isLeader);
			assertThat(output).contains("lives in the memory of this process");
		}
	}

	@Test
	void wrongPasswordIsNoReasonNotToStartAndIsNotTold(CapturedOutput output) {
		try (ConfigurableApplicationContext worker = JdbcSettlementTests.start("wrong-password", h2.url(), h2.user(),
				h2.password(), "--leader-election.jdbc.url=" + h2.url(), "--leader-election.jdbc.username=" + h2.user(),
				"--leader-election.jdbc.password=geheim")) {
			await().until(() -> worker.getBean(Coordinator.class).status().lastError() != null);
			assertThat(election(worker).isLeader()).isFalse();
			assertThat(output).contains("Cannot use the database that decides who leads").doesNotContain("geheim");
		}
	}

	private static void assertThatFollowerTakesOver(String url, String user, String password) {
		ConfigurableApplicationContext first = JdbcSettlementTests.start("hands-over", url, user, password);
		try (ConfigurableApplicationContext second = JdbcSettlementTests.start("hands-over", url, user, password)) {
			await().until(election(first)::isLeader);
			assertThat(election(second).isLeader()).isFalse();
			long term = election(first).leadership().orElseThrow().token().term();
			first.close();
			await().atMost(Duration.ofSeconds(6)).until(election(second)::isLeader);
			assertThat(election(second).leadership().orElseThrow().token().term()).isGreaterThan(term);
		}
		finally {
			first.close();
		}
	}

	private static void createPayments(String url, String user, String password) {
		new JdbcTemplate(new DriverManagerDataSource(url, user, password)).execute("CREATE TABLE payment (id BIGINT"
				+ " PRIMARY KEY, status VARCHAR(20) NOT NULL, fence_token BIGINT NOT NULL DEFAULT 0)");
	}

	private static LeaderElection election(ConfigurableApplicationContext worker) {
		return worker.getBean(LeaderElections.class).get("settlement");
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(20));
	}

}
