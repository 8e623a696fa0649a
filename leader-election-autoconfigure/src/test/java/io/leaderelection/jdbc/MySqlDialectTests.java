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

package io.leaderelection.jdbc;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link MySqlDialect}. MySQL itself runs in none of our tests.
 */
class MySqlDialectTests {

	@ParameterizedTest
	@CsvSource({ "10.11.19-MariaDB-0+deb12u1,true,false", "10.5.0-MariaDB,true,false",
			"5.5.5-10.11.2-MariaDB,false,false", "10.4.34-MariaDB,false,false", "12.0.1-MariaDB-log,true,false",
			"8.0.36,false,true", "8.4.3-commercial,false,true", "9.1.0,false,true", "5.7.44-log,false,false" })
	void versionTellsWhichDatabaseItIs(String version, boolean mariaDb, boolean mySql) {
		assertThat(MySqlDialect.mariaDb().supports(version)).isEqualTo(mariaDb);
		assertThat(MySqlDialect.mySql().supports(version)).isEqualTo(mySql);
	}

	@Test
	void modeOfTheSessionSaysWhatQuotesAndBackslashesMean() {
		assertThat(MySqlDialect.rules("STRICT_TRANS_TABLES").features()).contains(LexicalFeature.BACKSLASH_ESCAPES,
				LexicalFeature.DOUBLE_QUOTED_STRINGS);
		assertThat(MySqlDialect.rules("").features()).contains(LexicalFeature.BACKSLASH_ESCAPES);
		assertThat(MySqlDialect.rules("NO_BACKSLASH_ESCAPES,ANSI_QUOTES").features())
			.doesNotContain(LexicalFeature.BACKSLASH_ESCAPES, LexicalFeature.DOUBLE_QUOTED_STRINGS)
			.contains(LexicalFeature.BACKTICK_NAMES, LexicalFeature.HASH_COMMENTS);
	}

	@Test
	void noConditionOfMySqlIsTrustedWithTheLock() {
		assertThat(MySqlDialect.mySql().fence().embedding()).isEqualTo(Embedding.NEVER);
	}

}
