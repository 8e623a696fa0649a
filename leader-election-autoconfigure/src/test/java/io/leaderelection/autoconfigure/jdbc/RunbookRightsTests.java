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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.leaderelection.ControlRequest;
import io.leaderelection.LeaderControl;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.StartUpFailure;
import io.leaderelection.runs.LeaderRuns;
import io.leaderelection.servers.MariaDbDatabase;
import io.leaderelection.servers.PostgresDatabase;
import io.leaderelection.servers.ServerDatabase;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Tests for the rights that the runbook orders: its statements, and nothing else, are
 * given to the users of an application that elects, works, and keeps a ledger of runs.
 */
class RunbookRightsTests {

	private static final Pattern BLOCK = Pattern.compile("(?s)```sql\n(.*?)```");

	@RegisterExtension
	static final PostgresDatabase postgres = new PostgresDatabase();

	@RegisterExtension
	static final MariaDbDatabase mariaDb = new MariaDbDatabase();

	@Test
	void grantsSufficeOnPostgres() {
		String name = postgres.url().replaceFirst(".*/([^?]+).*", "$1");
		allows(postgres, name, "-- PostgreSQL", "CREATE ROLE %s LOGIN PASSWORD 'secret'",
				List.of("DROP OWNED BY %s", "DROP ROLE %s"));
	}

	@Test
	void grantsSufficeOnMariaDb() {
		allows(mariaDb, mariaDb.name(), "-- MariaDB", "CREATE USER %s IDENTIFIED BY 'secret'", List.of("DROP USER %s"));
	}

	@Test
	void grantThatIsMissingStopsTheStartOnMariaDb() {
		JdbcTemplate admin = new JdbcTemplate(mariaDb.dataSource());
		createTables(mariaDb);
		String user = "blind_" + mariaDb.name();
		admin.execute("CREATE USER %s IDENTIFIED BY 'secret'".formatted(user));
		try {
			statements("-- MariaDB").filter((statement) -> !statement.contains("leader_candidate"))
				.map((statement) -> forUsers(statement, Map.of("elector", user), mariaDb.name()))
				.forEach(admin::execute);
			assertThatException()
				.isThrownBy(() -> JdbcSettlementTests.start("blind", mariaDb.url(), mariaDb.user(), mariaDb.password(),
						"--leader-election.jdbc.initialize-schema=never", "--leader-election.jdbc.url=" + mariaDb.url(),
						"--leader-election.jdbc.username=" + user, "--leader-election.jdbc.password=secret"))
				.satisfies((failure) -> assertThat(StartUpFailure.analyze(failure).getDescription())
					.contains("does not let '" + user, "read and change"));
		}
		finally {
			admin.execute("DROP USER " + user);
		}
	}

	private static void allows(ServerDatabase database, String name, String title, String create, List<String> drop) {
		JdbcTemplate admin = new JdbcTemplate(database.dataSource());
		admin.execute("CREATE TABLE payment (id BIGINT PRIMARY KEY, status VARCHAR(20) NOT NULL,"
				+ " fence_token BIGINT NOT NULL DEFAULT 0)");
		admin.execute("INSERT INTO payment (id, status) VALUES (1, 'CAPTURED')");
		createTables(database);
		Map<String, String> users = Map.of("elector", "elector_" + name, "payments", "payments_" + name);
		users.values().forEach((user) -> admin.execute(create.formatted(user)));
		try {
			Stream.concat(statements(title), statements("GRANT SELECT, INSERT, UPDATE ON leader_fence "))
				.map((statement) -> forUsers(statement, users, name))
				.forEach(admin::execute);
			admin.execute("GRANT SELECT, UPDATE ON payment TO " + users.get("payments"));
			try (ConfigurableApplicationContext worker = JdbcSettlementTests.start("rights", database.url(),
					users.get("payments"), "secret", "--leader-election.jdbc.initialize-schema=never",
					"--leader-election.jdbc.url=" + database.url(),
					"--leader-election.jdbc.username=" + users.get("elector"),
					"--leader-election.jdbc.password=secret")) {
				works(worker, admin);
			}
		}
		finally {
			users.values().forEach((user) -> drop.forEach((statement) -> admin.execute(statement.formatted(user))));
		}
	}

	private static void createTables(ServerDatabase database) {
		try (ConfigurableApplicationContext creator = JdbcSettlementTests.start("creates", database.url(),
				database.user(), database.password())) {
			assertThat(creator.getBean(LeaderRuns.class)).isNotNull();
		}
	}

	private static void works(ConfigurableApplicationContext worker, JdbcTemplate admin) {
		LeaderElection election = worker.getBean(LeaderElections.class).get("settlement");
		await().until(election::isLeader);
		admin.execute("UPDATE payment SET status = 'CAPTURED'");
		await().until(() -> "SETTLED".equals(admin.queryForObject("SELECT status FROM payment", String.class)));
		LeaderRuns runs = worker.getBean(LeaderRuns.class);
		election.runIfLeader(() -> runs.once("all", (run) -> run.step(() -> run.save("done"))));
		assertThat(admin.queryForObject("SELECT state FROM leader_run", String.class)).isEqualTo("FINISHED");
		LeaderControl control = worker.getBean(LeaderControl.class);
		assertThat(control.pause("settlement", new ControlRequest("operator", "maintenance")).join().fenced()).isTrue();
		await().until(() -> !election.isLeader());
		control.resume("settlement", new ControlRequest("operator", "done")).join();
		await().until(election::isLeader);
	}

	private static Stream<String> statements(String begin) {
		String block = BLOCK.matcher(runbook())
			.results()
			.map((found) -> found.group(1))
			.filter((text) -> text.startsWith(begin))
			.findFirst()
			.orElseThrow();
		return Pattern.compile("(?s)GRANT.*?;").matcher(block).results().map(MatchResult::group);
	}

	private static String runbook() {
		try {
			return Files.readString(Path.of("..", "docs", "runbook.md"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String forUsers(String statement, Map<String, String> users, String database) {
		int to = statement.lastIndexOf(" TO ");
		String user = statement.substring(to + " TO ".length()).replace(";", "").trim();
		return statement.substring(0, to)
			.replace("DATABASE payments", "DATABASE " + database)
			.replace("payments.", database + ".") + " TO " + users.get(user);
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(20));
	}

}
