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

import io.leaderelection.fencing.jdbc.sql.SqlToken.Kind;
import io.leaderelection.jdbc.LexicalFeature;
import io.leaderelection.jdbc.LexicalRules;

/**
 * SQL text with its tokens, up to a trailing semicolon. Positions of tokens beyond the
 * end are allowed everywhere and match nothing.
 */
final class SqlText {

	private final String sql;

	private final LexicalRules rules;

	private final List<SqlToken> tokens;

	private final int size;

	private SqlText(String sql, LexicalRules rules, List<SqlToken> tokens) {
		this.sql = sql;
		this.rules = rules;
		this.tokens = tokens;
		this.size = sizeWithoutSemicolons(sql, tokens);
	}

	static SqlText read(String sql, LexicalRules rules) throws UnreadableSqlException {
		SqlText text = new SqlText(sql, rules, new SqlTokenizer(sql, rules).tokenize());
		for (int i = 0; i < text.size; i++) {
			if (text.isSymbol(i, ';')) {
				throw new UnreadableSqlException("several statements in one are not supported");
			}
		}
		return text;
	}

	private static int sizeWithoutSemicolons(String sql, List<SqlToken> tokens) {
		int size = tokens.size();
		while (size > 0 && sql.charAt(tokens.get(size - 1).start()) == ';') {
			size--;
		}
		return size;
	}

	String sql() {
		return this.sql;
	}

	boolean has(LexicalFeature feature) {
		return this.rules.has(feature);
	}

	// Return the number of tokens.
	int size() {
		return this.size;
	}

	// Return the position in the text where a token starts.
	int start(int token) {
		return (token < this.size) ? this.tokens.get(token).start() : this.sql.length();
	}

	// Return the position in the text after a token.
	int end(int token) {
		return this.tokens.get(token).end();
	}

	// Return the text of the given tokens, the last one excluded, with the comments
	// between them.
	String text(int from, int to) {
		return (from < to) ? this.sql.substring(start(from), end(to - 1)) : "";
	}

	boolean is(int token, Kind kind) {
		return token >= 0 && token < this.size && this.tokens.get(token).kind() == kind;
	}

	boolean isName(int token) {
		return is(token, Kind.WORD) || is(token, Kind.QUOTED);
	}

	boolean isSymbol(int token, char symbol) {
		return is(token, Kind.SYMBOL) && this.sql.charAt(this.tokens.get(token).start()) == symbol;
	}

	boolean isWord(int token, String word) {
		if (!is(token, Kind.WORD) || end(token) - start(token) != word.length()) {
			return false;
		}
		for (int i = 0; i < word.length(); i++) {
			char character = this.sql.charAt(start(token) + i);
			char upper = (character >= 'a' && character <= 'z') ? (char) (character - 'a' + 'A') : character;
			if (upper != word.charAt(i)) {
				return false;
			}
		}
		return true;
	}

	boolean isWord(int token, List<String> words) {
		// A stream here would take most of the time that reading a statement takes.
		for (int i = 0; i < words.size(); i++) {
			if (isWord(token, words.get(i))) {
				return true;
			}
		}
		return false;
	}

	boolean isOutermost(int token) {
		return this.tokens.get(token).depth() == 0;
	}

	// Return the first token outside of all brackets, from the given one on, that is one
	// of the words, or the number of tokens.
	int find(int from, List<String> words) {
		for (int i = from; i < this.size; i++) {
			if (isOutermost(i) && isWord(i, words)) {
				return i;
			}
		}
		return this.size;
	}

	// Return the token after the bracket that closes the given one.
	int afterGroup(int open) {
		int depth = this.tokens.get(open).depth();
		int close = open + 1;
		while (this.tokens.get(close).depth() > depth) {
			close++;
		}
		return close + 1;
	}

	// Return the number of parameters before a token.
	int parametersBefore(int token) {
		int parameters = 0;
		for (int i = 0; i < token; i++) {
			if (is(i, Kind.PARAMETER)) {
				parameters++;
			}
		}
		return parameters;
	}

}
