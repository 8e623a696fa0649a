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

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

import javax.sql.DataSource;

import io.leaderelection.coordinator.ContactLog;
import io.leaderelection.coordinator.ThreadEventLoop;
import io.leaderelection.servers.TcpRelay;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ScriptRehearsal}.
 */
class ScriptRehearsalTests {

	private static final List<String> TABLES = List.of("leader_namespace", "leader_session", "leader_election",
			"leader_candidate", "leader_history");

	static Stream<DatabaseUnderTest> databases() {
		return Stream.of(PostgresUnderTest.shared(), MariaDbUnderTest.shared(), H2UnderTest.shared());
	}

	@ParameterizedTest
	@MethodSource("databases")
	void rehearsalChangesNothingAndWaitsForNobody(DatabaseUnderTest database) throws SQLException {
		try (JdbcFixture fixture = new JdbcFixture(database)) {
			JdbcFixture.open(fixture.coordinator(), "leader");
			List<List<Map<String, Object>>> before = rows(fixture);
			Connection foreign = fixture.foreignTransaction();
			try (Statement statement = foreign.createStatement()) {
				statement.executeUpdate("UPDATE leader_namespace SET revision = revision WHERE namespace = '"
						+ fixture.namespace() + "'");
				assertThat(rehearse(fixture, fixture.dataSource())).isTrue();
			}
			foreign.rollback();
			assertThat(rows(fixture)).isEqualTo(before);
		}
	}

	@Test
	void rehearsalThatFailsIsNoFailure() {
		try (JdbcFixture fixture = new JdbcFixture(PostgresUnderTest.shared()); TcpRelay relay = fixture.relay()) {
			relay.refuse();
			assertThat(rehearse(fixture, fixture.database().dataSource(relay.port()))).isFalse();
		}
	}

	private static boolean rehearse(JdbcFixture fixture, DataSource dataSource) {
		try (ThreadEventLoop timer = new ThreadEventLoop("rehearsal-test-timer");
				ConnectionLane lane = new ConnectionLane("rehearsal-test",
						new Connector(dataSource, Duration.ofSeconds(2)), timer, new ContactLog(timer::wallTime),
						RandomGenerator.getDefault())) {
			JdbcStore store = new JdbcStore(fixture.settings(), "rehearsal", new RestoreGuard((evidence) -> {
			}), lane, lane);
			return JdbcFixture.await(new ScriptRehearsal(store).run());
		}
	}

	private static List<List<Map<String, Object>>> rows(JdbcFixture fixture) {
		JdbcTemplate sql = fixture.sql();
		return TABLES.stream().map((table) -> sql.queryForList("SELECT * FROM " + table)).toList();
	}

}
