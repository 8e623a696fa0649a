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

package io.leaderelection.fencing.jdbc.sql;

import java.util.List;
import java.util.Map;

import javax.sql.DataSource;

import io.leaderelection.jdbc.FenceColumn;
import io.leaderelection.jdbc.LexicalRules;
import io.leaderelection.servers.PostgresDatabase;
import io.leaderelection.servers.PostgresServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link GuardedStatement} that ask the database what rewritten statements
 * mean: the same as before with a guard that holds, nothing with one that does not.
 */
class RewrittenSqlTests {

	@RegisterExtension
	static final PostgresDatabase database = PostgresServer.database();

	private static final String ALL = "SELECT * FROM (SELECT 't' AS name, t.* FROM t UNION ALL SELECT 'app.t', app.t.* FROM app.t"
			+ " UNION ALL SELECT 'My T', m.* FROM \"My \"\"T\" m UNION ALL SELECT 'u', u.* FROM u) everything";

	private static JdbcTemplate jdbc;

	private static TransactionTemplate transaction;

	private final SqlAnalyzer analyzer = new SqlAnalyzer(LexicalRules.STANDARD);

	@BeforeAll
	static void createTables() {
		DataSource dataSource = database.dataSource();
		jdbc = new JdbcTemplate(dataSource);
		transaction = new TransactionTemplate(new JdbcTransactionManager(dataSource));
		jdbc.execute("CREATE SCHEMA app");
		for (String table : List.of("t", "app.t", "\"My \"\"T\"", "u")) {
			jdbc.execute("CREATE TABLE " + table + " (id INT PRIMARY KEY, a INT, s TEXT, d DATE, j JSONB DEFAULT '{}',"
					+ " n INT[] DEFAULT '{1,2}', fence_token BIGINT NOT NULL DEFAULT 0)");
			jdbc.execute("INSERT INTO " + table + " (id, a, s) VALUES (1, 10, 'x'), (2, NULL, 'y'), (3, 30, 'WHERE')");
		}
	}

	static List<String> statements() {
		return List.of(
		// @formatter:off
				"UPDATE t SET a = 1",
				"update t set a=5 where id=1",
				"UPDATE t SET a = 1 WHERE id = 1 OR id = 2",
				"UPDATE t SET a = 1 WHERE id = 1 OR true -- OR",
				"UPDATE t SET a = 1 /* WHERE id = 1 */ WHERE id = 2 /* /* nested */ */ ;",
				"UPDATE t SET a = 1 WHERE s = 'WHERE' RETURNING *",
				"UPDATE t AS x SET a = x.id WHERE x.id > 1",
				"UPDATE t x SET a = x.id",
				"UPDATE ONLY t SET a = 1",
				"UPDATE t * SET a = 1",
				"UPDATE app.t SET a = 1 WHERE t.id = 1",
				"UPDATE app . t SET a = 1",
				"UPDATE \"My \"\"T\" SET \"a\" = 1 WHERE \"id\" = 1",
				"UPDATE t SET (a, s) = (7, 'z') WHERE id = 1",
				"UPDATE t SET (a, s) = (SELECT u.a + 1, u.s FROM u WHERE u.id = t.id)",
				"UPDATE t SET a = CASE WHEN id = 1 THEN 4 ELSE 5 END WHERE id IN (SELECT id FROM u WHERE a > 1)",
				"UPDATE t SET n[1] = 9, s = s || ' FROM ' WHERE id = 1",
				"UPDATE t SET s = (a IS DISTINCT FROM 1)::text",
				"UPDATE t SET s = (SELECT 'b' IS NOT DISTINCT FROM 'c')::text WHERE a IS DISTINCT FROM 10",
				"UPDATE t SET s = substring('abc' FROM 2 FOR 1), a = extract(year FROM now()) WHERE id = 1",
				"UPDATE t SET a = u.a + 1 FROM u WHERE u.id = t.id AND u.a > 10 OR u.id = 1 AND t.id = 1",
				"UPDATE t SET a = v.a + 1 FROM u JOIN app.t v ON v.id = u.id WHERE t.id = v.id",
				"UPDATE t SET s = $$ WHERE it's $$, d = DATE '2020-01-01' WHERE id = 1",
				"UPDATE t SET s = E'it\\'s' WHERE s = U&'\\0078'",
				"UPDATE t SET s = 'q' WHERE (id = 1) AND NOT (a = 3)RETURNING(id)",
				"UPDATE t SET j = j || '{\"a\": 1}' WHERE j @> '{}' AND id BETWEEN 1 AND 2",
				"WITH v AS (SELECT id FROM u WHERE a > 10) UPDATE t SET a = 1 FROM v WHERE v.id = t.id",
				"WITH RECURSIVE v(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM v WHERE id < 2) UPDATE t SET a = 1 WHERE id IN (SELECT id FROM v)",
				"DELETE FROM t",
				"DELETE FROM t WHERE id = 1 OR id = 2",
				"DELETE FROM ONLY t AS x USING u WHERE u.id = x.id AND u.a = 30 RETURNING x.id",
				"DELETE FROM app.t x USING u, t WHERE u.id = x.id OR t.id = x.id",
				"WITH v AS MATERIALIZED (SELECT 1 AS id) DELETE FROM t WHERE id IN (TABLE v)",
				"INSERT INTO t (id, s) VALUES (11, 'VALUES (1)'), (12, lower(')'))",
				"INSERT INTO t (id) VALUES ((SELECT max(id) + 10 FROM u)) RETURNING id",
				"INSERT INTO t AS x (id, d) VALUES (1, NULL) ON CONFLICT (id) DO UPDATE SET s = EXCLUDED.s, a = x.a WHERE x.a > 1 OR x.id = 1",
				"INSERT INTO t (id, a) VALUES (1, 2), (21, 3) ON CONFLICT (id) DO UPDATE SET a = EXCLUDED.a RETURNING *",
				"INSERT INTO t (id) VALUES (1), (22) ON CONFLICT DO NOTHING",
				"INSERT INTO app.t (id, a) VALUES (1, DEFAULT) ON CONFLICT ON CONSTRAINT t_pkey DO UPDATE SET a = 1",
				"INSERT INTO t (id, d) SELECT id + 30, '2020-01-01' FROM u WHERE a > 10 OR a IS NULL",
				"INSERT INTO t (id) SELECT id + 40 FROM u ORDER BY id DESC LIMIT 2",
				"INSERT INTO t (id, a) SELECT 50, count(*) FROM u",
				"INSERT INTO t (id) SELECT 60 WHERE NOT EXISTS (SELECT 1 FROM u WHERE a = 99)",
				"INSERT INTO t (id, a) SELECT DISTINCT ON (a) id + 70, a FROM u ORDER BY a, id",
				"INSERT INTO t (id, a) SELECT id + 80, sum(a) OVER (ORDER BY id) FROM u WINDOW w AS (ORDER BY id)",
				"INSERT INTO t (id, a) SELECT u.id, 9 FROM u JOIN app.t v ON v.id = u.id WHERE u.id < 3 ON CONFLICT (id) DO UPDATE SET a = EXCLUDED.a",
				"INSERT INTO t (id, a) SELECT a + 90, max(id) FROM u WHERE a > 0 GROUP BY a HAVING count(*) > 0");
		// @formatter:on
	}

