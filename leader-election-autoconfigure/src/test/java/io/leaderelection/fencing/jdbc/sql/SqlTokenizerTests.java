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
import java.util.Random;

import io.leaderelection.fencing.jdbc.sql.SqlToken.Kind;
import io.leaderelection.jdbc.LexicalFeature;
import io.leaderelection.jdbc.LexicalRules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link SqlTokenizer}.
 */
class SqlTokenizerTests {

	private static final LexicalRules BACKSLASHES = LexicalRules.STANDARD.with(LexicalFeature.BACKSLASH_ESCAPES);

	@Test
	void wordsNumbersAndSymbols() throws Exception {
		assertThat(tokens("a_1$=b.c+1.5e-3*0xFF")).containsExactly("a_1$", "=", "b", ".", "c", "+", "1.5e-3", "*",
				"0xFF");
	}

	@Test
	void keywordRightBehindANumberIsAWord() throws Exception {
		assertThat(tokens("a=5WHERE id=1")).contains("WHERE");
	}

	@ParameterizedTest
	@ValueSource(strings = { "'it''s -- no /* comment ?'", "E'a\\'b'", "e'\\\\'", "B'01'", "X'1F'", "N'n'",
			"U&'\\0041'", "$$it's ?$$", "$a$ $b$ $$ ; $a$", "'a\\'", "$é$x$é$" })
	void stringIsOneToken(String string) throws Exception {
		assertThat(read("x " + string + " y")).extracting(SqlToken::kind)
			.containsExactly(Kind.WORD, Kind.STRING, Kind.WORD);
	}

	@ParameterizedTest
	@ValueSource(strings = { "\"a \"\" b?\"", "U&\"d\\0061t\"" })
	void quotedNameIsOneToken(String name) throws Exception {
		assertThat(read(name)).extracting(SqlToken::kind).containsExactly(Kind.QUOTED);
	}

	@Test
	void backslashEscapesOnlyIfTheDatabaseSaysSo() throws Exception {
		assertThat(new SqlTokenizer("'a\\' WHERE ?'", BACKSLASHES).tokenize()).hasSize(1);
		assertThatExceptionOfType(UnreadableSqlException.class).isThrownBy(() -> read("'a\\' WHERE ?'"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "a -- b\nc", "a/* b */c", "a /* b /* nested */ ? ' */ c", "a--'\rc" })
	void commentsAreNoTokens(String sql) throws Exception {
		assertThat(tokens(sql)).containsExactly("a", "c");
	}

	@Test
	void questionMarksAreParametersUnlessQuotedOrDoubled() throws Exception {
		assertThat(read("? '?' \"?\" ?? $$?$$ /*?*/ ?")).filteredOn((token) -> token.kind() == Kind.PARAMETER)
			.hasSize(2);
	}

	@Test
	void dollarInsideAWordBeginsNoString() throws Exception {
		assertThat(tokens("a$b$c")).containsExactly("a$b$c");
		assertThat(tokens("$1 + $2")).containsExactly("$", "1", "+", "$", "2");
	}

	@Test
	void depthCountsBrackets() throws Exception {
		assertThat(read("a(b[c])d")).extracting(SqlToken::depth).containsExactly(0, 0, 1, 1, 2, 1, 0, 0);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			value = { "SELECT 'a | a string does not end", "\"a | a quoted name does not end",
					"/* /* */ | a comment does not end", "$a$ $b$ | a dollar-quoted string does not end",
					"(a | ')' is missing", "a) | ')' has no counterpart", "(a] | ']' has no counterpart",
					"/*! x */ | comments that are executed are not supported",
					"/*M! x */ | comments that are executed are not supported" })
	void unbalancedTextIsUnreadable(String sql, String message) {
		assertThatExceptionOfType(UnreadableSqlException.class).isThrownBy(() -> read(sql)).withMessage(message);
	}

	@ParameterizedTest
	@ValueSource(strings = { "E'a'\n 'b\\''", "E'a'\n -- c\n-- d\n'b\\''" })
	void stringWithAPrefixThatGoesOnInAnotherLineIsUnreadable(String sql) {
		assertThatExceptionOfType(UnreadableSqlException.class).isThrownBy(() -> read(sql))
			.withMessageContaining("goes on in another line");
	}

	@Test
	void anyTextIsReadOrRefusedAndTokensNeverOverlap() {
		List<String> pieces = List.of("'", "''", "\"", "\\", "$", "$a$", "$$", "--", "/*", "*/", "\n", "?", "??", "(",
				")", "[", "]", "E", "U&", "e1", "x", "0x", ".", "1", ";", ",", " ", "é", "\0", "WHERE", "::");
		long seed = Long.getLong("sql.seed", System.nanoTime());
		Random random = new Random(seed);
		for (int i = 0; i < 50_000; i++) {
			StringBuilder sql = new StringBuilder();
			for (int j = random.nextInt(12); j >= 0; j--) {
				sql.append(pieces.get(random.nextInt(pieces.size())));
			}
			try {
				int end = 0;
				for (SqlToken token : new SqlTokenizer(sql.toString(),
						random.nextBoolean() ? BACKSLASHES : LexicalRules.STANDARD)
					.tokenize()) {
					assertThat(token.start()).isGreaterThanOrEqualTo(end);
					assertThat(token.end()).isGreaterThan(token.start()).isLessThanOrEqualTo(sql.length());
					end = token.end();
				}
			}
			catch (UnreadableSqlException ex) {
				assertThat(ex).as("sql.seed=" + seed).hasMessageNotContaining("null");
			}
			catch (RuntimeException ex) {
				throw new AssertionError("sql.seed=" + seed + ": " + sql, ex);
			}
		}
	}

	private static List<SqlToken> read(String sql) throws UnreadableSqlException {
		return new SqlTokenizer(sql, LexicalRules.STANDARD).tokenize();
	}

	private static List<String> tokens(String sql) throws UnreadableSqlException {
		return read(sql).stream().map((token) -> sql.substring(token.start(), token.end())).toList();
	}

}
