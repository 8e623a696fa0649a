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
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;

import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;

/**
 * Dialect of PostgreSQL.
 */
final class PostgresCoordinatorDialect implements CoordinatorDialect {

	static final String PRODUCT = "PostgreSQL";

	/**
	 * Channel on which an {@link Announcement} is sent when an election changed.
	 */
	static final String CHANNEL = "leader_election";

	private static final double LOCK_SHARE = 0.6;

	private static final ScriptRunner RUNNER = new JoinedScriptRunner("BEGIN", "COMMIT",
			PostgresCoordinatorDialect::requireConfirmed);

	// Somebody who cancels the wait for a standby lets the commit stand, with a warning.
	private static void requireConfirmed(PreparedStatement statement) throws SQLException {
		for (SQLWarning warning = statement.getWarnings(); warning != null; warning = warning.getNextWarning()) {
			if (warning.getSQLState() != null && warning.getSQLState().startsWith("01")) {
				throw new SQLException("The commit may not outlive a fail-over: " + warning.getMessage(), "40003",
						warning);
			}
		}
	}

	@Override
	public Resource schema() {
		return new ClassPathResource("postgresql/R__leader_election_coordinator.sql", PostgresCoordinatorDialect.class);
	}

	@Override
	public void prepare(Connection connection, Duration callTimeout) throws SQLException {
		long millis = callTimeout.toMillis();
		connection.setAutoCommit(true);
		try (Statement statement = connection.createStatement()) {
			statement.execute("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE");
			try (ResultSet result = statement.executeQuery("SELECT pg_backend_pid(),"
					+ " set_config('application_name', 'leader-election', false), set_config('lock_timeout', '"
					+ Math.max(1, (long) (millis * LOCK_SHARE)) + "', false), set_config('statement_timeout', '"
					+ millis + "', false), set_config('idle_in_transaction_session_timeout', '" + millis
					+ "', false), set_config('synchronous_commit', CASE current_setting('synchronous_commit')"
					+ " WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false)")) {
				result.next();
				PostgresProxy.tolerate(connection, result.getInt(1));
			}
		}
	}

	@Override
	public ScriptRunner runner() {
		return RUNNER;
	}

	@Override
	public String clock() {
		return "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)";
	}

	@Override
	public String createNamespace() {
		return "INSERT INTO leader_namespace (namespace, lineage, revision) VALUES (?, ?, 1) ON CONFLICT DO NOTHING";
	}

	@Override
	public String notification() {
		return "SELECT pg_notify('" + CHANNEL + "', concat_ws(' ', CAST(? AS TEXT), v.vacancies, n.namespace))"
				+ " FROM leader_namespace n CROSS JOIN LATERAL (SELECT CASE WHEN COUNT(*) <= "
				+ Announcement.MOST_VACANCIES
				+ " THEN concat_ws(' ', COUNT(*), string_agg(e.election || ' ' || e.term, ' ')) ELSE '0' END AS vacancies"
				+ " FROM leader_election e WHERE e.namespace = n.namespace AND e.revision = n.revision"
				+ " AND e.term > 0 AND e.term_revision < n.revision AND e.leader_grant IS NULL AND e.pause_grant IS NULL"
				+ " AND e.successor IS NULL) v WHERE n.namespace = ?"
				+ " AND EXISTS (SELECT 1 FROM leader_election e WHERE e.namespace = ? AND e.revision = n.revision)";
	}

	@Override
	public NotificationChannel listen(Connection connection) throws SQLException {
		return new PostgresNotificationChannel(connection, CHANNEL);
	}

}
