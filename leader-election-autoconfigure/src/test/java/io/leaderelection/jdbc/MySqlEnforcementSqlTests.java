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

package io.leaderelection.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

import io.leaderelection.servers.MariaDbDatabase;
import io.leaderelection.servers.MariaDbServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link MySqlEnforcementSql} as it is for MySQL, on MariaDB, which understands
 * it.
 */
class MySqlEnforcementSqlTests {

	@RegisterExtension
	static final MariaDbDatabase database = MariaDbServer.database();

	private final EnforcementSql sql = MySqlDialect.mySql().enforcement();

	@BeforeEach
	void createTables() throws SQLException {
		try (Connection connection = database.dataSource().getConnection();
				Statement statement = connection.createStatement()) {
			statement.execute("CREATE TABLE IF NOT EXISTS ledger (id INT PRIMARY KEY)");
			TableScript.ofFences(MySqlDialect.mariaDb()).apply(connection);
		}
	}

	@Test
	void statementsOfMySqlReplaceNothingAndRunTwice() throws SQLException {
		try (Connection connection = database.dataSource().getConnection();
				Statement statement = connection.createStatement()) {
			List<String> statements = this.sql.install(connection, "n".repeat(100), "settlement", List.of("ledger"));
			assertThat(statements).noneMatch((text) -> text.contains("OR REPLACE"));
			for (int times = 0; times < 2; times++) {
				for (String text : statements) {
					statement.execute(text);
				}
			}
			assertThatExceptionOfType(SQLException.class)
				.isThrownBy(() -> statement.execute("INSERT INTO ledger VALUES (1)"))
				.satisfies((ex) -> assertThat(MySqlDialect.mySql().fault(ex)).isEqualTo(SqlFault.NO_GRANT))
				.satisfies((ex) -> assertThat(ex.getMessage().replaceFirst("^\\(conn=\\d+\\) ", ""))
					.as("as long as MySQL lets it be")
					.hasSize(128));
		}
	}

	@Test
	void whoLacksTheRightToInstallIsToldWhatMendsIt() {
		SQLException binaryLog = new SQLException("no", "HY000", 1419);
		assertThat((Throwable) this.sql.explain(binaryLog)).hasMessageContaining("log_bin_trust_function_creators")
			.hasCause(binaryLog);
		SQLException other = new SQLException("no", "HY000", 1);
		assertThat((Throwable) this.sql.explain(other)).isSameAs(other);
	}

	@Test
	void h2RefusesAndNamesWhatCan() {
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(new H2Dialect()::enforcement)
			.withMessageContaining("PostgreSQL, MariaDB or MySQL");
	}

}
