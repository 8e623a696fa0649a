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
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

import io.leaderelection.jdbc.FenceSql;

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
	 * @throws SQLException if the database refuses, or its commits are not durable
	 */
	void begin(Duration bound) throws SQLException {
		try (Statement statement = this.connection.createStatement()) {
			for (String setting : this.sql.beginSealing(bound)) {
				statement.execute(setting);
				this.begun = true;
			}
			try (ResultSet result = statement.executeQuery(this.sql.sealer())) {
				result.next();
				if (result.getString("problem") != null) {
					throw new SQLException("commits are not durable, " + result.getString("problem"));
				}
				this.id = result.getLong("session");
			}
		}
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
