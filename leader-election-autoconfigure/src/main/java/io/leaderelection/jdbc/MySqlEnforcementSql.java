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

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/**
 * Triggers for MariaDB and MySQL. The claim is a variable of the session, as nothing ends
 * with a transaction there: a check takes it back afterwards, and one that is part of a
 * statement bears the time of that statement. The triggers read the fence under the lock,
 * so that they see what was committed since the snapshot of the transaction.
 */
final class MySqlEnforcementSql implements EnforcementSql {

	/**
	 * Error of a write by a transaction that claims no grant. The SQL state is the
	 * general one, as MariaDB's driver takes unknown ones for lost connections.
	 */
	static final int NO_GRANT = 31001;

	/**
	 * Error of a write by a transaction whose grant is not the current one.
	 */
	static final int STALE_GRANT = 31002;

	static final String CLAIM = "@leader_fence_grants";

	/**
	 * Condition for the row among the intents that tells checks to claim at all, as
	 * triggers exist. No namespace is blank.
	 */
	static final String IS_MARK = "namespace = '' AND election = 'enforced'";

	private static final String FENCE = "leader_fence";

	private static final String PROCEDURE = "leader_fence_require";

	private static final List<String> EVENTS = List.of("INSERT", "UPDATE", "DELETE");

	private static final int MAX_NAME_LENGTH = 64;

	private static final String DEFINITION = """
			PROCEDURE %1$s(
				fence_namespace VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
				fence_election VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
				own VARBINARY(2000), operation VARCHAR(200) CHARACTER SET utf8mb4)
				READS SQL DATA SQL SECURITY DEFINER
			BEGIN
				DECLARE claims BLOB DEFAULT CONCAT(x'0A', COALESCE(%2$s, ''), x'0A');
				-- A statement, which NOW() tells apart, keeps the lock that it has got.
				DECLARE held BLOB DEFAULT CONCAT(NOW(6), own, claims);
				DECLARE line BLOB DEFAULT CONCAT(x'0A', IF(@@autocommit, CONCAT(NOW(6), ' '), ''), own);
				DECLARE granted BLOB;
				DECLARE refused INT;
				DECLARE reason VARCHAR(1000) CHARACTER SET utf8mb4;
				IF NOT (@leader_fence_held <=> held) THEN
					IF LOCATE(line, claims) = 0 THEN
						SET refused = %4$d, reason = 'The transaction has no grant';
					ELSE
						SELECT CONCAT(line, f.fence_token, ':', f.grant_id, x'0A') INTO granted FROM %3$s AS f
							WHERE f.namespace = fence_namespace AND f.election = fence_election LOCK IN SHARE MODE;
						IF granted IS NULL OR LOCATE(granted, claims) = 0 THEN
							SET refused = %5$d, reason = 'The grant of the transaction is not the current one';
						END IF;
					END IF;
					IF refused IS NOT NULL THEN
						SET reason = LEFT(CONCAT(reason, ': ', operation, ' is refused by the fence of election "',
							fence_election, '" in namespace "', fence_namespace, '"'), %6$d);
						SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = refused, MESSAGE_TEXT = reason;
					END IF;
					SET @leader_fence_held = held;
				END IF;
			END""";

	private final boolean mariaDb;

	MySqlEnforcementSql(boolean mariaDb) {
		this.mariaDb = mariaDb;
	}

	@Override
	public List<String> install(Connection connection, String namespace, String election, List<String> tables)
			throws SQLException {
		MySqlTables found = new MySqlTables(connection);
		MySqlTables.Table fence = found.find(FENCE);
		String procedure = procedure(fence);
		List<String> statements = new ArrayList<>();
		// Before the first trigger, so that the leader claims when it fires.
		statements.add("INSERT IGNORE INTO " + intents(fence)
				+ " (namespace, election, fence_token, lineage) VALUES ('', 'enforced', 0, '')");
		replace(statements, "PROCEDURE", procedure, DEFINITION.formatted(procedure, CLAIM, fence.quoted(), NO_GRANT,
				STALE_GRANT, this.mariaDb ? 512 : 128));
		for (String name : tables) {
			MySqlTables.Table table = found.find(name);
			for (String event : EVENTS) {
				String trigger = trigger(table, event);
				replace(statements, "TRIGGER", trigger,
						"TRIGGER %s BEFORE %s ON %s\n\tFOR EACH ROW CALL %s(%s, %s, %s, %s)".formatted(trigger, event,
								table.quoted(), procedure, literal(namespace), literal(election),
								literal(GrantClaim.election(namespace, election) + ":"),
								literal(event + " on " + table.schema() + "." + table.name())));
			}
		}
		return statements;
	}

	// MySQL leaves a gap here, in which everybody may write.
	private void replace(List<String> statements, String kind, String name, String definition) {
		if (!this.mariaDb) {
			statements.add("DROP " + kind + " IF EXISTS " + name);
		}
		statements.add((this.mariaDb ? "CREATE OR REPLACE " : "CREATE ") + definition);
	}

	@Override
	public List<String> remove(Connection connection, List<String> tables) throws SQLException {
		MySqlTables found = new MySqlTables(connection);
		MySqlTables.Table fence = found.find(FENCE);
		List<String> statements = new ArrayList<>();
		for (String name : tables) {
			MySqlTables.Table table = found.find(name);
			EVENTS.forEach((event) -> statements.add("DROP TRIGGER IF EXISTS " + trigger(table, event)));
		}
		statements.add("DELETE FROM " + intents(fence) + " WHERE " + IS_MARK
				+ " AND NOT EXISTS (SELECT 1 FROM information_schema.triggers WHERE LOCATE("
				+ literal(procedure(fence) + "(") + ", action_statement) > 0)");
		return statements;
	}

	// The names of triggers are those of a database, not of a table, and not as long as
	// it takes.
	private static String trigger(MySqlTables.Table table, String event) {
		String name = "leader_fence_" + event.toLowerCase(Locale.ROOT) + "_" + table.name();
		if (name.length() > MAX_NAME_LENGTH) {
			String unique = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
			name = name.substring(0, MAX_NAME_LENGTH - unique.length()) + unique;
		}
		return MySqlTables.quote(table.schema(), name);
	}

	private static String procedure(MySqlTables.Table fence) {
		return MySqlTables.quote(fence.schema(), PROCEDURE);
	}

	private static String intents(MySqlTables.Table fence) {
		return MySqlTables.quote(fence.schema(), "leader_fence_intent");
	}

	private static String literal(String text) {
		return text.matches("[ -~&&[^'\\\\]]*") ? "'" + text + "'" : MariaDbFenceSql.literal(text);
	}

	@Override
	public String script(List<String> statements) {
		return "DELIMITER //\n" + String.join("//\n", statements) + "//\nDELIMITER ;\n";
	}

	@Override
	public SQLException explain(SQLException error) {
		String mend = switch (error.getErrorCode()) {
			case 1142, 1044, 1227, 1370 ->
				"grant TRIGGER on the tables, CREATE ROUTINE and ALTER ROUTINE on the database of leader_fence,"
						+ " and INSERT and DELETE on leader_fence_intent, to the user who installs the triggers";
			case 1419 -> "with a binary log, install the triggers as an administrator"
					+ " or set log_bin_trust_function_creators";
			default -> null;
		};
		return (mend != null)
				? new SQLException(error.getMessage() + ": " + mend, error.getSQLState(), error.getErrorCode(), error)
				: error;
	}

}
