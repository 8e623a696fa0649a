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
import java.time.Duration;

import io.leaderelection.servers.PgBouncer;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PostgresProxy}.
 */
class PostgresProxyTests {

	private final PostgresUnderTest database = PostgresUnderTest.shared();

	@Test
	void statementsArePreparedUnlessAProxyStandsInBetween() throws SQLException {
		assertThat(prepareThreshold(this.database.port())).isPositive();
		try (PgBouncer proxy = PgBouncer.start(this.database.port(), this.database.address().user())) {
			assertThat(prepareThreshold(proxy.port())).isZero();
		}
	}

	private int prepareThreshold(int port) throws SQLException {
		Connector connector = new Connector(this.database.dataSource(port), Duration.ofSeconds(5));
		try (Connection connection = connector.connect().connection()) {
			return connection.unwrap(PGConnection.class).getPrepareThreshold();
		}
	}

}
