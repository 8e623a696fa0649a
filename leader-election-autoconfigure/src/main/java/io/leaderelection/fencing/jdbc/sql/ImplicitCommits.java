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

/**
 * Statements of databases in which many of them end the transaction, besides the common
 * ones.
 */
final class ImplicitCommits {

	private static final List<String> HARMLESS = List.of("SHOW", "HELP");

	private static final List<String> EXPLAINS = List.of("EXPLAIN", "DESCRIBE", "DESC");

	private static final List<String> CHECKED = List.of("MERGE", "REPLACE", "LOAD", "DO");

	private static final List<String> COMMITS = List.of("ALTER", "CREATE", "DROP", "TRUNCATE", "RENAME", "GRANT",
			"REVOKE", "ANALYZE", "ANALYSE", "OPTIMIZE", "REPAIR", "FLUSH", "RESET", "LOCK", "UNLOCK", "COMMENT", "XA",
			"INSTALL", "UNINSTALL", "CACHE", "CHANGE", "PURGE", "CHECKPOINT", "BACKUP", "SCRIPT", "RUNSCRIPT");

	private ImplicitCommits() {
	}

	/**
	 * Return how a statement can be fenced.
	 * @param text the text, which is neither a common write nor a common read
	 * @return the statement
	 */
	static SqlStatement read(SqlText text) {
		if (text.isWord(0, HARMLESS) || setsVariable(text)) {
			return new SqlStatement.Read();
		}
		if (text.isWord(0, EXPLAINS)) {
			return SqlAnalyzer.readExplain(text);
		}
		if (text.isWord(0, CHECKED)) {
			return new SqlStatement.Checked();
		}
		if (text.isWord(0, COMMITS)) {
			return new SqlStatement.Refused("it would end the transaction, and with it the lock on the fence");
		}
		if (text.isWord(0, "CALL") || text.isSymbol(0, '{')) {
			return new SqlStatement.Refused("a procedure may end the transaction, and with it the lock on the fence");
		}
		if (text.isWord(0, "SET")) {
			return new SqlStatement.Refused("settings of a session may change what the fence relies on,"
					+ " only one variable of the user can be set");
		}
		return new SqlStatement.Refused("statements of this kind are not supported");
	}

	// Return whether one variable of the user is set: @name, but not @@name.
	private static boolean setsVariable(SqlText text) {
		return text.isWord(0, "SET") && text.isSymbol(1, '@') && text.isName(2)
				&& (text.isSymbol(3, '=') || text.isSymbol(3, ':')) && !hasOutermostComma(text);
	}

	private static boolean hasOutermostComma(SqlText text) {
		for (int i = 0; i < text.size(); i++) {
			if (text.isOutermost(i) && text.isSymbol(i, ',')) {
				return true;
			}
		}
		return false;
	}

}
