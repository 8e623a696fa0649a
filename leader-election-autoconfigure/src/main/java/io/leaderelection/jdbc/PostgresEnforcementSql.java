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
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Triggers for PostgreSQL 13 and later. Those for each row see what those for each
 * statement do not: writes to a partition, and what an embedded check told. A setting
 * that is bound to the transaction remembers that the fence was found right and is
 * locked, so that only the first row pays.
 */
final class PostgresEnforcementSql implements EnforcementSql {

	/**
	 * SQL state of a write by a transaction that claims no grant.
	 */
	static final String NO_GRANT = "LF001";

	/**
	 * SQL state of a write by a transaction whose grant is not the current one.
	 */
	static final String STALE_GRANT = "LF002";

	private static final String FENCE = "leader_fence";

	private static final String FUNCTION = "leader_fence_require";

	private static final String ROWS = "leader_fence_rows";

	private static final String TRUNCATE = "leader_fence_truncate";

	private static final String DEFINITION = """
			CREATE OR REPLACE FUNCTION %1$s() RETURNS trigger
				LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $leader_fence$
			DECLARE
				-- Arguments: namespace, election, both as claims write them, setting that remembers the check
				claims TEXT := E'\\n' || coalesce(current_setting('%2$s', true), '') || E'\\n';
				own TEXT := E'\\n' || TG_ARGV[2] || ':';
				term BIGINT;
				granted TEXT;
				refused TEXT;
			BEGIN
				IF position(own IN claims) = 0 THEN
					refused := 'the transaction has no grant';
				ELSE
					SELECT f.fence_token, f.grant_id INTO term, granted FROM %3$s AS f
						WHERE f.namespace = TG_ARGV[0] AND f.election = TG_ARGV[1] FOR SHARE;
					IF NOT FOUND OR position(own || term || ':' || granted || E'\\n' IN claims) = 0 THEN
						refused := 'the grant of the transaction is not the current one';
					END IF;
				END IF;
				IF refused IS NOT NULL THEN
					RAISE EXCEPTION '%% on %%.%% is refused by the fence of election "%%" in namespace "%%": %%',
						TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME, TG_ARGV[1], TG_ARGV[0], refused
						USING ERRCODE = CASE WHEN refused LIKE '%% no grant' THEN '%4$s' ELSE '%5$s' END,
							HINT = 'Only guarded work of the leader writes to this table.';
				END IF;
				PERFORM set_config(TG_ARGV[3], pg_current_xact_id()::TEXT, true);
				IF TG_OP = 'DELETE' THEN
					RETURN OLD;
				END IF;
				RETURN NEW;
			END
			$leader_fence$""";

	@Override
	public List<String> install(Connection connection, String namespace, String election, List<String> tables)
			throws SQLException {
		PostgresTables found = new PostgresTables(connection);
		String fence = found.qualified(FENCE);
		String function = fence.substring(0, fence.length() - FENCE.length()) + FUNCTION;
		String claim = GrantClaim.election(namespace, election);
		String held = "leader_fence.held_" + hash(claim);
		String call = "EXECUTE FUNCTION " + function
				+ Stream.of(namespace, election, claim, held)
					.map(PostgresFenceSql::literal)
					.collect(Collectors.joining(", ", "(", ")"));
		List<String> statements = new ArrayList<>();
		statements.add(DEFINITION.formatted(function, PostgresFenceSql.CLAIM, fence, NO_GRANT, STALE_GRANT));
		for (PostgresTables.Table table : found.withDescendants(tables)) {
			if (table.isWhole()) {
				addTrigger(statements, ROWS, table.name(),
						"BEFORE INSERT OR UPDATE OR DELETE ON " + table.name()
								+ "\n\tFOR EACH ROW WHEN ((current_setting('" + held
								+ "', true) = pg_current_xact_id_if_assigned()::TEXT) IS NOT TRUE)\n\t" + call);
			}
			addTrigger(statements, TRUNCATE, table.name(),
					"BEFORE TRUNCATE ON " + table.name() + "\n\tFOR EACH STATEMENT " + call);
		}
		return statements;
	}

	private static void addTrigger(List<String> statements, String name, String table, String definition) {
		statements.add(dropTrigger(name, table));
		statements.add("CREATE TRIGGER " + name + " " + definition);
		// Else session_replication_role = replica would be a way round.
		statements.add("ALTER TABLE " + table + " ENABLE ALWAYS TRIGGER " + name);
	}

	@Override
	public List<String> remove(Connection connection, List<String> tables) throws SQLException {
		List<String> statements = new ArrayList<>();
		for (PostgresTables.Table table : new PostgresTables(connection).withDescendants(tables)) {
			if (table.isWhole()) {
				statements.add(dropTrigger(ROWS, table.name()));
			}
			statements.add(dropTrigger(TRUNCATE, table.name()));
		}
		return statements;
	}

	private static String dropTrigger(String name, String table) {
		return "DROP TRIGGER IF EXISTS " + name + " ON " + table;
	}

	private static String hash(String text) {
		try {
			byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
			return HexFormat.of().formatHex(digest, 0, 8);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
