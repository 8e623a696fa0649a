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
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.FencingToken;
import org.jspecify.annotations.Nullable;

/**
 * Statements about fences for MySQL. Requests for locks wait in line, so that a seal is
 * not overtaken by writers.
 */
class MySqlFenceSql extends TwoStepFenceSql {

	private static final int UNKNOWN_THREAD = 1094;

	private static final int ACCESS_DENIED = 1227;

	private static final int COMMAND_DENIED = 1142;

	static final String DESCRIPTION = "CONCAT('session ', b.trx_mysql_thread_id, ', ', LOWER(b.trx_state),"
			+ " ', in its transaction since ', b.trx_started)";

	// Waits for rows and for the table, in whole seconds.
	private static final List<String> TIMEOUTS = List.of("innodb_lock_wait_timeout", "lock_wait_timeout");

	@Override
	public BoundSql check(String namespace, String election, Duration idleLimit, String claim) {
		return BoundSql.of(
				"SELECT f.fence_token, f.grant_id, (SELECT i.fence_token FROM leader_fence_intent i"
						+ " WHERE i.namespace = ? AND i.election = ?) AS intent, " + idleLimited(idleLimit) + ", "
						+ MySqlEnforcementSql.CLAIM + " := (SELECT NULLIF(?, '') FROM leader_fence_intent e WHERE "
						+ MySqlEnforcementSql.IS_MARK
						+ ") FROM leader_fence f WHERE f.namespace = ? AND f.election = ? LOCK IN SHARE MODE",
				namespace, election, claim, namespace, election);
	}

	// Return the expression that tells whether the idle time is limited as wanted.
	String idleLimited(Duration idleLimit) {
		return "TRUE";
	}

	// No variable is forgotten at the end of a transaction.
	@Override
	public String dropClaim() {
		return "SET " + MySqlEnforcementSql.CLAIM + " = NULL";
	}

	// Replicas, which a driver may have chosen for reading, are read-only as a whole.
	@Override
	public String refusesWrites() {
		return "SELECT @@SESSION." + readOnlyVariable() + " <> 0 OR @@GLOBAL.read_only <> 0";
	}

	// Return the setting of the session that makes its transactions read-only.
	String readOnlyVariable() {
		return "transaction_read_only";
	}

	@Override
	public Embedding embedding() {
		return Embedding.NEVER;
	}

	@Override
	public String embeddedCheck(String namespace, FencingToken token, Duration idleLimit, String claim) {
		throw new UnsupportedOperationException("No condition of MySQL is known to lock the fence");
	}

	@Override
	public List<String> beginSealing(Duration bound) {
		List<String> settings = new ArrayList<>();
		for (String timeout : timeouts()) {
			// The first of several transactions finds the session's own value.
			settings.add("SET @leader_election_%1$s = CAST(COALESCE(@leader_election_%1$s, @@SESSION.%1$s) AS SIGNED)"
				.formatted(timeout));
			settings.add("SET SESSION %s = %d".formatted(timeout, seconds(bound)));
		}
		settings.add("SET TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE");
		return settings;
	}

	@Override
	public List<String> endSealing() {
		List<String> settings = new ArrayList<>();
		for (String timeout : timeouts()) {
			settings.add("SET SESSION %1$s = @leader_election_%1$s".formatted(timeout));
			settings.add("SET @leader_election_%s = NULL".formatted(timeout));
		}
		return settings;
	}

	// Return the settings of the session that bound a sealer, in seconds.
	List<String> timeouts() {
		return TIMEOUTS;
	}

	static long seconds(Duration bound) {
		return Math.max(1, (bound.toMillis() + 999) / 1000);
	}

	@Override
	public String sealer() {
		return "SELECT CONNECTION_ID() AS session, CASE WHEN @@GLOBAL.innodb_flush_log_at_trx_commit <> 1"
				+ " THEN 'innodb_flush_log_at_trx_commit must be 1' END AS problem";
	}

	@Override
	String insertInto() {
		return "INSERT IGNORE INTO";
	}

	@Override
	String now() {
		return "UTC_TIMESTAMP(3)";
	}

	@Override
	public BoundSql blockers(long sealer) {
		return BoundSql.of("SELECT b.trx_mysql_thread_id AS session, " + DESCRIPTION
				+ " AS description FROM performance_schema.data_lock_waits w"
				+ " JOIN information_schema.innodb_trx r ON r.trx_id = w.requesting_engine_transaction_id"
				+ " JOIN information_schema.innodb_trx b ON b.trx_id = w.blocking_engine_transaction_id"
				+ " WHERE r.trx_mysql_thread_id = ? AND NOT EXISTS (SELECT 1 FROM performance_schema.data_locks l"
				+ " WHERE l.engine_lock_id = b.trx_requested_lock_id AND l.object_name = 'leader_fence')", sealer);
	}

	@Override
	String endSession(long session) {
		return "KILL CONNECTION " + session;
	}

	@Override
	boolean isUnknownSession(SQLException error) {
		return error.getErrorCode() == UNKNOWN_THREAD;
	}

	// Sessions of one's own user can always be ended, but have to be found.
	@Override
	public @Nullable String terminationProblem(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement();
				ResultSet result = statement
					.executeQuery("SELECT COUNT(*) FROM (" + blockers(0).sql().replace("?", "0") + ") AS blockers")) {
			return result.next() ? null : problem();
		}
		catch (SQLException ex) {
			if (ex.getErrorCode() == ACCESS_DENIED || ex.getErrorCode() == COMMAND_DENIED) {
				return problem();
			}
			throw ex;
		}
	}

	// Return what must be granted to see who blocks.
	String problem() {
		return "Grant PROCESS, and SELECT on performance_schema, to see who blocks";
	}

}
