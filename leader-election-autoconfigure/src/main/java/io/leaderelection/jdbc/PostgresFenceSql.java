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
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

import io.leaderelection.FencingToken;
import org.jspecify.annotations.Nullable;

/**
 * Statements about fences for PostgreSQL. {@code FOR SHARE} is the weakest lock that
 * keeps the fence from being raised before the commit: {@code FOR KEY SHARE} does not.
 */
final class PostgresFenceSql extends CommonFenceSql {

	static final String APPLICATION_NAME = "leader-election-sealer";

	// Gone at the end of the transaction, so that no session of a pool keeps it.
	static final String CLAIM = "leader_fence.grants";

	// The sealer and the sealers that it queues behind.
	private static final String WAITING = "WITH RECURSIVE waiting(pid) AS (SELECT CAST(? AS INT) UNION SELECT s.pid"
			+ " FROM waiting CROSS JOIN LATERAL unnest(pg_blocking_pids(waiting.pid)) u(pid)"
			+ " JOIN pg_stat_activity s ON s.pid = u.pid WHERE s.application_name = '" + APPLICATION_NAME + "') ";

	private static final String DESCRIPTION = "format('session %s of user %s, application \"%s\", %s', b.pid, b.usename,"
			+ " b.application_name, concat_ws(', ', coalesce(b.state, 'state unknown'), 'from ' || host(b.client_addr),"
			+ " CASE WHEN b.wait_event_type = 'Client' THEN 'waiting in ' || b.wait_event END,"
			+ " 'in its transaction since ' || date_trunc('second', b.xact_start)))";

	@Override
	public BoundSql check(String namespace, String election, Duration idleLimit, String claim) {
		return BoundSql.of("SELECT f.fence_token, f.grant_id, (SELECT i.fence_token FROM leader_fence_intent i"
				+ " WHERE i.namespace = ? AND i.election = ?) AS intent,"
				+ " set_config('idle_in_transaction_session_timeout', ?, true) IS NOT NULL," + " set_config('" + CLAIM
				+ "', ?, true) FROM leader_fence f WHERE f.namespace = ? AND f.election = ? FOR SHARE OF f", namespace,
				election, String.valueOf(idleLimit.toMillis()), claim, namespace, election);
	}

	// Nothing but a rollback can follow an error.
	@Override
	public boolean losesLocks() {
		return false;
	}

	@Override
	public String refusesWrites() {
		return "SELECT current_setting('transaction_read_only') = 'on'";
	}

	@Override
	public Embedding embedding() {
		return Embedding.ALWAYS;
	}

	@Override
	public String embeddedCheck(String namespace, FencingToken token, Duration idleLimit, String claim) {
		String key = "namespace = " + literal(namespace) + " AND election = " + literal(token.election());
		return "EXISTS (SELECT set_config('idle_in_transaction_session_timeout', '" + idleLimit.toMillis()
				+ "', true), set_config('" + CLAIM + "', " + literal(claim) + ", true) FROM leader_fence WHERE " + key
				+ " AND fence_token = " + token.term() + " AND grant_id = " + literal(token.grantId())
				+ " FOR SHARE) AND NOT EXISTS (SELECT 1 FROM leader_fence_intent WHERE " + key + " AND fence_token > "
				+ token.term() + ")";
	}

	@Override
	public List<String> beginSealing(Duration bound) {
		long millis = Math.max(1, bound.toMillis());
		return List.of("SET TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE",
				"SELECT set_config('statement_timeout', '" + millis
						+ "', true), set_config('idle_in_transaction_session_timeout', '" + millis
						+ "', true), set_config('application_name', '" + APPLICATION_NAME
						+ "', true), set_config('synchronous_commit', CASE current_setting('synchronous_commit')"
						+ " WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true)");
	}

	@Override
	public List<String> endSealing() {
		return List.of();
	}

	// Each statement of a message has the whole timeout, and one that the message has set
	// before, from PostgreSQL 11 on.
	@Override
	public boolean joinsStatements() {
		return true;
	}

	@Override
	public String sealer() {
		return "SELECT pg_backend_pid() AS session, CASE WHEN current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')"
				+ " THEN 'synchronous_commit must be on' END AS problem";
	}

	@Override
	public List<BoundSql> raiseIntent(String namespace, FencingToken token, String lineage) {
		return List.of(BoundSql.of(
				"INSERT INTO leader_fence_intent AS i (namespace, election, fence_token, lineage) VALUES (?, ?, ?, ?)"
						+ " ON CONFLICT (namespace, election) DO UPDATE SET fence_token = EXCLUDED.fence_token"
						+ " WHERE i.fence_token < EXCLUDED.fence_token AND i.lineage = EXCLUDED.lineage",
				namespace, token.election(), token.term(), lineage));
	}

