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

import org.jspecify.annotations.Nullable;

import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;

/**
 * Dialect of MariaDB. Its connections have to allow several statements at once
 * ({@code allowMultiQueries=true}).
 */
final class MariaDbCoordinatorDialect implements CoordinatorDialect {

	static final String PRODUCT = "MariaDB";

	private static final ScriptRunner RUNNER = new JoinedScriptRunner("START TRANSACTION", "COMMIT", (statement) -> {
	});

	private static final double LOCK_SHARE = 0.6;

	private static final double MILLIS_PER_SECOND = 1000;

	@Override
	public Resource schema() {
		return new ClassPathResource("mariadb/R__leader_election_coordinator.sql", MariaDbCoordinatorDialect.class);
	}

	@Override
	public void prepare(Connection connection, Duration callTimeout) throws SQLException {
		double seconds = callTimeout.toMillis() / MILLIS_PER_SECOND;
		connection.setAutoCommit(true);
		try (Statement statement = connection.createStatement()) {
			for (String setting : List.of("time_zone = '+00:00'", "tx_isolation = 'READ-COMMITTED'",
					"sql_mode = CONCAT(@@sql_mode, ',STRICT_TRANS_TABLES')", "max_statement_time = " + seconds,
					"innodb_lock_wait_timeout = " + Math.max(1, (int) (seconds * LOCK_SHARE)),
					"idle_transaction_timeout = " + Math.max(1, (int) Math.ceil(seconds)))) {
				statement.execute("SET SESSION " + setting);
			}
		}
	}

	@Override
	public ScriptRunner runner() {
		return RUNNER;
	}

	@Override
	public String clock() {
		return "CAST(UNIX_TIMESTAMP(SYSDATE(6)) * 1000000 AS SIGNED)";
	}

	@Override
	public String createNamespace() {
		return "INSERT IGNORE INTO leader_namespace (namespace, lineage, revision) VALUES (?, ?, 1)";
	}

	@Override
	public @Nullable String notification() {
		return null;
	}

}
