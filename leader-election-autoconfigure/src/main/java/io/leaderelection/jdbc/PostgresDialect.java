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
import java.sql.Statement;

import org.jspecify.annotations.Nullable;

import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;

/**
 * Dialect of PostgreSQL.
 */
final class PostgresDialect implements Dialect {

	private static final FenceSql FENCE = new PostgresFenceSql();

	private static final EnforcementSql ENFORCEMENT = new PostgresEnforcementSql();

	@Override
	public boolean supports(Connection connection) throws SQLException {
		return connection.getMetaData().getDatabaseProductName().equals("PostgreSQL");
	}

	@Override
	public Resource schema() {
		return new ClassPathResource("postgresql/R__leader_election_fence.sql", PostgresDialect.class);
	}

	@Override
	public Resource runSchema() {
		return new ClassPathResource("postgresql/R__leader_election_runs.sql", PostgresDialect.class);
	}

	@Override
	public FenceSql fence() {
		return FENCE;
	}

	@Override
	public EnforcementSql enforcement() {
		return ENFORCEMENT;
	}

	@Override
	public LexicalRules lexicalRules(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement();
				ResultSet result = statement.executeQuery("SHOW standard_conforming_strings")) {
			result.next();
			return "off".equals(result.getString(1)) ? LexicalRules.STANDARD.with(LexicalFeature.BACKSLASH_ESCAPES)
					: LexicalRules.STANDARD;
		}
	}

	@Override
	public boolean hasTable(Connection connection, String table) throws SQLException {
		return Boolean.TRUE.equals(first(connection, "SELECT to_regclass(?) IS NOT NULL", table));
	}

	@Override
	public FenceColumn fenceColumn(Connection connection, String table) throws SQLException {
		if (!hasTable(connection, table)) {
			return FenceColumn.UNKNOWN;
		}
		Boolean notNull = first(connection,
				"SELECT attnotnull FROM pg_attribute WHERE attrelid = to_regclass(?) AND attname = '" + FenceColumn.NAME
						+ "' AND NOT attisdropped",
				table);
		if (notNull == null) {
			return FenceColumn.ABSENT;
		}
		return notNull ? FenceColumn.NOT_NULL : FenceColumn.NULLABLE;
	}

	@Override
	public SqlFault fault(SQLException error) {
		String state = (error.getSQLState() != null) ? error.getSQLState() : "";
		return switch (state) {
			case "42P01" -> SqlFault.MISSING_TABLE;
			case "42703" -> SqlFault.MISSING_COLUMN;
			case "42501" -> SqlFault.NO_PRIVILEGE;
			case "25006" -> SqlFault.READ_ONLY;
			case "40001" -> SqlFault.SERIALIZATION;
			case "57014", "55P03" -> SqlFault.CANCELLED;
			case PostgresEnforcementSql.NO_GRANT -> SqlFault.NO_GRANT;
			case PostgresEnforcementSql.STALE_GRANT -> SqlFault.STALE_GRANT;
			default -> SqlFault.OTHER;
		};
	}

	private static @Nullable Boolean first(Connection connection, String sql, String parameter) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(sql)) {
			statement.setString(1, parameter);
			try (ResultSet result = statement.executeQuery()) {
				return result.next() ? result.getBoolean(1) : null;
			}
		}
	}

}
