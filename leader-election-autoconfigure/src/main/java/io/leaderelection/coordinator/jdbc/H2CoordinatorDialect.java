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

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;

/**
 * Dialect of H2. It has no way to send a script at once, so that a process that is
 * suspended in the middle of one keeps its locks: others wait for them, and nobody is
 * granted a term meanwhile.
 */
final class H2CoordinatorDialect implements CoordinatorDialect {

	static final String PRODUCT = "H2";

	private static final Log logger = LogFactory.getLog(H2CoordinatorDialect.class);

	private static final ScriptRunner RUNNER = new SteppedScriptRunner();

	private static final double LOCK_SHARE = 0.6;

	@Override
	public Resource schema() {
		return new ClassPathResource("h2/R__leader_election_coordinator.sql", H2CoordinatorDialect.class);
	}

	@Override
	public void prepare(Connection connection, Duration callTimeout) throws SQLException {
		long millis = callTimeout.toMillis();
		connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
		try (Statement statement = connection.createStatement()) {
			statement.execute("SET LOCK_TIMEOUT " + Math.max(1, (long) (millis * LOCK_SHARE)));
			statement.execute("SET QUERY_TIMEOUT " + millis);
			storeAtOnce(statement);
		}
		connection.setAutoCommit(false);
	}

	// Otherwise commits are stored half a second later, and a term that a crash takes
	// back may be granted again.
	private static void storeAtOnce(Statement statement) throws SQLException {
		try {
			statement.execute("SET WRITE_DELAY 0");
		}
		catch (SQLException ex) {
			if (DatabaseFault.of(ex) != DatabaseFault.NO_PRIVILEGE) {
				throw ex;
			}
			logger.debug("Only an administrator can let H2 store commits at once", ex);
		}
	}

	@Override
	public ScriptRunner runner() {
		return RUNNER;
	}

	@Override
	public String clock() {
		return "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS BIGINT)";
	}

	@Override
	public String createNamespace() {
		return "MERGE INTO leader_namespace t USING (SELECT CAST(? AS VARCHAR) AS namespace,"
				+ " CAST(? AS VARCHAR) AS lineage) s ON t.namespace = s.namespace"
				+ " WHEN NOT MATCHED THEN INSERT (namespace, lineage, revision) VALUES (s.namespace, s.lineage, 1)";
	}

	@Override
	public @Nullable String notification() {
		return null;
	}

}
