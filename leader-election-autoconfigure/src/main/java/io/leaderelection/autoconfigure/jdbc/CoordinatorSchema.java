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

package io.leaderelection.autoconfigure.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

import javax.sql.DataSource;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.coordinator.jdbc.JdbcCoordinatorTables;
import io.leaderelection.jdbc.UnsupportedDatabaseException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Tables of the coordinator: created where that is wanted, else looked for at start-up.
 * What the database refuses for good stops the start; a database that cannot be reached
 * does not, and gets its tables when it can be.
 */
final class CoordinatorSchema {

	private static final String INITIALIZE = "leader-election.jdbc.initialize-schema";

	private static final Log logger = LogFactory.getLog(CoordinatorSchema.class);

	private final CoordinatorDatabase database;

	private final DatabaseInitializationMode mode;

	private final Duration timeout;

	private volatile boolean seen;

	CoordinatorSchema(CoordinatorDatabase database, DatabaseInitializationMode mode, Duration timeout) {
		this.database = database;
		this.mode = mode;
		this.timeout = timeout;
	}

	/**
	 * Create or look for the tables.
	 * @throws LeaderElectionConfigurationException if the database answers and cannot be
	 * used as it is
	 */
	void initialize() {
		try (Connection connection = this.database.dataSource().getConnection()) {
			connection.setNetworkTimeout(Runnable::run, (int) this.timeout.toMillis());
			PrivateDatabase.report(this.database, connection.getMetaData().getURL());
			initialize(connection);
		}
		catch (SQLException ex) {
			logger.warn(
					"Cannot use the database that decides who leads (%s), so this instance does not lead until it can: %s%s"
						.formatted(this.database.origin(), ex.getMessage(), PrivateDatabase.advice(ex)));
		}
	}

	/**
	 * Return the connections for the coordinator.
	 * @return a DataSource that sees to the tables if they were not at start-up
	 */
	DataSource connections() {
		return new DelegatingDataSource(this.database.dataSource()) {

			@Override
			public Connection getConnection() throws SQLException {
				Connection connection = super.getConnection();
				try {
					CoordinatorSchema.this.createLate(connection);
					return connection;
				}
				catch (SQLException | RuntimeException ex) {
					connection.close();
					throw ex;
				}
			}

		};
	}

	private void initialize(Connection connection) throws SQLException {
		if (!isUsable(tables(connection), connection)) {
			throw new LeaderElectionConfigurationException(
					"The database that decides who leads (%s) does not let '%s' read and change its tables."
						.formatted(this.database.origin(), connection.getMetaData().getUserName()),
					"Grant SELECT, INSERT, UPDATE and DELETE on %s."
						.formatted(String.join(", ", JdbcCoordinatorTables.NAMES)));
		}
		this.seen = true;
	}

	// Who may not even read a table is refused when it is looked for.
	private boolean isUsable(JdbcCoordinatorTables tables, Connection connection) throws SQLException {
		try {
			if (!tables.exist(connection)) {
				create(tables, connection);
			}
			return tables.areUsable(connection);
		}
		catch (SQLException ex) {
			if (JdbcCoordinatorTables.isDenied(ex)) {
				return false;
			}
			throw ex;
		}
	}

	private void create(JdbcCoordinatorTables tables, Connection connection) throws SQLException {
		if (!creates(connection)) {
			throw missing(tables, "has no tables for it",
					"or set '%s' to 'always' to have them run at start-up".formatted(INITIALIZE));
		}
		try {
			tables.create(connection);
		}
		catch (SQLException ex) {
			if (!JdbcCoordinatorTables.isDenied(ex)) {
				throw ex;
			}
			throw missing(tables, "has no tables for it, and does not let '%s' create them"
				.formatted(connection.getMetaData().getUserName()), "or let that user create tables");
		}
	}

	private void createLate(Connection connection) throws SQLException {
		if (!this.seen && creates(connection)) {
			connection.setNetworkTimeout(Runnable::run, (int) this.timeout.toMillis());
			JdbcCoordinatorTables tables = JdbcCoordinatorTables.of(connection);
			if (!tables.exist(connection)) {
				tables.create(connection);
			}
			this.seen = true;
		}
	}

	private JdbcCoordinatorTables tables(Connection connection) throws SQLException {
		try {
			return JdbcCoordinatorTables.of(connection);
		}
		catch (UnsupportedDatabaseException ex) {
			throw new LeaderElectionConfigurationException(
					"A database is to decide who leads, but %s is of a kind that cannot: %s."
						.formatted(this.database.origin(), ex.getProduct()),
					"Set '%s' to a database of a kind that can, or choose 'etcd' as 'leader-election.coordinator'."
						.formatted(CoordinatorDatabaseChoice.URL));
		}
	}

	private boolean creates(Connection connection) throws SQLException {
		return switch (this.mode) {
			case ALWAYS -> true;
			case NEVER -> false;
			case EMBEDDED -> PrivateDatabase.isInMemory(connection.getMetaData().getURL());
		};
	}

	private LeaderElectionConfigurationException missing(JdbcCoordinatorTables tables, String problem, String remedy) {
		return new LeaderElectionConfigurationException(
				"The database that decides who leads (%s) %s.".formatted(this.database.origin(), problem),
				"Add these statements to your migrations, %s:%n%n%s".formatted(remedy, tables.ddl()), INITIALIZE);
	}

}
