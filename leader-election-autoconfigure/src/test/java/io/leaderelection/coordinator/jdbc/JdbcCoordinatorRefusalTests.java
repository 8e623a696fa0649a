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

package io.leaderelection.coordinator.jdbc;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

import javax.sql.DataSource;

import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.Refused;
import io.leaderelection.coordinator.SessionRequest;
import io.leaderelection.servers.PostgresProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JdbcCoordinator} with a database that refuses: the answer says what to
 * do about it, without credentials.
 */
class JdbcCoordinatorRefusalTests {

	private static final String PASSWORD = "top-secret-7";

	private final JdbcFixture fixture = new JdbcFixture(PostgresUnderTest.shared());

	private final String user = "user_" + UUID.randomUUID().toString().replace("-", "");

	private final JdbcTemplate sql = this.fixture.sql();

	@BeforeEach
	void createUser() {
		this.sql.execute("CREATE USER " + this.user + " PASSWORD '" + PASSWORD + "'");
	}

	@AfterEach
	void dropUser() {
		this.fixture.close();
		this.sql.execute("DROP OWNED BY " + this.user);
		this.sql.execute("DROP USER " + this.user);
	}

	@Test
	void missingPrivilege() {
		Coordinator coordinator = this.fixture.coordinator(dataSource("postgres"));
		assertRefused(coordinator.read(JdbcFixture.ELECTION), Refused.Kind.DENIED,
				"permission denied for table leader_namespace", "grant the user SELECT, INSERT, UPDATE and DELETE");
		assertRefused(coordinator.open(new SessionRequest("instance", Duration.ofSeconds(5))), Refused.Kind.DENIED,
				"permission denied", "grant the user");
		assertThat(coordinator.status().lastError()).contains("permission denied").doesNotContain(PASSWORD);
	}

	@Test
	void missingTables() {
		String database = this.user;
		this.sql.execute("CREATE DATABASE " + database);
		try (JdbcCoordinator coordinator = this.fixture.coordinator(dataSource(database))) {
			assertRefused(coordinator.read(JdbcFixture.ELECTION), Refused.Kind.INVALID, "leader_namespace",
					"create the tables of the coordinator", "leader-election.jdbc.initialize-schema");
		}
		finally {
			this.sql.execute("DROP DATABASE " + database + " WITH (FORCE)");
		}
	}

	@Test
	void missingDatabase() {
		Coordinator coordinator = this.fixture.coordinator(dataSource("no_such_database"));
		assertRefused(coordinator.read(JdbcFixture.ELECTION), Refused.Kind.INVALID, "no_such_database",
				"create the database");
	}

	@Test
	void userWhoMustNotLogIn() {
		this.sql.execute("ALTER USER " + this.user + " NOLOGIN");
		Coordinator coordinator = this.fixture.coordinator(dataSource("postgres"));
		assertRefused(coordinator.read(JdbcFixture.ELECTION), Refused.Kind.DENIED, "not permitted to log in",
				"check the user");
	}

	@Test
	void refusalIsOverOnceItsReasonIs() {
		Coordinator coordinator = this.fixture.coordinator(dataSource("postgres"));
		JdbcFixture.await(coordinator.read(JdbcFixture.ELECTION), Refused.class);
		this.sql.execute("GRANT ALL ON ALL TABLES IN SCHEMA public TO " + this.user);
		assertThat(JdbcFixture.read(coordinator).leader()).isNull();
	}

	private DataSource dataSource(String database) {
		PGSimpleDataSource dataSource = PostgresProcess.dataSource(this.fixture.database().port());
		dataSource.setDatabaseName(database);
		dataSource.setUser(this.user);
		dataSource.setPassword(PASSWORD);
		return dataSource;
	}

	private static void assertRefused(CompletionStage<?> call, Refused.Kind kind, String... details) {
		assertThat(JdbcFixture.await(call)).isInstanceOfSatisfying(Refused.class, (refused) -> {
			assertThat(refused.kind()).isEqualTo(kind);
			assertThat(refused.detail()).contains(details).doesNotContain(PASSWORD);
		});
	}

}
