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
import java.sql.SQLException;
import java.time.Duration;

import io.leaderelection.jdbc.UnsupportedDatabaseException;
import org.jspecify.annotations.Nullable;

import org.springframework.core.io.Resource;

/**
 * What the coordinator does differently on each database.
 */
interface CoordinatorDialect {

	/**
	 * Return the dialect of the database behind the connection.
	 * @param connection an open connection
	 * @return the dialect
	 * @throws SQLException if the database does not answer
	 * @throws UnsupportedDatabaseException if there is no dialect for the database
	 */
	static CoordinatorDialect of(Connection connection) throws SQLException {
		String product = connection.getMetaData().getDatabaseProductName();
		return switch (product) {
			case PostgresCoordinatorDialect.PRODUCT -> new PostgresCoordinatorDialect();
			case MariaDbCoordinatorDialect.PRODUCT -> new MariaDbCoordinatorDialect();
			case H2CoordinatorDialect.PRODUCT -> new H2CoordinatorDialect();
			default -> throw new UnsupportedDatabaseException(product);
		};
	}

	/**
	 * Return the script that creates the tables, which may be run again.
	 * @return the script
	 */
	Resource schema();

	/**
	 * Bring a fresh connection into the mode that scripts need: each statement sees what
	 * was committed until it began, what was committed survives a crash, and nothing
	 * waits for long.
	 * @param connection the connection
	 * @param callTimeout the longest time for a script
	 * @throws SQLException if the database refuses
	 */
	void prepare(Connection connection, Duration callTimeout) throws SQLException;

	/**
	 * Return how scripts are executed.
	 * @return the runner
	 */
	ScriptRunner runner();

	/**
	 * Return the expression for the database's clock at the moment of its evaluation,
	 * however long the transaction has lasted.
	 * @return an expression that yields microseconds since the epoch
	 */
	String clock();

	/**
	 * Return the statement that creates the row of a namespace unless it exists.
	 * Parameters: namespace, lineage. Its revision is one.
	 * @return the statement
	 */
	String createNamespace();

	/**
	 * Return the query that tells other sessions that the namespace changed, if the
	 * current transaction did change an election, as an {@link Announcement}. Parameters:
	 * author, namespace, namespace.
	 * @return the query, or {@code null} if the database has no such means
	 */
	@Nullable String notification();

	/**
	 * Begin to listen for what {@link #notification()} tells.
	 * @param connection an open connection, which serves nothing else from then on
	 * @return the channel, or {@code null} if the database has no such means
	 * @throws SQLException if the database refuses
	 */
	default @Nullable NotificationChannel listen(Connection connection) throws SQLException {
		return null;
	}

}
