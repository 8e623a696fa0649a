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

import io.leaderelection.jdbc.FenceColumn;
import io.leaderelection.jdbc.LexicalRules;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SqlAnalyzer}.
 */
class SqlAnalyzerTests {

	private static final Guard GUARD = new Guard(42, FenceColumn.NOT_NULL, null);

	private final SqlAnalyzer analyzer = new SqlAnalyzer(LexicalRules.STANDARD);

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', value = {
	// @formatter:off
		"update t set a=?|update t set fence_token = 42, a=? WHERE t.fence_token <= 42",
		"UPDATE t SET a=1 WHERE id=?|UPDATE t SET fence_token = 42, a=1 WHERE t.fence_token <= 42 AND ( id=?)",
		"UPDATE t SET a=1 WHERE x OR y|UPDATE t SET fence_token = 42, a=1 WHERE t.fence_token <= 42 AND ( x OR y)",
		"UPDATE t SET a=1 WHERE x -- or y|UPDATE t SET fence_token = 42, a=1 WHERE t.fence_token <= 42 AND ( x) -- or y",
		"UPDATE t SET a=1 WHERE x ; |UPDATE t SET fence_token = 42, a=1 WHERE t.fence_token <= 42 AND ( x) ;",
		"UPDATE t SET a=1 /* WHERE */ ;|UPDATE t SET fence_token = 42, a=1 WHERE t.fence_token <= 42 /* WHERE */ ;",
		"UPDATE t AS u SET a=1 WHERE u.id=1|UPDATE t AS u SET fence_token = 42, a=1 WHERE u.fence_token <= 42 AND ( u.id=1)",
		"UPDATE t u SET a=1|UPDATE t u SET fence_token = 42, a=1 WHERE u.fence_token <= 42",
		"UPDATE ONLY s . t SET a=1|UPDATE ONLY s . t SET fence_token = 42, a=1 WHERE s.t.fence_token <= 42",
		"UPDATE \"My \"\"T\" SET(a,b)=(1,2)|UPDATE \"My \"\"T\" SET fence_token = 42,(a,b)=(1,2) WHERE \"My \"\"T\".fence_token <= 42",
		"UPDATE t SET a='x WHERE y'|UPDATE t SET fence_token = 42, a='x WHERE y' WHERE t.fence_token <= 42",
		"UPDATE t SET a=b IS DISTINCT FROM c WHERE d|UPDATE t SET fence_token = 42, a=b IS DISTINCT FROM c WHERE t.fence_token <= 42 AND ( d)",
		"UPDATE t SET a=u.a FROM u WHERE u.id=t.id|UPDATE t SET fence_token = 42, a=u.a FROM u WHERE t.fence_token <= 42 AND ( u.id=t.id)",
		"UPDATE t SET a=u.a FROM u|UPDATE t SET fence_token = 42, a=u.a FROM u WHERE t.fence_token <= 42",
		"UPDATE t SET a=(SELECT 1 FROM u WHERE v)|UPDATE t SET fence_token = 42, a=(SELECT 1 FROM u WHERE v) WHERE t.fence_token <= 42",
		"UPDATE t SET a=1 WHERE(x)RETURNING id|UPDATE t SET fence_token = 42, a=1 WHERE t.fence_token <= 42 AND ((x))RETURNING id",
		"UPDATE t SET a=1 RETURNING a|UPDATE t SET fence_token = 42, a=1 WHERE t.fence_token <= 42 RETURNING a",
		"UPDATE t SET a=5WHERE x|UPDATE t SET fence_token = 42, a=5WHERE t.fence_token <= 42 AND ( x)",
		"UPDATE t SET j=j::jsonb ?? 'a' WHERE x|UPDATE t SET fence_token = 42, j=j::jsonb ?? 'a' WHERE t.fence_token <= 42 AND ( x)",
		"WITH u AS (SELECT 1) UPDATE t SET a=1|WITH u AS (SELECT 1) UPDATE t SET fence_token = 42, a=1 WHERE t.fence_token <= 42",
		"DELETE FROM t|DELETE FROM t WHERE t.fence_token <= 42",
		"DELETE FROM t WHERE x OR y|DELETE FROM t WHERE t.fence_token <= 42 AND ( x OR y)",
		"DELETE FROM ONLY t u USING v WHERE x RETURNING *|DELETE FROM ONLY t u USING v WHERE u.fence_token <= 42 AND ( x) RETURNING *",
		"INSERT INTO t (a) VALUES (?)|INSERT INTO t (a, fence_token) VALUES (?, 42)",
		"INSERT INTO t(a,b)VALUES(1,f(2,3)),(4,5)|INSERT INTO t(a,b, fence_token)VALUES(1,f(2,3), 42),(4,5, 42)",
		"INSERT INTO t (a) OVERRIDING SYSTEM VALUE VALUES (1) RETURNING id|INSERT INTO t (a, fence_token) OVERRIDING SYSTEM VALUE VALUES (1, 42) RETURNING id",
		"INSERT INTO t (a) VALUES (1) ON CONFLICT DO NOTHING|INSERT INTO t (a, fence_token) VALUES (1, 42) ON CONFLICT DO NOTHING",
		"INSERT INTO t (a) VALUES (1) ON CONFLICT (a) WHERE b DO UPDATE SET c=EXCLUDED.c|INSERT INTO t (a, fence_token) VALUES (1, 42) ON CONFLICT (a) WHERE b DO UPDATE SET fence_token = 42, c=EXCLUDED.c WHERE t.fence_token <= 42",
		"INSERT INTO t AS u (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET c=1 WHERE x OR y RETURNING a|INSERT INTO t AS u (a, fence_token) VALUES (1, 42) ON CONFLICT (a) DO UPDATE SET fence_token = 42, c=1 WHERE u.fence_token <= 42 AND ( x OR y) RETURNING a",
		"INSERT INTO t (a) SELECT b FROM u WHERE x OR y|INSERT INTO t (a, fence_token) SELECT b, 42 FROM u WHERE x OR y",
		"INSERT INTO t (a) SELECT count(*) FROM u|INSERT INTO t (a, fence_token) SELECT count(*), 42 FROM u",
		"INSERT INTO t (a) SELECT DISTINCT b FROM u ORDER BY b LIMIT 1|INSERT INTO t (a, fence_token) SELECT DISTINCT b, 42 FROM u ORDER BY b LIMIT 1",
		"INSERT INTO t (a) SELECT b FROM u JOIN v ON u.x=v.x ON CONFLICT (a) DO NOTHING|INSERT INTO t (a, fence_token) SELECT b, 42 FROM u JOIN v ON u.x=v.x ON CONFLICT (a) DO NOTHING"
	// @formatter:on
	})
	void rowsAreGuardedAndStamped(String sql, String guarded) {
		assertThat(guarded(sql).render(GUARD)).isEqualTo(guarded);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', value = {
	// @formatter:off
		"UPDATE t SET a=1 WHERE x|UPDATE t SET fence_token = 42, a=1 WHERE t.fence_token <= 42 AND CHECK AND ( x)",
		"DELETE FROM t|DELETE FROM t WHERE t.fence_token <= 42 AND CHECK",
		"INSERT INTO t (a) SELECT b FROM u WHERE x OR y|INSERT INTO t (a, fence_token) SELECT b, 42 FROM u WHERE CHECK AND ( x OR y)",
		"INSERT INTO t (a) SELECT ?|INSERT INTO t (a, fence_token) SELECT ?, 42 WHERE CHECK",
		"INSERT INTO t (a) SELECT b FROM u ORDER BY b|INSERT INTO t (a, fence_token) SELECT b, 42 FROM u WHERE CHECK ORDER BY b"
	// @formatter:on
	})
	void checkIsEmbedded(String sql, String guarded) {
		assertThat(guarded(sql).isEmbedding()).isTrue();
		assertThat(guarded(sql).render(new Guard(42, FenceColumn.NOT_NULL, "CHECK"))).isEqualTo(guarded);
	}

	@ParameterizedTest
	@ValueSource(strings = { "INSERT INTO t (a) VALUES (1)", "INSERT INTO t (a) SELECT max(b) FROM u",
			"INSERT INTO t (a) SELECT 1 FROM u GROUP BY ()", "INSERT INTO t (a) SELECT 1 FROM u HAVING true",
			"INSERT INTO t (a) SELECT 1 FROM u WHERE b ORDER BY count(*)" })
	void checkIsNotEmbeddedWhereItWouldNotKeepRowsOut(String sql) {
		assertThat(guarded(sql).isEmbedding()).isFalse();
		assertThat(guarded(sql).render(new Guard(42, FenceColumn.NOT_NULL, "CHECK"))).doesNotContain("CHECK");
	}

	@Test
	void withoutFenceColumnOnlyTheCheckIsPutIn() {
		GuardedStatement update = guarded("UPDATE t SET a=1 WHERE x");
		assertThat(update.render(new Guard(42, FenceColumn.ABSENT, "CHECK")))
			.isEqualTo("UPDATE t SET a=1 WHERE CHECK AND ( x)");
		assertThat(update.render(new Guard(42, FenceColumn.ABSENT, null))).isEqualTo("UPDATE t SET a=1 WHERE x");
		assertThat(guarded("INSERT INTO t (a) VALUES (1)").render(new Guard(42, FenceColumn.ABSENT, null)))
			.isEqualTo("INSERT INTO t (a) VALUES (1)");
	}

	@Test
	void nullInTheFenceColumnCountsAsNeverWritten() {
		assertThat(guarded("DELETE FROM t").render(new Guard(42, FenceColumn.NULLABLE, null)))
			.isEqualTo("DELETE FROM t WHERE COALESCE(t.fence_token, 0) <= 42");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ; ", "-- nothing", "SELECT 1", "select * from t where a = 'DELETE FROM t'",
			"SELECT * FROM t FOR UPDATE", "SELECT * FROM t FOR NO KEY UPDATE", "(SELECT 1) UNION (SELECT 2)",
			"WITH a AS (SELECT 1), b(x) AS NOT MATERIALIZED (SELECT 2) SELECT * FROM a, b", "VALUES (1)", "TABLE t",
			"WITH RECURSIVE a AS (SELECT 1 x) SEARCH DEPTH FIRST BY x SET o SELECT * FROM a", "SELECT t.update FROM t",
			"SELECT 1 AS delete", "SELECT \"insert\" FROM t", "SHOW ALL", "SET search_path TO a",
			"EXPLAIN DELETE FROM t", "FETCH 10 FROM c", "LOCK TABLE t" })
	void readsPass(String sql) {
		assertThat(this.analyzer.analyze(sql)).isInstanceOf(SqlStatement.Read.class);
	}

	@ParameterizedTest
	@ValueSource(strings = { "MERGE INTO t USING u ON t.id=u.id WHEN MATCHED THEN DELETE", "TRUNCATE t", "CALL p(?)",
			"{call p(?)}", "{? = call f(?)}", "DO $$BEGIN DELETE FROM t; END$$", "COPY t FROM STDIN",
			"CREATE TABLE u ()", "SELECT * INTO u FROM t", "WITH d AS (DELETE FROM t RETURNING *) SELECT * FROM d",
			"WITH d AS (DELETE FROM u RETURNING *) UPDATE t SET a=1",
			"WITH d AS (SELECT 1) MERGE INTO t USING d ON true",
			"(WITH d AS (DELETE FROM t RETURNING *) SELECT * FROM d)",
			"WITH d AS (WITH e AS (SELECT 1) DELETE FROM t RETURNING *) SELECT * FROM d",
			"WITH RECURSIVE a AS (SELECT 1 x) SEARCH DEPTH FIRST BY x SET o DELETE FROM t", "INSERT INTO t VALUES (1)",
			"INSERT INTO t DEFAULT VALUES", "INSERT INTO t (SELECT 1)", "INSERT INTO t (a) SELECT 1 UNION SELECT 2",
			"INSERT INTO t (a) WITH u AS (SELECT 1) SELECT * FROM u",
			"INSERT INTO t (a) VALUES (1) ON DUPLICATE KEY UPDATE a=1", "INSERT IGNORE INTO t (a) VALUES (1)",
			"REPLACE INTO t (a) VALUES (1)", "UPDATE t, u SET a=1", "UPDATE t JOIN u ON t.x=u.x SET a=1",
			"DELETE t FROM t JOIN u", "DELETE FROM t, u USING t", "UPDATE ONLY (t) SET a=1" })
	void whatCannotBeGuardedRowByRowIsChecked(String sql) {
		assertThat(this.analyzer.analyze(sql)).isInstanceOf(SqlStatement.Checked.class);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', value = {
	// @formatter:off
		"DELETE FROM t; DELETE FROM u|several statements in one are not supported",
		"SELECT 1; DELETE FROM u|several statements in one are not supported",
		"DELETE /*! FROM t */|comments that are executed are not supported",
		"DELETE FROM t WHERE CURRENT OF c|WHERE CURRENT OF is not supported",
		"UPDATE t SET a=1, fence_token=7|the column fence_token is set by the fence alone",
		"UPDATE t SET (a, FENCE_TOKEN)=(1, 7)|the column fence_token is set by the fence alone",
		"UPDATE t SET \"fence_token\"=7|the column fence_token is set by the fence alone",
		"INSERT INTO t (a, fence_token) VALUES (1, 7)|the column fence_token is set by the fence alone",
		"INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET fence_token=7|the column fence_token is set by the fence alone",
		"DELETE FROM t WHERE a='x|a string does not end",
		"COMMIT|transactions are controlled by their manager or by the connection",
		"ROLLBACK TO SAVEPOINT s|transactions are controlled by their manager or by the connection",
		"PREPARE p AS DELETE FROM t|transactions are controlled by their manager or by the connection",
		"EXECUTE p|statements of this kind are not supported",
		"VACUUM t|statements of this kind are not supported",
		"SET standard_conforming_strings = off|the fence reads strings as the database was first found to",
		"SET LOCAL Standard_Conforming_Strings TO off|the fence reads strings as the database was first found to",
		"EXPLAIN ANALYZE DELETE FROM t|EXPLAIN ANALYZE may write",
		"EXPLAIN (analyze) DELETE FROM t|EXPLAIN ANALYZE may write"
	// @formatter:on
	})
	void whatIsNotUnderstoodIsRefused(String sql, String reason) {
		assertThat(this.analyzer.analyze(sql)).asInstanceOf(InstanceOfAssertFactories.type(SqlStatement.Refused.class))
			.satisfies((refused) -> assertThat(refused.reason()).contains(reason));
	}

	@Test
	void readingTheFenceColumnIsAllowed() {
		assertThat(guarded("UPDATE t SET a=fence_token WHERE fence_token > 1").table()).isEqualTo("t");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', value = {
	// @formatter:off
		"UPDATE t SET a=? WHERE id=?|SELECT t.fence_token FROM t WHERE t.fence_token > 42 AND (id=?)|2",
		"UPDATE t u SET a=?, b=? FROM v WHERE v.x=? AND u.id=? RETURNING ?|SELECT u.fence_token FROM t u, v WHERE u.fence_token > 42 AND (v.x=? AND u.id=?)|3,4",
		"WITH v AS (SELECT ?) DELETE FROM t USING v WHERE id=?|WITH v AS (SELECT ?) SELECT t.fence_token FROM t, v WHERE t.fence_token > 42 AND (id=?)|1,2",
		"DELETE FROM t|SELECT t.fence_token FROM t WHERE t.fence_token > 42|",
		"INSERT INTO t (v, id) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET v=?|SELECT t.fence_token FROM t WHERE t.fence_token > 42 AND t.id = (?)|2",
		"INSERT INTO t AS u (a, b, c) VALUES (?, f(?, ?), ?) ON CONFLICT (b, a) DO UPDATE SET c=?|SELECT u.fence_token FROM t AS u WHERE u.fence_token > 42 AND u.b = (f(?, ?)) AND u.a = (?)|2,3,1"
	// @formatter:on
	})
	void rowsThatBearANewerTermCanBeLookedFor(String sql, String query, String parameters) {
		NewerRowQuery newerRows = guarded(sql).newerRows();
		assertThat(newerRows).isNotNull();
		assertThat(newerRows.sql(42)).isEqualTo(query);
		assertThat(newerRows.parameters()).extracting(String::valueOf)
			.isEqualTo((parameters != null) ? List.of(parameters.split(",", -1)) : List.of());
	}

	@ParameterizedTest
	@ValueSource(strings = { "INSERT INTO t (a) VALUES (1)",
			"INSERT INTO t (a) VALUES (1), (2) ON CONFLICT (a) DO UPDATE SET a=1",
			"INSERT INTO t (a) VALUES (1) ON CONFLICT ON CONSTRAINT c DO UPDATE SET a=1",
			"INSERT INTO t (a) VALUES (DEFAULT) ON CONFLICT (a) DO UPDATE SET a=1",
			"INSERT INTO t (a) VALUES (1) ON CONFLICT (lower(a)) DO UPDATE SET a=1" })
	void somePlainInsertsHaveNoQueryForNewerRows(String sql) {
		assertThat(guarded(sql).newerRows()).isNull();
	}

	private GuardedStatement guarded(String sql) {
		SqlStatement statement = this.analyzer.analyze(sql);
		assertThat(statement).as(sql).isInstanceOf(GuardedStatement.class);
		return (GuardedStatement) statement;
	}

}
