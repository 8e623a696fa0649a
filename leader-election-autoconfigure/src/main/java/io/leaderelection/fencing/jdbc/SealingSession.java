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

package io.leaderelection.fencing.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

import io.leaderelection.jdbc.BoundSql;
import io.leaderelection.jdbc.FenceSql;
import org.jspecify.annotations.Nullable;

/**
 * Session of a sealer, which gets its own settings back in the end.
 */
final class SealingSession implements AutoCloseable {

	private final Connection connection;

	private final FenceSql sql;

	private boolean begun;

	private long id;

	SealingSession(Connection connection, FenceSql sql) {
		this.connection = connection;
		this.sql = sql;
	}

	/**
	 * Begin a transaction.
	 * @param bound the longest time for a statement and for sitting idle
	 * @param first the first statement of the transaction, sent together with those that
	 * begin it where the database takes them at once, or {@code null} if there is none
	 * @return how many rows the first statement changed
	 * @throws SQLException if the database refuses, or its commits are not durable
	 */
	int begin(Duration bound, @Nullable BoundSql first) throws SQLException {
		List<String> settings = this.sql.beginSealing(bound);
		return this.sql.joinsStatements() ? beginAtOnce(settings, first) : beginInSteps(settings, first);
	}

	private int beginAtOnce(List<String> settings, @Nullable BoundSql first) throws SQLException {
		StringBuilder joined = new StringBuilder();
		settings.forEach((setting) -> joined.append(setting).append(";\n"));
		joined.append(this.sql.sealer());
		if (first != null) {
			joined.append(";\n").append(first.sql());
		}
		List<Object> parameters = (first != null) ? first.parameters() : List.of();
		try (PreparedStatement statement = new BoundSql(joined.toString(), parameters).prepare(this.connection)) {
			this.begun = true;
			statement.execute();
			for (int i = 0; i < settings.size(); i++) {
				statement.getMoreResults();
			}
			try (ResultSet sealer = statement.getResultSet()) {
				identify(sealer);
			}
			statement.getMoreResults();
			return statement.getUpdateCount();
		}
	}

	private int beginInSteps(List<String> settings, @Nullable BoundSql first) throws SQLException {
		try (Statement statement = this.connection.createStatement()) {
			for (String setting : settings) {
				statement.execute(setting);
				this.begun = true;
			}
			try (ResultSet sealer = statement.executeQuery(this.sql.sealer())) {
				identify(sealer);
			}
		}
		return (first != null) ? BoundSql.executeAll(this.connection, List.of(first)) : 0;
	}

	private void identify(ResultSet sealer) throws SQLException {
		sealer.next();
		if (sealer.getString("problem") != null) {
			throw new SQLException("commits are not durable, " + sealer.getString("problem"));
		}
		this.id = sealer.getLong("session");
	}

	/**
	 * Return the identifier of the session, as known since a transaction began.
	 * @return the identifier
	 */
	long id() {
		return this.id;
	}

	@Override
	public void close() throws SQLException {
		this.connection.rollback();
		if (this.begun) {
			try (Statement statement = this.connection.createStatement()) {
				for (String setting : this.sql.endSealing()) {
					statement.execute(setting);
				}
			}
		}
	}

}
