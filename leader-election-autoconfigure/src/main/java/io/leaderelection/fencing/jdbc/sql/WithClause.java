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

/**
 * Clause that names subqueries in front of a statement.
 */
final class WithClause {

	private WithClause() {
	}

	/**
	 * Return the token that the statement behind the clause begins with.
	 * @param text a text that begins with WITH
	 * @return the token, or -1 if the clause is not understood
	 */
	static int end(SqlText text) {
		int token = text.isWord(1, "RECURSIVE") ? 2 : 1;
		while (true) {
			if (!text.isName(token)) {
				return -1;
			}
			token++;
			if (text.isSymbol(token, '(')) {
				token = text.afterGroup(token);
			}
			if (!text.isWord(token, "AS")) {
				return -1;
			}
			token++;
			if (text.isWord(token, "NOT")) {
				token++;
			}
			if (text.isWord(token, "MATERIALIZED")) {
				token++;
			}
			if (!text.isSymbol(token, '(')) {
				return -1;
			}
			token = text.afterGroup(token);
			if (!text.isSymbol(token, ',')) {
				return token;
			}
			token++;
		}
	}

}
