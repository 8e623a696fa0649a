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
import java.sql.SQLException;
import java.util.List;

/**
 * Statements of one dialect that let a database itself refuse writes to tables without
 * the current grant of an election, by triggers.
 */
public interface EnforcementSql {

	/**
	 * Return the statements that make the database refuse, which may be run again.
	 * @param connection an open connection as the user who shall own them
	 * @param namespace the namespace of the application
	 * @param election the name of the election that the tables belong to
	 * @param tables the names of the tables, as SQL would write them
	 * @return the statements
	 * @throws SQLException if the database does not answer
	 * @throws IllegalArgumentException if a name is not that of a table which triggers
	 * can guard
	 */
	List<String> install(Connection connection, String namespace, String election, List<String> tables)
			throws SQLException;

	/**
	 * Return the statements that take the triggers away, which may be run again.
	 * @param connection an open connection as the user who owns the tables
	 * @param tables the names of the tables, as SQL would write them
	 * @return the statements
	 * @throws SQLException if the database does not answer
	 * @throws IllegalArgumentException if a name is not that of a table which triggers
	 * can guard
	 */
	List<String> remove(Connection connection, List<String> tables) throws SQLException;

	/**
	 * Return statements as a script for the tools of the database.
	 * @param statements the statements
	 * @return the text
	 */
	default String script(List<String> statements) {
		return String.join(";\n", statements) + ";\n";
	}

	/**
	 * Return an error of the statements with what mends it.
	 * @param error the error
	 * @return the same error if nothing can be said
	 */
	default SQLException explain(SQLException error) {
		return error;
	}

}
