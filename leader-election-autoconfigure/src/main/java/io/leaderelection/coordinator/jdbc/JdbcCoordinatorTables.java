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
import java.sql.Statement;
import java.util.List;

import io.leaderelection.jdbc.Dialect;
import io.leaderelection.jdbc.TableScript;

/**
 * Tables of the coordinator in one database.
 */
public final class JdbcCoordinatorTables {

	/**
	 * Names of the tables.
	 */
	public static final List<String> NAMES = List.of("leader_namespace", "leader_session", "leader_election",
			"leader_candidate", "leader_history");

	private static final List<String> PROBES = List.of("SELECT namespace FROM %s WHERE 1 = 0",
			"INSERT INTO %1$s SELECT * FROM %1$s WHERE 1 = 0", "UPDATE %s SET namespace = namespace WHERE 1 = 0",
			"DELETE FROM %s WHERE 1 = 0");

	private final TableScript script;

	private JdbcCoordinatorTables(TableScript script) {
		this.script = script;
	}

	/**
	 * Return the tables in the database behind the connection, whether they exist or not.
	 * @param connection an open connection
	 * @return the tables
	 * @throws SQLException if the database does not answer
	 * @throws io.leaderelection.jdbc.UnsupportedDatabaseException if the database cannot
	 * be a coordinator
	 */
	public static JdbcCoordinatorTables of(Connection connection) throws SQLException {
		CoordinatorDialect dialect = CoordinatorDialect.of(connection);
		return new JdbcCoordinatorTables(new TableScript(Dialect.of(connection), dialect.schema(), NAMES));
	}

	/**
	 * Return whether all tables exist.
	 * @param connection an open connection
	 * @return whether nothing is missing
	 * @throws SQLException if the database refuses
	 */
	public boolean exist(Connection connection) throws SQLException {
		return this.script.isApplied(connection);
	}

	/**
	 * Create the tables that are missing. Several instances may do so at once.
	 * @param connection an open connection in auto-commit mode
	 * @throws SQLException if the database refuses
	 */
	public void create(Connection connection) throws SQLException {
		this.script.apply(connection);
	}

	/**
	 * Return whether the user may read and change the tables, which must exist. Changes
	 * nothing.
	 * @param connection an open connection in auto-commit mode
	 * @return whether no privilege is missing
	 * @throws SQLException if the database refuses for another reason
	 */
	public boolean areUsable(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			for (String table : NAMES) {
				for (String probe : PROBES) {
					statement.execute(probe.formatted(table));
				}
			}
			return true;
		}
		catch (SQLException ex) {
			if (isDenied(ex)) {
				return false;
			}
			throw ex;
		}
	}

	/**
	 * Return whether an error says that the user lacks a privilege.
	 * @param error the error
	 * @return whether a grant would mend it
	 */
	public static boolean isDenied(SQLException error) {
		return DatabaseFault.of(error) == DatabaseFault.NO_PRIVILEGE;
	}

	/**
	 * Return the statements that create the tables.
	 * @return the statements
	 */
	public String ddl() {
		return this.script.text();
	}

}
