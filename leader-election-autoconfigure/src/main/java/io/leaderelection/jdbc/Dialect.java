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
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import org.springframework.core.io.Resource;
import org.springframework.core.io.support.SpringFactoriesLoader;

/**
 * What differs between databases. Further databases are made known by implementations
 * that {@code META-INF/spring.factories} names, with a constructor without arguments;
 * they come before those of this library.
 */
public interface Dialect {

	/**
	 * Return the dialect of the database behind the connection.
	 * @param connection an open connection
	 * @return the dialect
	 * @throws SQLException if the database does not answer
	 * @throws UnsupportedDatabaseException if there is no dialect for the database
	 */
	static Dialect of(Connection connection) throws SQLException {
		List<Dialect> candidates = new ArrayList<>(SpringFactoriesLoader.loadFactories(Dialect.class, null));
		candidates
			.addAll(List.of(new PostgresDialect(), MySqlDialect.mariaDb(), MySqlDialect.mySql(), new H2Dialect()));
		for (Dialect candidate : candidates) {
			if (candidate.supports(connection)) {
				return candidate;
			}
		}
		DatabaseMetaData database = connection.getMetaData();
		throw new UnsupportedDatabaseException(
				database.getDatabaseProductName() + " " + database.getDatabaseProductVersion());
	}

	/**
	 * Return whether this is the dialect of the database behind the connection.
	 * @param connection an open connection
	 * @return whether it is
	 * @throws SQLException if the database does not answer
	 */
	boolean supports(Connection connection) throws SQLException;

	/**
	 * Return the script that creates the tables of fences, which may be run again.
	 * @return the script
	 */
	Resource schema();

	/**
	 * Return the script that creates the table of the run ledger, which may be run again.
	 * @return the script
	 */
	Resource runSchema();

	/**
	 * Return the statements about fences.
	 * @return the statements
	 */
	FenceSql fence();

	/**
	 * Return the statements that let the database itself refuse writes.
	 * @return the statements
	 * @throws UnsupportedOperationException if the database cannot do that
	 */
	default EnforcementSql enforcement() {
		throw new UnsupportedOperationException("There are no triggers that enforce fences in this database");
	}

	/**
	 * Return how the database reads SQL in this session.
	 * @param connection an open connection
	 * @return the rules
	 * @throws SQLException if the database refuses
	 */
	LexicalRules lexicalRules(Connection connection) throws SQLException;

	/**
	 * Return whether a table exists.
	 * @param connection an open connection
	 * @param table the name of the table, as SQL would write it
	 * @return whether it exists
	 * @throws SQLException if the database refuses
	 */
	default boolean hasTable(Connection connection, String table) throws SQLException {
		return new TableProbe(this).hasTable(connection, table);
	}

	/**
	 * Return what is known of a table's fence column.
	 * @param connection an open connection
	 * @param table the name of the table, as SQL would write it
	 * @return the column
	 * @throws SQLException if the database refuses
	 */
	default FenceColumn fenceColumn(Connection connection, String table) throws SQLException {
		return new TableProbe(this).fenceColumn(connection, table);
	}

	/**
	 * Return the kind of an error.
	 * @param error the error
	 * @return the kind
	 */
	SqlFault fault(SQLException error);

}
