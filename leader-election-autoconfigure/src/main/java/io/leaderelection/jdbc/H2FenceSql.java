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
import java.util.List;

import io.leaderelection.FencingToken;
import org.jspecify.annotations.Nullable;

/**
 * Statements about fences for H2. It has no shared lock on a row, so the check takes the
 * exclusive one and writers wait for each other, and no limit of idle time.
 */
final class H2FenceSql extends TwoStepFenceSql {

	private static final String OWN_TIMEOUT = "@leader_election_lock_timeout";

	@Override
	public BoundSql check(String namespace, String election, Duration idleLimit, String claim) {
		return BoundSql.of(
				"SELECT f.fence_token, f.grant_id, (SELECT i.fence_token FROM leader_fence_intent i"
						+ " WHERE i.namespace = ? AND i.election = ?) AS intent, TRUE FROM leader_fence f"
						+ " WHERE f.namespace = ? AND f.election = ? FOR UPDATE",
				namespace, election, namespace, election);
	}

	@Override
	public boolean isExclusive() {
		return true;
	}

	@Override
	public Embedding embedding() {
		return Embedding.NEVER;
	}

	@Override
	public String embeddedCheck(String namespace, FencingToken token, Duration idleLimit, String claim) {
		throw new UnsupportedOperationException("A condition of H2 takes no lock on a fence");
	}

	@Override
	public List<String> beginSealing(Duration bound) {
		return List.of("SET " + OWN_TIMEOUT + " = COALESCE(" + OWN_TIMEOUT + ", LOCK_TIMEOUT())",
				"SET LOCK_TIMEOUT " + Math.max(1, bound.toMillis()));
	}

	@Override
	public List<String> endSealing() {
		return List.of("SET LOCK_TIMEOUT " + OWN_TIMEOUT, "SET " + OWN_TIMEOUT + " = NULL");
	}

	@Override
	public String sealer() {
		return "SELECT SESSION_ID() AS session, NULL AS problem";
	}

	@Override
	String insertInto() {
		return "INSERT INTO";
	}

	@Override
	String now() {
		return "CURRENT_TIMESTAMP";
	}

	@Override
	public BoundSql blockers(long sealer) {
		return BoundSql.of(
				"SELECT b.session_id AS session, 'session ' || b.session_id || ' of user ' || b.user_name"
						+ " || ', ' || b.session_state AS description FROM INFORMATION_SCHEMA.SESSIONS s"
						+ " JOIN INFORMATION_SCHEMA.SESSIONS b ON b.session_id = s.blocker_id WHERE s.session_id = ?",
				sealer);
	}

	@Override
	String endSession(long session) {
		return "SELECT ABORT_SESSION(" + session + ")";
	}

	@Override
	boolean isUnknownSession(SQLException error) {
		return false;
	}

	@Override
	public @Nullable String terminationProblem(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement();
				ResultSet result = statement
					.executeQuery("SELECT is_admin FROM INFORMATION_SCHEMA.USERS WHERE user_name = CURRENT_USER")) {
			return (result.next() && result.getBoolean(1)) ? null
					: "H2 lets only administrators do so: a seal then waits for its bound and fails";
		}
	}

}
