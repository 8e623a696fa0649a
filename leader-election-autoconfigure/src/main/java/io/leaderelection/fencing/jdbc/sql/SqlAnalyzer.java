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
import java.util.Locale;

import io.leaderelection.jdbc.LexicalFeature;
import io.leaderelection.jdbc.LexicalRules;

import org.springframework.util.ConcurrentLruCache;

/**
 * Analyzer that tells how a statement can be fenced. It is an allow-list: what it does
 * not know for sure is never taken for a read, nor rewritten. Results are cached by text.
 */
public final class SqlAnalyzer {

	private static final int CACHE_SIZE = 1024;

	private static final List<String> WRITES = List.of("INSERT", "UPDATE", "DELETE", "MERGE");

	private static final List<String> READS = List.of("SELECT", "VALUES", "TABLE");

	private static final List<String> SAME_EVERYWHERE = List.of("INSERT", "UPDATE", "DELETE", "SELECT", "VALUES",
			"TABLE", "WITH", "BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE", "PREPARE");

	private static final List<String> HARMLESS = List.of("SHOW", "SET", "RESET", "LOCK", "DECLARE", "FETCH", "MOVE",
			"CLOSE", "LISTEN", "UNLISTEN", "ANALYZE", "DEALLOCATE");

	private static final List<String> CHECKED = List.of("MERGE", "TRUNCATE", "CALL", "DO", "COPY", "CREATE", "ALTER",
			"DROP", "GRANT", "REVOKE", "COMMENT", "REFRESH", "REINDEX", "NOTIFY", "REPLACE");

	private static final List<String> TRANSACTIONS = List.of("BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT",
			"SAVEPOINT", "RELEASE", "PREPARE");

	private final LexicalRules rules;

	private final ConcurrentLruCache<String, SqlStatement> cache = new ConcurrentLruCache<>(CACHE_SIZE, this::read);

	public SqlAnalyzer(LexicalRules rules) {
		this.rules = rules;
	}

	/**
	 * Return how a statement can be fenced.
	 * @param sql the text, with {@code ?} for parameters
	 * @return the statement
	 */
	public SqlStatement analyze(String sql) {
		return this.cache.get(sql);
	}

	private SqlStatement read(String sql) {
		try {
			return read(SqlText.read(sql, this.rules));
		}
		catch (UnreadableSqlException ex) {
			return new SqlStatement.Refused("the statement cannot be read: " + ex.getMessage());
		}
	}

	private SqlStatement read(SqlText text) {
		if (text.size() == 0) {
			return new SqlStatement.Read();
		}
		if (this.rules.has(LexicalFeature.IMPLICIT_COMMITS) && !text.isWord(0, SAME_EVERYWHERE)
				&& !text.isSymbol(0, '(')) {
			return ImplicitCommits.read(text);
		}
		if (text.isSymbol(0, '{')) {
			return new SqlStatement.Checked();
		}
		if (text.isWord(0, "WITH")) {
			return readWith(text);
		}
		if (text.isSymbol(0, '(') || text.isWord(0, READS)) {
			return readOrChecked(text);
		}
		if (text.isWord(0, "EXPLAIN")) {
			return readExplain(text);
		}
		if (text.isWord(0, "SET") && setsMeaningOfStrings(text)) {
			return new SqlStatement.Refused("the fence reads strings as the database was first found to");
		}
		if (text.isWord(0, HARMLESS)) {
			return new SqlStatement.Read();
		}
		if (text.isWord(0, CHECKED)) {
			return new SqlStatement.Checked();
		}
		if (text.isWord(0, TRANSACTIONS)) {
			return new SqlStatement.Refused("transactions are controlled by their manager or by the connection");
		}
		return readWrite(text, 0);
	}

	private SqlStatement readWrite(SqlText text, int start) {
		if (text.isWord(start, "UPDATE")) {
			return new UpdateReader(text, start).readUpdate();
		}
		if (text.isWord(start, "DELETE")) {
			return new UpdateReader(text, start).readDelete();
		}
		if (text.isWord(start, "INSERT")) {
			return new InsertReader(text, start).read();
		}
		return new SqlStatement.Refused("statements of this kind are not supported");
	}

	private SqlStatement readWith(SqlText text) {
		int main = WithClause.end(text);
		if (main == -1 || writesInBrackets(text) || text.isWord(main, "MERGE")) {
			return readOrChecked(text);
		}
		return text.isWord(main, WRITES) ? readWrite(text, main) : readOrChecked(text);
	}

	private static boolean setsMeaningOfStrings(SqlText text) {
		return text.text(0, text.size()).toLowerCase(Locale.ROOT).contains("standard_conforming_strings");
	}

	static SqlStatement readExplain(SqlText text) {
		for (int i = 1; i < text.size(); i++) {
			if (text.isWord(i, List.of("ANALYZE", "ANALYSE"))) {
				return new SqlStatement.Refused("EXPLAIN ANALYZE may write");
			}
		}
		return new SqlStatement.Read();
	}

	private SqlStatement readOrChecked(SqlText text) {
		for (int i = 0; i < text.size(); i++) {
			if (text.isWord(i, "INTO") || mayWrite(text, i)) {
				return new SqlStatement.Checked();
			}
		}
		return new SqlStatement.Read();
	}

	private static boolean writesInBrackets(SqlText text) {
		for (int i = 0; i < text.size(); i++) {
			if (!text.isOutermost(i) && mayWrite(text, i)) {
				return true;
			}
		}
		return false;
	}

	// Whatever is not surely a name or the end of FOR UPDATE may begin a write.
	private static boolean mayWrite(SqlText text, int token) {
		if (!text.isWord(token, WRITES)) {
			return false;
		}
		boolean name = text.isSymbol(token - 1, '.') || text.isWord(token - 1, "AS");
		return !name && !text.isWord(token - 1, List.of("FOR", "KEY"));
	}

}
