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
import java.util.ArrayList;
import java.util.List;

/**
 * Runner for a database that takes one statement after the other: they are committed
 * together, on a connection without auto-commit.
 */
final class SteppedScriptRunner implements ScriptRunner {

	@Override
	public ScriptAnswer run(Connection connection, Script script) throws SQLException {
		List<Object> results = new ArrayList<>();
		try {
			for (Script.Step step : script.steps()) {
				results.add(run(connection, step));
			}
			connection.commit();
			return new ScriptAnswer(results);
		}
		catch (SQLException | RuntimeException ex) {
			rollBack(connection, ex);
			throw ex;
		}
	}

	@Override
	public void rollBack(Connection connection) throws SQLException {
		if (connection.getAutoCommit()) {
			throw new SQLException("Something else than a script changed the mode of the connection");
		}
		connection.rollback();
	}

	private static Object run(Connection connection, Script.Step step) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(step.sql())) {
			int index = 0;
			for (Object parameter : step.parameters()) {
				index++;
				JoinedScriptRunner.bind(statement, index, parameter);
			}
			Script.Query<?> query = step.query();
			if (query == null) {
				return statement.executeUpdate();
			}
			try (ResultSet rows = statement.executeQuery()) {
				return query.readAll(rows);
			}
		}
	}

	private static void rollBack(Connection connection, Exception cause) {
		try {
			connection.rollback();
		}
		catch (SQLException ex) {
			cause.addSuppressed(ex);
		}
	}

}