	@Override
	public List<BoundSql> raiseFence(String namespace, FencingToken token, String lineage, String holder) {
		return List.of(BoundSql.of(
				"INSERT INTO leader_fence AS f (namespace, election, fence_token, grant_id, lineage, holder, sealed_at)"
						+ " VALUES (?, ?, ?, ?, ?, ?, clock_timestamp()) ON CONFLICT (namespace, election)"
						+ " DO UPDATE SET fence_token = EXCLUDED.fence_token, grant_id = EXCLUDED.grant_id,"
						+ " holder = EXCLUDED.holder, sealed_at = EXCLUDED.sealed_at"
						+ " WHERE f.fence_token < EXCLUDED.fence_token AND f.lineage = EXCLUDED.lineage",
				namespace, token.election(), token.term(), token.grantId(), lineage, holder));
	}

	// Whose update of the intent finds nothing to raise must not raise the fence either.
	@Override
	public BoundSql raiseUnheld(String namespace, FencingToken token, String lineage, String holder) {
		return BoundSql.of("WITH unheld AS (SELECT f.lineage FROM leader_fence f WHERE f.namespace = ?"
				+ " AND f.election = ? AND f.fence_token < ? AND f.lineage = ? FOR UPDATE SKIP LOCKED),"
				+ " intended AS (INSERT INTO leader_fence_intent AS i (namespace, election, fence_token, lineage)"
				+ " SELECT ?, ?, CAST(? AS BIGINT), u.lineage FROM unheld u ON CONFLICT (namespace, election)"
				+ " DO UPDATE SET fence_token = EXCLUDED.fence_token WHERE i.fence_token < EXCLUDED.fence_token"
				+ " AND i.lineage = EXCLUDED.lineage RETURNING i.fence_token)"
				+ " UPDATE leader_fence SET fence_token = intended.fence_token, grant_id = ?, holder = ?,"
				+ " sealed_at = clock_timestamp() FROM intended WHERE leader_fence.namespace = ?"
				+ " AND leader_fence.election = ?", namespace, token.election(), token.term(), lineage, namespace,
				token.election(), token.term(), token.grantId(), holder, namespace, token.election());
	}

	@Override
	public BoundSql blockers(long sealer) {
		// Waiting for a lock on the table means a migration, not a task of an older
		// grant.
		return BoundSql.of(WAITING + "SELECT DISTINCT b.pid AS session, " + DESCRIPTION
				+ " AS description FROM waiting JOIN pg_stat_activity w ON w.pid = waiting.pid"
				+ " CROSS JOIN LATERAL unnest(pg_blocking_pids(w.pid)) u(pid)"
				+ " JOIN pg_stat_activity b ON b.pid = u.pid"
				+ " WHERE w.wait_event_type = 'Lock' AND w.wait_event IN ('transactionid', 'tuple')"
				+ " AND b.application_name <> '" + APPLICATION_NAME + "'", sealer);
	}

	@Override
	public boolean terminate(Connection connection, long sealer, long session, String namespace, FencingToken token)
			throws SQLException {
		try (PreparedStatement statement = BoundSql
			.of(WAITING + "SELECT pg_terminate_backend(a.pid) AS terminated FROM pg_stat_activity a WHERE a.pid = ?"
					+ " AND EXISTS (SELECT 1 FROM waiting WHERE a.pid = ANY (pg_blocking_pids(waiting.pid)))"
					+ " AND NOT EXISTS (SELECT 1 FROM leader_fence WHERE " + KEY
					+ " AND fence_token >= ?) AND NOT EXISTS (SELECT 1 FROM leader_fence_intent WHERE " + KEY
					+ " AND fence_token > ?)", sealer, session, namespace, token.election(), token.term(), namespace,
					token.election(), token.term())
			.prepare(connection); ResultSet result = statement.executeQuery()) {
			return result.next() && result.getBoolean("terminated");
		}
	}

	@Override
	public @Nullable String terminationProblem(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement();
				ResultSet result = statement.executeQuery("SELECT bool_or(has_function_privilege(oid, 'EXECUTE'))"
						+ " FROM pg_proc WHERE proname = 'pg_terminate_backend'")) {
			return (result.next() && result.getBoolean(1)) ? null : "Grant EXECUTE on pg_terminate_backend";
		}
	}

	static String literal(String text) {
		if (text.indexOf('\0') != -1) {
			throw new IllegalArgumentException("'text' must not contain the character NUL");
		}
		// E'' means the same whatever standard_conforming_strings is.
		String quoted = text.replace("'", "''");
		return (text.indexOf('\\') == -1) ? "'" + quoted + "'" : " E'" + quoted.replace("\\", "\\\\") + "'";
	}

}
