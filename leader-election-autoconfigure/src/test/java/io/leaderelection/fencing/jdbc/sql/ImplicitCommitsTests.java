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

import java.util.EnumSet;

import io.leaderelection.jdbc.FenceColumn;
import io.leaderelection.jdbc.LexicalFeature;
import io.leaderelection.jdbc.LexicalRules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SqlAnalyzer} with the rules of MariaDB, MySQL and H2.
 */
class ImplicitCommitsTests {

	private static final Guard GUARD = new Guard(42, FenceColumn.NOT_NULL, "CHECK");

	private static final LexicalRules MYSQL = new LexicalRules(EnumSet.of(LexicalFeature.BACKTICK_NAMES,
			LexicalFeature.HASH_COMMENTS, LexicalFeature.SPACED_DASH_COMMENTS, LexicalFeature.IMPLICIT_COMMITS,
			LexicalFeature.BACKSLASH_ESCAPES, LexicalFeature.DOUBLE_QUOTED_STRINGS));

	private static final LexicalRules H2 = new LexicalRules(EnumSet.of(LexicalFeature.BACKTICK_NAMES,
			LexicalFeature.NESTED_COMMENTS, LexicalFeature.SLASH_COMMENTS, LexicalFeature.IMPLICIT_COMMITS));

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '^', value = {
	// @formatter:off
		"UPDATE t SET a=1 WHERE x --1|UPDATE t SET fence_token = 42, a=1 WHERE t.fence_token <= 42 AND CHECK AND ( x --1)",
		"UPDATE t SET a=1 WHERE x --\tall|UPDATE t SET fence_token = 42, a=1 WHERE t.fence_token <= 42 AND CHECK AND ( x) --\tall",
		"UPDATE t SET a=1 WHERE x # y|UPDATE t SET fence_token = 42, a=1 WHERE t.fence_token <= 42 AND CHECK AND ( x) # y",
		"UPDATE t SET a='\\' WHERE' WHERE x|UPDATE t SET fence_token = 42, a='\\' WHERE' WHERE t.fence_token <= 42 AND CHECK AND ( x)",
		"UPDATE t SET a=\"' WHERE \" WHERE x|UPDATE t SET fence_token = 42, a=\"' WHERE \" WHERE t.fence_token <= 42 AND CHECK AND ( x)",
		"UPDATE `d`.`t``u` SET a=1|UPDATE `d`.`t``u` SET fence_token = 42, a=1 WHERE `d`.`t``u`.fence_token <= 42 AND CHECK",
		"UPDATE t SET a=1 ORDER BY b LIMIT 2|UPDATE t SET fence_token = 42, a=1 WHERE t.fence_token <= 42 AND CHECK ORDER BY b LIMIT 2",
		"UPDATE t SET a=1 WHERE x OR y ORDER BY b|UPDATE t SET fence_token = 42, a=1 WHERE t.fence_token <= 42 AND CHECK AND ( x OR y) ORDER BY b",
		"DELETE FROM t LIMIT 1|DELETE FROM t WHERE t.fence_token <= 42 AND CHECK LIMIT 1",
		"DELETE FROM t WHERE x RETURNING a|DELETE FROM t WHERE t.fence_token <= 42 AND CHECK AND ( x) RETURNING a",
		"INSERT INTO t (a) VALUES (1) RETURNING a|INSERT INTO t (a, fence_token) VALUES (1, 42) RETURNING a",
		"INSERT INTO t (a) SELECT b FROM u|INSERT INTO t (a, fence_token) SELECT b, 42 FROM u WHERE CHECK"
	// @formatter:on
	})
	void rowsAreGuardedAndStampedAsMariaDbReadsTheText(String sql, String guarded) {
		assertThat(analyze(MYSQL, sql)).isInstanceOfSatisfying(GuardedStatement.class,
				(statement) -> assertThat(statement.render(GUARD)).isEqualTo(guarded));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '^', value = {
	// @formatter:off
		"UPDATE t SET a=1 // WHERE|UPDATE t SET fence_token = 42, a=1 WHERE t.fence_token <= 42 AND CHECK // WHERE",
		"UPDATE t SET a='\\' WHERE x|UPDATE t SET fence_token = 42, a='\\' WHERE t.fence_token <= 42 AND CHECK AND ( x)",
		"UPDATE \"T\" SET a=1 WHERE x FETCH FIRST ROW ONLY|UPDATE \"T\" SET fence_token = 42, a=1 WHERE \"T\".fence_token <= 42 AND CHECK AND ( x) FETCH FIRST ROW ONLY",
		"DELETE FROM t /* /* WHERE */ */|DELETE FROM t WHERE t.fence_token <= 42 AND CHECK /* /* WHERE */ */"
	// @formatter:on
	})
	void rowsAreGuardedAndStampedAsH2ReadsTheText(String sql, String guarded) {
		assertThat(analyze(H2, sql)).isInstanceOfSatisfying(GuardedStatement.class,
				(statement) -> assertThat(statement.render(GUARD)).isEqualTo(guarded));
	}

	@ParameterizedTest
	@ValueSource(strings = { "INSERT INTO t (a) VALUES (1) ON DUPLICATE KEY UPDATE a=2",
			"INSERT INTO t (a) SELECT b FROM u ON DUPLICATE KEY UPDATE a=2",
			"INSERT INTO t (a) SELECT b FROM u LOCK IN SHARE MODE", "INSERT IGNORE INTO t (a) VALUES (1)",
			"INSERT INTO t SET a=1", "REPLACE INTO t (a) VALUES (1)", "UPDATE LOW_PRIORITY t SET a=1",
			"UPDATE t, u SET t.a=1", "UPDATE t JOIN u ON t.id=u.id SET t.a=1", "DELETE QUICK FROM t",
			"DELETE t FROM t JOIN u", "DELETE FROM t USING t JOIN u WHERE x", "SELECT a INTO @b FROM t",
			"SELECT a INTO OUTFILE 'x' FROM t", "LOAD DATA INFILE 'x' INTO TABLE t", "DO f()",
			"MERGE INTO t KEY (id) VALUES (1)", "MERGE INTO t USING u ON x WHEN MATCHED THEN DELETE",
			"SELECT * FROM FINAL TABLE (DELETE FROM t)", "INSERT INTO t VALUES (1)" })
	void whatCannotBeGuardedRowByRowIsChecked(String sql) {
		assertThat(analyze(MYSQL, sql)).isInstanceOf(SqlStatement.Checked.class);
	}

	@ParameterizedTest
	@ValueSource(strings = { "SELECT 1", "(SELECT 1) UNION (SELECT 2)", "SELECT a FROM t FOR UPDATE",
			"SELECT a FROM t LOCK IN SHARE MODE", "VALUES (1)", "TABLE t", "SHOW TABLES", "DESCRIBE t", "DESC t",
			"EXPLAIN UPDATE t SET a=1", "SET @a = 1", "SET @a := (SELECT max(b) FROM t)", "# nothing", "" })
	void readsPass(String sql) {
		assertThat(analyze(MYSQL, sql)).isInstanceOf(SqlStatement.Read.class);
	}

	@ParameterizedTest
	@ValueSource(strings = { "COMMIT", "ROLLBACK", "SAVEPOINT a", "RELEASE SAVEPOINT a", "BEGIN", "START TRANSACTION",
			"SET autocommit = 0", "SET @@autocommit = 0", "SET @a = 1, autocommit = 0", "SET SESSION autocommit = 0",
			"SET NAMES gbk", "SET PASSWORD = 'x'", "SET sql_mode = ''", "SET STATEMENT a = 1 FOR DELETE FROM t",
			"TRUNCATE t", "DROP TABLE t", "CREATE TEMPORARY TABLE t (a INT)", "ALTER TABLE t ADD b INT",
			"RENAME TABLE t TO u", "GRANT SELECT ON t TO u", "ANALYZE TABLE t", "ANALYZE DELETE FROM t",
			"EXPLAIN ANALYZE DELETE FROM t", "DESC ANALYZE DELETE FROM t", "OPTIMIZE TABLE t", "FLUSH TABLES",
			"LOCK TABLES t WRITE", "UNLOCK TABLES", "XA START 'a'", "CALL p()", "{call p()}", "{? = call f()}", "USE d",
			"KILL 1", "HANDLER t OPEN", "PREPARE s FROM 'DELETE FROM t'", "EXECUTE s",
			"EXECUTE IMMEDIATE 'DELETE FROM t'", "BEGIN NOT ATOMIC DELETE FROM t; END", "SHUTDOWN",
			"RUNSCRIPT FROM 'x'", "DELETE FROM t; DELETE FROM u", "UPDATE t SET `Fence_Token` = 1",
			"INSERT INTO t (a, `FENCE_TOKEN`) VALUES (1, 2)", "/*! DELETE FROM t */", "SELECT 1 /*M!100500 INTO @a */",
			"DELETE FROM t /* /* */", "DELETE FROM t -- x\ry", "DELETE FROM t # x\ry", "SELECT E'a'", "SELECT U&'a'",
			"SELECT $$a$$", "DELETE FROM t WHERE id = ?1" })
	void whatWouldGiveUpTheLockOrIsNotUnderstoodIsRefused(String sql) {
		assertThat(analyze(MYSQL, sql)).isInstanceOf(SqlStatement.Refused.class);
	}

	@Test
	void refusalSaysWhatItIsAbout() {
		assertThat(analyze(MYSQL, "TRUNCATE t"))
			.isEqualTo(new SqlStatement.Refused("it would end the transaction, and with it the lock on the fence"));
		assertThat(analyze(H2, "CALL f()")).isEqualTo(
				new SqlStatement.Refused("a procedure may end the transaction, and with it the lock on the fence"));
	}

	@Test
	void newerRowsAreLookedForWithoutOrderAndLimit() {
		assertThat(analyze(MYSQL, "UPDATE t SET a=? WHERE b=? ORDER BY c LIMIT ?"))
			.isInstanceOfSatisfying(GuardedStatement.class, (statement) -> {
				assertThat(statement.newerRows().sql(42))
					.isEqualTo("SELECT t.fence_token FROM t WHERE t.fence_token > 42 AND (b=?)");
				assertThat(statement.newerRows().parameters()).containsExactly(2);
			});
	}

	private static SqlStatement analyze(LexicalRules rules, String sql) {
		return new SqlAnalyzer(rules).analyze(sql);
	}

}
