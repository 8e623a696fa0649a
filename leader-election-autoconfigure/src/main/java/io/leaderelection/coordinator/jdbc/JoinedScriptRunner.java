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
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Runner that sends all statements at once, between the statements that begin and end a
 * transaction. The database has read the whole script before this process can be
 * suspended in the middle of it.
 */
final class JoinedScriptRunner implements ScriptRunner {

	private final String begin;

	private final String end;

	private final CommitCheck check;

	/**
	 * Create a runner.
	 * @param begin the statement that begins a transaction
	 * @param end the statement that commits it
	 * @param check judges whether the commit is as good as it should be
	 */
	JoinedScriptRunner(String begin, String end, CommitCheck check) {
		this.begin = begin;
		this.end = end;
		this.check = check;
	}

	@Override
	public ScriptAnswer run(Connection connection, Script script) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(join(script))) {
			bind(statement, script);
			statement.execute();
			List<Object> results = new ArrayList<>();
			for (Script.Step step : script.steps()) {
				statement.getMoreResults();
				results.add(result(statement, step.query()));
			}
			this.check.check(statement);
			return new ScriptAnswer(results);
		}
	}

	@Override
	public void rollBack(Connection connection) throws SQLException {
		if (!connection.getAutoCommit()) {
			throw new SQLException("Something else than a script began a transaction");
		}
		try (Statement statement = connection.createStatement()) {
			statement.execute("ROLLBACK");
		}
	}

	private String join(Script script) {
		StringBuilder joined = new StringBuilder(this.begin);
		script.steps().forEach((step) -> joined.append(";\n").append(step.sql()));
		return joined.append(";\n").append(this.end).toString();
	}

	private static void bind(PreparedStatement statement, Script script) throws SQLException {
		int index = 0;
		for (Script.Step step : script.steps()) {
			for (Object parameter : step.parameters()) {
				index++;
				bind(statement, index, parameter);
			}
		}
	}

	/**
	 * Bind a parameter with its type, which a driver that had to ask the database for it
	 * would need a round trip for.
	 * @param statement the statement
	 * @param index the position
	 * @param parameter the parameter
	 * @throws SQLException if the driver refuses
	 */
	static void bind(PreparedStatement statement, int index, @Nullable Object parameter) throws SQLException {
		if (parameter instanceof Long number) {
			statement.setLong(index, number);
		}
		else if (parameter instanceof String text) {
			statement.setString(index, text);
		}
		else if (parameter == null) {
			statement.setNull(index, Types.VARCHAR);
		}
		else {
			throw new IllegalArgumentException("A parameter is a " + parameter.getClass().getName());
		}
	}

	private static Object result(PreparedStatement statement, Script.@Nullable Query<?> query) throws SQLException {
		if (query == null) {
			return statement.getUpdateCount();
		}
		try (ResultSet rows = statement.getResultSet()) {
			return query.readAll(rows);
		}
	}

	/**
	 * Judge of a commit.
	 */
	@FunctionalInterface
	interface CommitCheck {

		/**
		 * Check what the database said about a script that it has committed.
		 * @param statement the statement that was the script
		 * @throws SQLException if the commit may be taken back
		 */
		void check(PreparedStatement statement) throws SQLException;

	}

}
