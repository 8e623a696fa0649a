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

import org.jspecify.annotations.Nullable;

/**
 * Table that a statement writes to.
 *
 * @param table the name, as the statement writes it
 * @param qualifier the name or alias that its columns are qualified with
 * @param start the token that the name starts at, or the keyword {@code ONLY} before it
 * @param next the token after name and alias
 */
record Target(String table, String qualifier, int start, int next) {

	/**
	 * Read the target of a statement.
	 * @param text the text
	 * @param start the token that it starts at
	 * @param keywords the keywords that may follow and are no aliases
	 * @return the target, or {@code null} if it is none that is understood
	 */
	static @Nullable Target read(SqlText text, int start, List<String> keywords) {
		int token = text.isWord(start, "ONLY") ? start + 1 : start;
		StringBuilder name = new StringBuilder();
		while (true) {
			if (!text.isName(token)) {
				return null;
			}
			name.append(text.text(token, token + 1));
			token++;
			if (!text.isSymbol(token, '.')) {
				break;
			}
			name.append('.');
			token++;
		}
		if (text.isSymbol(token, '*')) {
			token++;
		}
		String alias = null;
		if (text.isWord(token, "AS") && text.isName(token + 1)) {
			alias = text.text(token + 1, token + 2);
			token += 2;
		}
		else if (text.isName(token) && !text.isWord(token, keywords)) {
			alias = text.text(token, token + 1);
			token++;
		}
		boolean understood = token == text.size() || text.isWord(token, keywords) || text.isSymbol(token, '(');
		return understood ? new Target(name.toString(), (alias != null) ? alias : name.toString(), start, token) : null;
	}

}
