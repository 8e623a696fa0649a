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
import java.util.List;

import io.leaderelection.FencingToken;

/**
 * Statements about fences for databases that cannot insert or update a row in one
 * statement which tells what it did, and that end sessions by a statement with a literal.
 */
abstract class TwoStepFenceSql extends CommonFenceSql {

	// The row is made by itself only if there is none: an INSERT that meets one would
	// take a lock on it which the UPDATE of another sealer deadlocks with.
	@Override
	public List<BoundSql> raiseIntent(String namespace, FencingToken token, String lineage) {
		return List.of(
				BoundSql.of(insertIntoIfMissing("leader_fence_intent", "namespace, election, fence_token, lineage",
						"?, ?, 0, ?"), namespace, token.election(), lineage, namespace, token.election()),
				BoundSql.of(
						"UPDATE leader_fence_intent SET fence_token = ? WHERE " + KEY
								+ " AND fence_token < ? AND lineage = ?",
						token.term(), namespace, token.election(), token.term(), lineage));
	}

	@Override
	public List<BoundSql> raiseFence(String namespace, FencingToken token, String lineage, String holder) {
		return List.of(
				BoundSql.of(
						insertIntoIfMissing("leader_fence",
								"namespace, election, fence_token, grant_id, lineage, holder, sealed_at",
								"?, ?, 0, '', ?, ?, " + now()),
						namespace, token.election(), lineage, holder, namespace, token.election()),
				BoundSql.of(
						"UPDATE leader_fence SET fence_token = ?, grant_id = ?, holder = ?, sealed_at = " + now()
								+ " WHERE " + KEY + " AND fence_token < ? AND lineage = ?",
						token.term(), token.grantId(), holder, namespace, token.election(), token.term(), lineage));
	}

	private String insertIntoIfMissing(String table, String columns, String values) {
		return insertInto() + " " + table + " (" + columns + ") SELECT " + values
				+ " FROM (SELECT 1) AS one WHERE NOT EXISTS (SELECT 1 FROM " + table + " WHERE " + KEY + ")";
	}

	// Return the beginning of a statement that inserts a row unless another session has
	// just done so.
	abstract String insertInto();

	// Return the expression for the present time.
	abstract String now();

	@Override
	public boolean terminate(Connection connection, long sealer, long session, String namespace, FencingToken token)
			throws SQLException {
		BoundSql blockers = blockers(sealer);
		try (PreparedStatement statement = BoundSql
			.of("SELECT 1 FROM (SELECT 1) AS one WHERE NOT EXISTS (SELECT 1 FROM leader_fence WHERE " + KEY
					+ " AND fence_token >= ?) AND NOT EXISTS (SELECT 1 FROM leader_fence_intent WHERE " + KEY
					+ " AND fence_token > ?) AND ? IN (SELECT blockers.session FROM (" + blockers.sql()
					+ ") AS blockers)", namespace, token.election(), token.term(), namespace, token.election(),
					token.term(), session, sealer)
			.prepare(connection); ResultSet older = statement.executeQuery()) {
			return older.next() && end(connection, session);
		}
	}

	private boolean end(Connection connection, long session) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			statement.execute(endSession(session));
			return true;
		}
		catch (SQLException ex) {
			if (isUnknownSession(ex)) {
				return false;
			}
			throw ex;
		}
	}

	// Return the statement that ends a session.
	abstract String endSession(long session);

	// Return whether an error means that the session to end is no more.
	abstract boolean isUnknownSession(SQLException error);

}
