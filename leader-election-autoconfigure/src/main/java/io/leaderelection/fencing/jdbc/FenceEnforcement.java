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
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

import io.leaderelection.ElectionName;
import io.leaderelection.fencing.FencedOperation;
import io.leaderelection.fencing.MissingFenceTableException;
import io.leaderelection.jdbc.Dialect;
import io.leaderelection.jdbc.EnforcementSql;
import io.leaderelection.jdbc.TableScript;

/**
 * Enforcement of the fence by the database itself: triggers on tables that refuse every
 * write of a transaction which does not show the current grant of the table's election,
 * whoever writes and with whatever client. Transactions that this library fences show
 * their grants by themselves.
 * <p>
 * Namespace and election are part of the triggers: install them anew when one of the two
 * is renamed. A table belongs to one election. May be used by any thread.
 */
public final class FenceEnforcement {

	private final String namespace;

	/**
	 * Create an enforcement.
	 * @param namespace the namespace of the application
	 */
	public FenceEnforcement(String namespace) {
		if (namespace.isBlank()) {
			throw new IllegalArgumentException("'namespace' must not be blank");
		}
		this.namespace = namespace;
	}

	/**
	 * Return the statements that let the database refuse writes to tables, for a
	 * migration. Partitions and inheriting tables that exist are included. They may be
	 * run again. MariaDB's and MySQL's come with the delimiter that their tools need.
	 * @param connection an open connection to the database, which has the tables of
	 * fences already
	 * @param election the name of the election that the tables belong to
	 * @param tables the names of the tables, as SQL would write them
	 * @return the statements
	 * @throws SQLException if the database does not answer
	 * @throws MissingFenceTableException if there are no tables of fences
	 * @throws UnsupportedOperationException if the database cannot enforce fences
	 * @throws IllegalArgumentException if there is no such table
	 */
	public String script(Connection connection, String election, String... tables) throws SQLException {
		EnforcementSql sql = enforcement(connection);
		return sql.script(installation(connection, sql, election, tables));
	}

	/**
	 * Let the database refuse writes to tables, by the statements of {@link #script}.
	 * They wait for transactions that write to the tables, and run in one transaction:
	 * that of the connection if it is not in auto-commit mode. In MariaDB and MySQL each
	 * of them commits, and what the connection's transaction did before as well.
	 * @param connection an open connection as the owner of the tables
	 * @param election the name of the election that the tables belong to
	 * @param tables the names of the tables, as SQL would write them
	 * @throws SQLException if the database refuses
	 * @throws MissingFenceTableException if there are no tables of fences
	 * @throws UnsupportedOperationException if the database cannot enforce fences
	 * @throws IllegalArgumentException if there is no such table
	 */
	public void install(Connection connection, String election, String... tables) throws SQLException {
		EnforcementSql sql = enforcement(connection);
		run(connection, sql, installation(connection, sql, election, tables));
	}

	/**
	 * Return the statements that let everybody write to tables again, for a migration.
	 * They may be run again.
	 * @param connection an open connection to the database
	 * @param tables the names of the tables, as SQL would write them
	 * @return the statements
	 * @throws SQLException if the database does not answer
	 * @throws IllegalArgumentException if there is no such table
	 */
	public String removalScript(Connection connection, String... tables) throws SQLException {
		EnforcementSql sql = enforcement(connection);
		return sql.script(sql.remove(connection, List.of(tables)));
	}

	/**
	 * Let everybody write to tables again, by the statements of {@link #removalScript}.
	 * @param connection an open connection as the owner of the tables
	 * @param tables the names of the tables, as SQL would write them
	 * @throws SQLException if the database refuses
	 * @throws IllegalArgumentException if there is no such table
	 */
	public void remove(Connection connection, String... tables) throws SQLException {
		EnforcementSql sql = enforcement(connection);
		run(connection, sql, sql.remove(connection, List.of(tables)));
	}

	private static EnforcementSql enforcement(Connection connection) throws SQLException {
		return Dialect.of(connection).enforcement();
	}

	private List<String> installation(Connection connection, EnforcementSql sql, String election, String... tables)
			throws SQLException {
		ElectionName.requireValid(election);
		TableScript fences = TableScript.ofFences(Dialect.of(connection));
		if (!fences.isApplied(connection)) {
			throw new MissingFenceTableException(String.valueOf(connection.getCatalog()), fences.text(),
					new FencedOperation(election, null, null));
		}
		return sql.install(connection, this.namespace, election, List.of(tables));
	}

	private static void run(Connection connection, EnforcementSql sql, List<String> statements) throws SQLException {
		if (!connection.getAutoCommit()) {
			execute(connection, sql, statements);
			return;
		}
		connection.setAutoCommit(false);
		try {
			execute(connection, sql, statements);
			connection.commit();
		}
		catch (SQLException ex) {
			connection.rollback();
			throw ex;
		}
		finally {
			connection.setAutoCommit(true);
		}
	}

	private static void execute(Connection connection, EnforcementSql sql, List<String> statements)
			throws SQLException {
		try (Statement statement = connection.createStatement()) {
			for (String text : statements) {
				statement.execute(text);
			}
		}
		catch (SQLException ex) {
			throw sql.explain(ex);
		}
	}

}
