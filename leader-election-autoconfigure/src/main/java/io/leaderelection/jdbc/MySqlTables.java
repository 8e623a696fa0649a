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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Tables of a MariaDB or MySQL server, whose names come from its catalog.
 */
final class MySqlTables {

	private static final String PART = "(`(?:[^`]|``)+`|\"(?:[^\"]|\"\")+\"|[\\p{L}\\p{N}_$]+)";

	private static final Pattern NAME = Pattern.compile("(?:" + PART + "\\s*\\.\\s*)?" + PART);

	private final Connection connection;

	MySqlTables(Connection connection) {
		this.connection = connection;
	}

	/**
	 * Return a table.
	 * @param name the name, as SQL would write it
	 * @return the table
	 * @throws SQLException if the database does not answer
	 * @throws IllegalArgumentException if it is none that triggers can guard
	 */
	Table find(String name) throws SQLException {
		Matcher parts = NAME.matcher(name.strip());
		Table table = parts.matches() ? find(unquote(parts.group(1)), unquote(parts.group(2))) : null;
		if (table == null) {
			throw new IllegalArgumentException("There is no table '%s' that triggers could guard: ".formatted(name)
					+ "name a table as SQL would, with its database if that is not the current one");
		}
		if (!table.engine().equals("InnoDB")) {
			throw new IllegalArgumentException(
					"The table '%s' has the engine %s, which knows no transactions: no fence can guard it"
						.formatted(name, table.engine()));
		}
		return table;
	}

	private @Nullable Table find(@Nullable String schema, @Nullable String name) throws SQLException {
		try (PreparedStatement statement = this.connection
			.prepareStatement("SELECT table_schema, table_name, engine FROM information_schema.tables"
					+ " WHERE table_schema = COALESCE(?, DATABASE()) AND table_name = ?"
					+ " AND table_type IN ('BASE TABLE', 'SYSTEM VERSIONED')")) {
			statement.setString(1, schema);
			statement.setString(2, name);
			try (ResultSet result = statement.executeQuery()) {
				return result.next()
						? new Table(result.getString(1), result.getString(2), String.valueOf(result.getString(3)))
						: null;
			}
		}
	}

	private static @Nullable String unquote(@Nullable String part) {
		if (part == null || (part.charAt(0) != '`' && part.charAt(0) != '"')) {
			return part;
		}
		String quote = part.substring(0, 1);
		return part.substring(1, part.length() - 1).replace(quote + quote, quote);
	}

	/**
	 * Return names as they are written in SQL, whatever is in them.
	 * @param schema the name of the database
	 * @param name the name of what is in it
	 * @return the quoted names
	 */
	static String quote(String schema, String name) {
		return "`" + schema.replace("`", "``") + "`.`" + name.replace("`", "``") + "`";
	}

	/**
	 * Table.
	 *
	 * @param schema the name of its database
	 * @param name its name
	 * @param engine the engine that stores it
	 */
	record Table(String schema, String name, String engine) {

		String quoted() {
			return quote(this.schema, this.name);
		}

	}

}
