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

import io.leaderelection.jdbc.LexicalFeature;
import io.leaderelection.jdbc.LexicalRules;

/**
 * Lexer that finds where the parts of an SQL text end.
 */
final class SqlLexer {

	private final String sql;

	private final LexicalRules rules;

	SqlLexer(String sql, LexicalRules rules) {
		this.sql = sql;
		this.rules = rules;
	}

	int length() {
		return this.sql.length();
	}

	char at(int position) {
		return (position < this.sql.length()) ? this.sql.charAt(position) : '\0';
	}

	int word(int start) {
		int end = start;
		while (isWordPart(at(end))) {
			end++;
		}
		return end;
	}

	boolean isLineComment(int start) {
		return switch (at(start)) {
			case '-' -> at(start + 1) == '-' && (!this.rules.has(LexicalFeature.SPACED_DASH_COMMENTS)
					|| at(start + 2) <= ' ' || at(start + 2) == '\u007f');
			case '#' -> this.rules.has(LexicalFeature.HASH_COMMENTS);
			case '/' -> at(start + 1) == '/' && this.rules.has(LexicalFeature.SLASH_COMMENTS);
			default -> false;
		};
	}

	int lineComment(int start) throws UnreadableSqlException {
		int end = start;
		while (end < length() && at(end) != '\n') {
			if (at(end) == '\r' && at(end + 1) != '\n') {
				if (this.rules.has(LexicalFeature.CARRIAGE_RETURN_ENDS_LINE)) {
					return end;
				}
				throw new UnreadableSqlException("a carriage return alone in a comment is not supported");
			}
			end++;
		}
		return end;
	}

	int comment(int start) throws UnreadableSqlException {
		if (at(start + 2) == '!' || (at(start + 2) == 'M' && at(start + 3) == '!')) {
			throw new UnreadableSqlException("comments that are executed are not supported");
		}
		int open = 1;
		int end = start + 2;
		while (open > 0) {
			requireMore(end, "comment");
			if (at(end) == '/' && at(end + 1) == '*') {
				if (!this.rules.has(LexicalFeature.NESTED_COMMENTS)) {
					throw new UnreadableSqlException("comments in comments are not supported");
				}
				open++;
				end += 2;
			}
			else if (at(end) == '*' && at(end + 1) == '/') {
				open--;
				end += 2;
			}
			else {
				end++;
			}
		}
		return end;
	}

	int string(int quote, boolean backslashEscapes) throws UnreadableSqlException {
		return delimited(quote, backslashEscapes, "string");
	}

	int quoted(int quote) throws UnreadableSqlException {
		return delimited(quote, false, "quoted name");
	}

	private int delimited(int quote, boolean backslashEscapes, String what) throws UnreadableSqlException {
		char delimiter = at(quote);
		int end = quote + 1;
		while (true) {
			requireMore(end, what);
			if ((at(end) == '\\' && backslashEscapes) || (at(end) == delimiter && at(end + 1) == delimiter)) {
				end += 2;
			}
			else if (at(end++) == delimiter) {
				return end;
			}
		}
	}

	boolean isDollarString(int start) {
		return at(tagEnd(start)) == '$' && !isDigit(at(start + 1));
	}

	int dollarString(int start) throws UnreadableSqlException {
		String tag = this.sql.substring(start, tagEnd(start) + 1);
		int end = this.sql.indexOf(tag, start + tag.length());
		if (end == -1) {
			throw new UnreadableSqlException("a dollar-quoted string does not end");
		}
		return end + tag.length();
	}

	private int tagEnd(int start) {
		int end = start + 1;
		while (at(end) != '$' && isWordPart(at(end))) {
			end++;
		}
		return end;
	}

	int number(int start) {
		if (at(start) == '0' && "xXoObB".indexOf(at(start + 1)) != -1) {
			int end = start + 2;
			while (Character.digit(at(end), 16) != -1 || at(end) == '_') {
				end++;
			}
			return end;
		}
		int end = digits(start);
		if (at(end) == '.' && at(end + 1) != '.') {
			end = digits(end + 1);
		}
		int exponent = (at(end + 1) == '+' || at(end + 1) == '-') ? end + 2 : end + 1;
		if ((at(end) == 'e' || at(end) == 'E') && isDigit(at(exponent))) {
			end = digits(exponent);
		}
		return end;
	}

	private int digits(int start) {
		int end = start;
		while (isDigit(at(end)) || (at(end) == '_' && isDigit(at(end + 1)))) {
			end++;
		}
		return end;
	}

	// Return whether a string that ended goes on in the next line, where the database
	// reads it as it began although no prefix is in front.
	boolean isContinued(int end) throws UnreadableSqlException {
		int ahead = end;
		while (isSpace(at(ahead)) || (at(ahead) == '-' && at(ahead + 1) == '-')) {
			ahead = isSpace(at(ahead)) ? ahead + 1 : lineComment(ahead);
		}
		return ahead > end && at(ahead) == '\'';
	}

	private void requireMore(int position, String what) throws UnreadableSqlException {
		if (position >= this.sql.length()) {
			throw new UnreadableSqlException("a " + what + " does not end");
		}
	}

	static boolean isSpace(char character) {
		return character == ' ' || (character >= '\t' && character <= '\r');
	}

	static boolean isDigit(char character) {
		return character >= '0' && character <= '9';
	}

	static boolean isWordStart(char character) {
		return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') || character == '_'
				|| character >= 0x80;
	}

	static boolean isWordPart(char character) {
		return isWordStart(character) || isDigit(character) || character == '$';
	}

}
