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

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import io.leaderelection.fencing.jdbc.sql.SqlToken.Kind;
import io.leaderelection.jdbc.LexicalFeature;
import io.leaderelection.jdbc.LexicalRules;

/**
 * Tokenizer that reads SQL as a database and its JDBC driver do. Comments are no tokens.
 */
final class SqlTokenizer {

	private final SqlLexer lexer;

	private final LexicalRules rules;

	private final List<SqlToken> tokens = new ArrayList<>();

	private final Deque<Character> brackets = new ArrayDeque<>();

	SqlTokenizer(String sql, LexicalRules rules) {
		this.lexer = new SqlLexer(sql, rules);
		this.rules = rules;
	}

	List<SqlToken> tokenize() throws UnreadableSqlException {
		int position = 0;
		while (position < this.lexer.length()) {
			position = next(position);
		}
		if (!this.brackets.isEmpty()) {
			throw new UnreadableSqlException("'" + this.brackets.peek() + "' is missing");
		}
		return this.tokens;
	}

	private int next(int start) throws UnreadableSqlException {
		char current = this.lexer.at(start);
		char following = this.lexer.at(start + 1);
		if (SqlLexer.isSpace(current)) {
			return start + 1;
		}
		if (this.lexer.isLineComment(start)) {
			return this.lexer.lineComment(start);
		}
		if (current == '/' && following == '*') {
			return this.lexer.comment(start);
		}
		if (current == '\'') {
			return string(start, start, escapes());
		}
		if (current == '"') {
			return this.rules.has(LexicalFeature.DOUBLE_QUOTED_STRINGS) ? string(start, start, escapes())
					: add(Kind.QUOTED, start, this.lexer.quoted(start));
		}
		if (current == '`' && this.rules.has(LexicalFeature.BACKTICK_NAMES)) {
			return add(Kind.QUOTED, start, this.lexer.quoted(start));
		}
		if (current == '$' && this.lexer.isDollarString(start)) {
			require(LexicalFeature.DOLLAR_STRINGS, "strings between dollar signs are not supported");
			return add(Kind.STRING, start, this.lexer.dollarString(start));
		}
		if (SqlLexer.isDigit(current) || (current == '.' && SqlLexer.isDigit(following))) {
			return add(Kind.NUMBER, start, this.lexer.number(start));
		}
		if (SqlLexer.isWordStart(current)) {
			return word(start);
		}
		if (current == '?') {
			if (SqlLexer.isDigit(following)) {
				throw new UnreadableSqlException("numbered parameters are not supported");
			}
			// Two question marks are an operator's one, escaped for the driver.
			return (following == '?') ? add(Kind.SYMBOL, start, start + 2) : add(Kind.PARAMETER, start, start + 1);
		}
		return symbol(start, current);
	}

	private int symbol(int start, char symbol) throws UnreadableSqlException {
		switch (symbol) {
			case ')', ']', '}' -> {
				if (this.brackets.isEmpty() || this.brackets.pop() != symbol) {
					throw new UnreadableSqlException("'" + symbol + "' has no counterpart");
				}
			}
			case '(', '[', '{' -> {
				int end = add(Kind.SYMBOL, start, start + 1);
				this.brackets.push((symbol == '(') ? ')' : (symbol == '[') ? ']' : '}');
				return end;
			}
			default -> {
			}
		}
		return add(Kind.SYMBOL, start, start + 1);
	}

	private int word(int start) throws UnreadableSqlException {
		int end = this.lexer.word(start);
		char prefix = (end - start == 1) ? this.lexer.at(start) : ' ';
		char following = this.lexer.at(end);
		if (following == '\'' && "eE".indexOf(prefix) != -1) {
			require(LexicalFeature.PREFIXED_STRINGS, "strings with the prefix E are not supported");
			return string(start, end, true);
		}
		if (following == '\'' && "nN".indexOf(prefix) != -1) {
			return string(start, end, escapes());
		}
		if (following == '\'' && "bBxX".indexOf(prefix) != -1) {
			return string(start, end, false);
		}
		if (following == '&' && "uU".indexOf(prefix) != -1 && "'\"".indexOf(this.lexer.at(end + 1)) != -1) {
			require(LexicalFeature.PREFIXED_STRINGS, "the prefix U& is not supported");
		}
		if (following == '&' && "uU".indexOf(prefix) != -1 && this.lexer.at(end + 1) == '\'') {
			return string(start, end + 1, false);
		}
		if (following == '&' && "uU".indexOf(prefix) != -1 && this.lexer.at(end + 1) == '"') {
			return add(Kind.QUOTED, start, this.lexer.quoted(end + 1));
		}
		return add(Kind.WORD, start, end);
	}

	private int string(int start, int quote, boolean backslashEscapes) throws UnreadableSqlException {
		int end = add(Kind.STRING, start, this.lexer.string(quote, backslashEscapes));
		if (quote > start && this.lexer.isContinued(end)) {
			throw new UnreadableSqlException("a string with a prefix goes on in another line");
		}
		return end;
	}

	private boolean escapes() {
		return this.rules.has(LexicalFeature.BACKSLASH_ESCAPES);
	}

	private void require(LexicalFeature feature, String problem) throws UnreadableSqlException {
		if (!this.rules.has(feature)) {
			throw new UnreadableSqlException(problem);
		}
	}

	private int add(Kind kind, int start, int end) {
		this.tokens.add(new SqlToken(kind, start, end, this.brackets.size()));
		return end;
	}

}
