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
import java.util.EnumSet;

import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;

/**
 * Dialect of H2 from version 2 on.
 */
final class H2Dialect implements Dialect {

	private static final FenceSql FENCE = new H2FenceSql();

	private static final LexicalRules RULES = new LexicalRules(EnumSet.of(LexicalFeature.BACKTICK_NAMES,
			LexicalFeature.NESTED_COMMENTS, LexicalFeature.SLASH_COMMENTS, LexicalFeature.IMPLICIT_COMMITS));

	@Override
	public boolean supports(Connection connection) throws SQLException {
		DatabaseMetaData database = connection.getMetaData();
		return database.getDatabaseProductName().equals("H2") && database.getDatabaseMajorVersion() >= 2;
	}

	@Override
	public Resource schema() {
		return new ClassPathResource("h2/R__leader_election_fence.sql", H2Dialect.class);
	}

	@Override
	public Resource runSchema() {
		return new ClassPathResource("h2/R__leader_election_runs.sql", H2Dialect.class);
	}

	@Override
	public FenceSql fence() {
		return FENCE;
	}

	@Override
	public EnforcementSql enforcement() {
		throw new UnsupportedOperationException("H2 has no triggers that enforce fences, as it has no shared lock on a"
				+ " row for them to take: install them on PostgreSQL, MariaDB or MySQL only");
	}

	@Override
	public LexicalRules lexicalRules(Connection connection) {
		return RULES;
	}

	@Override
	public SqlFault fault(SQLException error) {
		return switch (error.getErrorCode()) {
			case 42102, 42103, 42104 -> SqlFault.MISSING_TABLE;
			case 42122 -> SqlFault.MISSING_COLUMN;
			case 90096 -> SqlFault.NO_PRIVILEGE;
			case 90097 -> SqlFault.READ_ONLY;
			// H2 calls it a deadlock, too.
			case 40001, 90131 -> SqlFault.SERIALIZATION;
			case 50200, 57014 -> SqlFault.CANCELLED;
			default -> SqlFault.OTHER;
		};
	}

}
