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
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tables of a PostgreSQL database, whose names come from its catalog, complete and
 * quoted.
 */
final class PostgresTables {

	private static final String SYNTAX = "42";

	private static final String COLUMNS = " format('%I.%I', n.nspname, c.relname) AS name, c.relispartition"
			+ " FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace";

	private static final String FIND = "SELECT" + COLUMNS + " WHERE c.oid = to_regclass(?) AND c.relkind IN ('r', 'p')";

	private static final String DESCENDANTS = "WITH RECURSIVE tree(oid) AS (SELECT inhrelid FROM pg_inherits"
			+ " WHERE inhparent = to_regclass(?) UNION SELECT i.inhrelid FROM pg_inherits i JOIN tree ON i.inhparent = tree.oid)"
			+ " SELECT" + COLUMNS + " JOIN tree ON tree.oid = c.oid WHERE c.relkind IN ('r', 'p') ORDER BY 1";

	private final Connection connection;

	PostgresTables(Connection connection) {
		this.connection = connection;
	}

	/**
	 * Return the complete name of a table.
	 * @param table the name, as SQL would write it
	 * @return the quoted name with its schema
	 * @throws SQLException if the database does not answer
	 */
	String qualified(String table) throws SQLException {
		return find(table).name();
	}

	/**
	 * Return tables, their partitions and the tables that inherit from them.
	 * @param tables the names, as SQL would write them
	 * @return the tables, each once
	 * @throws SQLException if the database does not answer
	 */
	List<Table> withDescendants(List<String> tables) throws SQLException {
		Map<String, Table> found = new LinkedHashMap<>();
		for (String name : tables) {
			// A partition that is named alone gets triggers of its own.
			String table = qualified(name);
			found.put(table, new Table(table, true));
			for (Table descendant : read(DESCENDANTS, name)) {
				found.putIfAbsent(descendant.name(), descendant);
			}
		}
		return List.copyOf(found.values());
	}

	private Table find(String table) throws SQLException {
		try {
			List<Table> found = read(FIND, table);
			if (!found.isEmpty()) {
				return found.get(0);
			}
		}
		catch (SQLException ex) {
			if (!String.valueOf(ex.getSQLState()).startsWith(SYNTAX)) {
				throw ex;
			}
		}
		throw new IllegalArgumentException("There is no table '%s' that triggers could guard: ".formatted(table)
				+ "name a table as SQL would, with its schema if that is not on the search path");
	}

	private List<Table> read(String sql, String table) throws SQLException {
		List<Table> tables = new ArrayList<>();
		try (PreparedStatement statement = this.connection.prepareStatement(sql)) {
			statement.setString(1, table);
			try (ResultSet result = statement.executeQuery()) {
				while (result.next()) {
					tables.add(new Table(result.getString("name"), !result.getBoolean("relispartition")));
				}
			}
		}
		return tables;
	}

	/**
	 * Table of the database.
	 *
	 * @param name the complete, quoted name
	 * @param isWhole whether it is no partition, which gets the triggers for each row of
	 * the whole
	 */
	record Table(String name, boolean isWhole) {

	}

}
