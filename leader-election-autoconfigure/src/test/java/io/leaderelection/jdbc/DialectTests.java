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

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.Answers;

import org.springframework.core.io.Resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link Dialect}.
 */
class DialectTests {

	@ParameterizedTest
	@ValueSource(strings = { "Oracle", "Microsoft SQL Server" })
	void databaseThatNoDialectKnowsIsRefusedAndTheInterfaceToImplementIsNamed(String product) throws SQLException {
		Connection connection = connectionTo(product);
		assertThatExceptionOfType(UnsupportedDatabaseException.class).isThrownBy(() -> Dialect.of(connection))
			.withMessageContaining("'" + product + " 1.2'")
			.withMessageContaining("io.leaderelection.jdbc.Dialect")
			.withMessageContaining("META-INF/spring.factories");
	}

	@Test
	void dialectOfTheApplicationIsFound() throws SQLException {
		assertThat(Dialect.of(connectionTo("Example"))).isInstanceOf(ExampleDialect.class);
	}

	private static Connection connectionTo(String product) throws SQLException {
		Connection connection = mock(Connection.class, Answers.RETURNS_DEEP_STUBS);
		given(connection.getMetaData().getDatabaseProductName()).willReturn(product);
		given(connection.getMetaData().getDatabaseProductVersion()).willReturn("1.2");
		return connection;
	}

	/**
	 * Dialect as an application may bring one along.
	 */
	static class ExampleDialect implements Dialect {

		private final Dialect similar = new H2Dialect();

		@Override
		public boolean supports(Connection connection) throws SQLException {
			return connection.getMetaData().getDatabaseProductName().equals("Example");
		}

		@Override
		public Resource schema() {
			return this.similar.schema();
		}

		@Override
		public Resource runSchema() {
			return this.similar.runSchema();
		}

		@Override
		public FenceSql fence() {
			return this.similar.fence();
		}

		@Override
		public LexicalRules lexicalRules(Connection connection) throws SQLException {
			return this.similar.lexicalRules(connection);
		}

		@Override
		public SqlFault fault(SQLException error) {
			return this.similar.fault(error);
		}

	}

}
