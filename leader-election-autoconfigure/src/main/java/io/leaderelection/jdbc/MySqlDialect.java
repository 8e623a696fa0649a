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
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;

/**
 * Dialect of MySQL from version 8.0 on and of MariaDB from version 10.5 on, whichever of
 * their drivers is used.
 */
final class MySqlDialect implements Dialect {

	private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)");

	private final boolean mariaDb;

	private final FenceSql fence;

	private final EnforcementSql enforcement;

	private MySqlDialect(boolean mariaDb, FenceSql fence) {
		this.mariaDb = mariaDb;
		this.fence = fence;
		this.enforcement = new MySqlEnforcementSql(mariaDb);
	}

	static MySqlDialect mySql() {
		return new MySqlDialect(false, new MySqlFenceSql());
	}

	static MySqlDialect mariaDb() {
		return new MySqlDialect(true, new MariaDbFenceSql());
	}

	// The driver of one may call the other by its own name.
	@Override
	public boolean supports(Connection connection) throws SQLException {
		String product = connection.getMetaData().getDatabaseProductName();
		if (!product.equals("MySQL") && !product.equals("MariaDB")) {
			return false;
		}
		try (Statement statement = connection.createStatement();
				ResultSet result = statement.executeQuery("SELECT VERSION()")) {
			return result.next() && supports(result.getString(1));
		}
	}

	boolean supports(String version) {
		Matcher numbers = VERSION.matcher(version);
		if (version.contains("MariaDB") != this.mariaDb || !numbers.find()) {
			return false;
		}
		int major = Integer.parseInt(numbers.group(1));
		int minor = Integer.parseInt(numbers.group(2));
		return this.mariaDb ? major > 10 || (major == 10 && minor >= 5) : major >= 8;
	}

	@Override
	public Resource schema() {
		return new ClassPathResource((this.mariaDb ? "mariadb" : "mysql") + "/R__leader_election_fence.sql",
				MySqlDialect.class);
	}

	@Override
	public Resource runSchema() {
		return new ClassPathResource((this.mariaDb ? "mariadb" : "mysql") + "/R__leader_election_runs.sql",
				MySqlDialect.class);
	}

	@Override
	public FenceSql fence() {
		return this.fence;
	}

	@Override
	public EnforcementSql enforcement() {
		return this.enforcement;
	}

	@Override
	public LexicalRules lexicalRules(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement();
				ResultSet result = statement.executeQuery("SELECT @@SESSION.sql_mode")) {
			result.next();
			return rules(result.getString(1));
		}
	}

	static LexicalRules rules(String sqlMode) {
		Set<String> modes = Set.of(sqlMode.toUpperCase(Locale.ROOT).split(","));
		Set<LexicalFeature> features = EnumSet.of(LexicalFeature.BACKTICK_NAMES, LexicalFeature.HASH_COMMENTS,
				LexicalFeature.SPACED_DASH_COMMENTS, LexicalFeature.IMPLICIT_COMMITS);
		if (!modes.contains("NO_BACKSLASH_ESCAPES")) {
			features.add(LexicalFeature.BACKSLASH_ESCAPES);
		}
		if (!modes.contains("ANSI_QUOTES")) {
			features.add(LexicalFeature.DOUBLE_QUOTED_STRINGS);
		}
		return new LexicalRules(features);
	}

	@Override
	public SqlFault fault(SQLException error) {
		return switch (error.getErrorCode()) {
			case 1146 -> SqlFault.MISSING_TABLE;
			case 1054 -> SqlFault.MISSING_COLUMN;
			case 1044, 1142, 1143, 1227 -> SqlFault.NO_PRIVILEGE;
			case 1290, 1792, 1836 -> SqlFault.READ_ONLY;
			case 1020 -> SqlFault.SERIALIZATION;
			case 1205, 1317, 1969, 3024 -> SqlFault.CANCELLED;
			case MySqlEnforcementSql.NO_GRANT -> SqlFault.NO_GRANT;
			case MySqlEnforcementSql.STALE_GRANT -> SqlFault.STALE_GRANT;
			default -> SqlFault.OTHER;
		};
	}

}
