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
import java.sql.SQLException;
import java.util.List;

/**
 * Statement with its parameters.
 *
 * @param sql the text, with {@code ?} for parameters
 * @param parameters the values, in the order of the text
 */
public record BoundSql(String sql, List<Object> parameters) {

	public BoundSql {
		parameters = List.copyOf(parameters);
	}

	/**
	 * Create a statement.
	 * @param sql the text, with {@code ?} for parameters
	 * @param parameters the values, in the order of the text
	 * @return the statement
	 */
	public static BoundSql of(String sql, Object... parameters) {
		return new BoundSql(sql, List.of(parameters));
	}

	/**
	 * Prepare the statement, with its parameters set.
	 * @param connection an open connection
	 * @return the prepared statement, to be closed by the caller
	 * @throws SQLException if the database refuses
	 */
	public PreparedStatement prepare(Connection connection) throws SQLException {
		PreparedStatement statement = connection.prepareStatement(this.sql);
		try {
			for (int i = 0; i < this.parameters.size(); i++) {
				statement.setObject(i + 1, this.parameters.get(i));
			}
			return statement;
		}
		catch (SQLException ex) {
			statement.close();
			throw ex;
		}
	}

	/**
	 * Execute statements one after the other.
	 * @param connection an open connection
	 * @param statements the statements, none of which is a query
	 * @return how many rows the last one changed
	 * @throws SQLException if the database refuses
	 */
	public static int executeAll(Connection connection, List<BoundSql> statements) throws SQLException {
		int changed = 0;
		for (BoundSql bound : statements) {
			try (PreparedStatement statement = bound.prepare(connection)) {
				changed = statement.executeUpdate();
			}
		}
		return changed;
	}

}