	@ParameterizedTest
	@MethodSource("statements")
	void guardThatHoldsChangesTheStampAlone(String sql) {
		Map<String, Object> plain = effect(sql);
		Map<String, Object> guarded = effect(guarded(sql).render(new Guard(42, FenceColumn.NOT_NULL, "TRUE")));
		assertThat(guarded).isEqualTo(plain);
		assertThat(plain).as("the statement does something").isNotEqualTo(effect("SELECT 1"));
	}

	@ParameterizedTest
	@MethodSource("statements")
	void checkThatFailsKeepsAllRowsOut(String sql) {
		GuardedStatement statement = guarded(sql);
		if (statement.isEmbedding()) {
			assertThat(effect(statement.render(new Guard(42, FenceColumn.NOT_NULL, "FALSE"))))
				.isEqualTo(effect("SELECT 1"));
		}
		else {
			assertThat(sql).as("checked before it").startsWith("INSERT");
		}
	}

	@ParameterizedTest
	@MethodSource("statements")
	void presentRowsWithANewerTermAreNeverChanged(String sql) {
		String guarded = guarded(sql).render(new Guard(-1, FenceColumn.NOT_NULL, null));
		Map<String, Object> before = presentRows("SELECT 1");
		assertThat(presentRows(guarded)).isEqualTo(before);
	}

	@ParameterizedTest
	@MethodSource("statements")
	void writtenRowsAreStampedAndNoOthers(String sql) {
		assertThat(transaction.<Boolean>execute((status) -> {
			status.setRollbackOnly();
			String rows = "SELECT concat_ws('|', name, id, coalesce(a, -1), s, d, j, n, fence_token) FROM (" + ALL
					+ ") stamp";
			List<String> before = jdbc.queryForList(rows, String.class);
			jdbc.execute(guarded(sql).render(new Guard(42, FenceColumn.NOT_NULL, null)));
			List<String> stamped = jdbc.queryForList(rows + " WHERE fence_token = 42", String.class);
			List<String> written = jdbc.queryForList(rows, String.class);
			written.removeAll(before);
			assertThat(stamped).containsExactlyInAnyOrderElementsOf(written);
			return true;
		})).isTrue();
	}

	private Map<String, Object> effect(String sql) {
		return run(sql,
				"SELECT string_agg(concat_ws('|', name, id, coalesce(a, -1), s, d, j, n), E'\\n' ORDER BY name, id)"
						+ " AS rows FROM (" + ALL + ") effect");
	}

	private Map<String, Object> presentRows(String sql) {
		return run(sql,
				"SELECT string_agg(concat_ws('|', name, id, coalesce(a, -1), s, d, j, n), E'\\n' ORDER BY name, id)"
						+ " AS rows FROM (" + ALL + ") effect WHERE id < 4");
	}

	private static Map<String, Object> run(String sql, String query) {
		Map<String, Object> rows = transaction.execute((status) -> {
			status.setRollbackOnly();
			jdbc.execute(sql);
			return jdbc.queryForMap(query);
		});
		assertThat(rows).isNotNull();
		return rows;
	}

	private GuardedStatement guarded(String sql) {
		SqlStatement statement = this.analyzer.analyze(sql);
		assertThat(statement).as(sql).isInstanceOf(GuardedStatement.class);
		return (GuardedStatement) statement;
	}

}
