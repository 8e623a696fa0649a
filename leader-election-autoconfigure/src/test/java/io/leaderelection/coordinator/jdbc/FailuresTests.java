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

package io.leaderelection.coordinator.jdbc;

import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.concurrent.CompletionException;

import io.leaderelection.InvalidElectionNameException;
import io.leaderelection.coordinator.ReadOutcome;
import io.leaderelection.coordinator.Refused;
import io.leaderelection.coordinator.Restored;
import io.leaderelection.coordinator.Unknown;
import io.leaderelection.jdbc.UnsupportedDatabaseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Failures} and {@link DatabaseFault}.
 */
class FailuresTests {

	@ParameterizedTest
	@CsvSource({ "28P01, 0, BAD_CREDENTIALS", "28000, 0, BAD_CREDENTIALS", "28000, 1045, BAD_CREDENTIALS",
			"42501, 0, NO_PRIVILEGE", "42000, 1142, NO_PRIVILEGE", "42000, 1044, NO_PRIVILEGE",
			"90096, 90096, NO_PRIVILEGE", "42P01, 0, MISSING_TABLE", "42S02, 1146, MISSING_TABLE",
			"42S02, 42102, MISSING_TABLE", "42S22, 1054, MISSING_TABLE", "3D000, 0, MISSING_DATABASE",
			"42000, 1049, MISSING_DATABASE", "25006, 0, READ_ONLY", "HY000, 1290, READ_ONLY", "HY000, 1836, READ_ONLY",
			"53100, 0, NO_SPACE", "HY000, 1114, NO_SPACE", "22001, 0, INVALID_DATA", "23502, 0, CONSTRAINT",
			"23000, 1048, CONSTRAINT", "08006, 0, DISCONNECTED", "57P01, 0, DISCONNECTED", "55P03, 0, GIVEN_UP",
			"57014, 0, GIVEN_UP", "40001, 0, GIVEN_UP", "40P01, 0, GIVEN_UP", "40001, 1213, GIVEN_UP",
			"HY000, 1205, GIVEN_UP", "HY000, 1020, GIVEN_UP", "70100, 1317, GIVEN_UP", "70100, 1969, GIVEN_UP",
			"HYT00, 50200, GIVEN_UP", "57014, 57014, GIVEN_UP", "70100, 1927, OTHER", "HYT00, 0, OTHER",
			"40003, 0, OTHER", "25P02, 0, OTHER", "42000, 1064, OTHER" })
	void errorsOfEachDatabaseAreKnown(String state, int code, DatabaseFault fault) {
		assertThat(DatabaseFault.of(new SQLException("message", state, code))).isEqualTo(fault);
	}

	@Test
	void lostConnectionsAreKnownWithoutAState() {
		assertThat(DatabaseFault.of(new SQLNonTransientConnectionException("gone")))
			.isEqualTo(DatabaseFault.DISCONNECTED);
		assertThat(DatabaseFault.of(new SQLException("read failed", new IOException("reset"))))
			.isEqualTo(DatabaseFault.DISCONNECTED);
		assertThat(DatabaseFault.of(new SQLException("what"))).isEqualTo(DatabaseFault.OTHER);
	}

	@Test
	void connectionThatCouldNotBeReadIsNotSparedWhateverTheStateSays() {
		assertThat(Failures.sparesConnection(new SQLException("too long", "22001"))).isTrue();
		assertThat(Failures.sparesConnection(new SQLException("unreadable", "22000", new IOException("cut"))))
			.isFalse();
	}

	@Test
	void onlyWhatWillBeRefusedAgainIsARefusal() {
		assertThat(outcome(new SQLException("denied", "42501"))).isInstanceOf(Refused.class);
		assertThat(outcome(new InvalidElectionNameException("no name"))).isInstanceOf(Refused.class);
		assertThat(outcome(new IllegalArgumentException("'limit' must be positive"))).isInstanceOf(Refused.class);
		assertThat(outcome(new UnsupportedDatabaseException("SQLite"))).isInstanceOf(Refused.class);
		assertThat(outcome(new SQLException("lock timeout", "55P03"))).isInstanceOf(Unknown.class);
		assertThat(outcome(new SQLException("not null", "23502"))).isInstanceOf(Unknown.class);
		assertThat(outcome(new SQLException("cut", "08006"))).isInstanceOf(Unknown.class);
		assertThat(outcome(new UnansweredException("too late"))).isEqualTo(new Unknown("too late"));
		assertThat(outcome(new IllegalStateException())).isEqualTo(new Unknown("IllegalStateException"));
		assertThat(outcome(new RestoredException("evidence"))).isEqualTo(new Restored("evidence"));
	}

	private static ReadOutcome outcome(Throwable failure) {
		return Failures.outcome(ReadOutcome.class, new CompletionException(failure));
	}

	@ParameterizedTest
	@ValueSource(strings = { "cannot connect to jdbc:postgresql://me:secret7@db/app",
			"bad URL jdbc:mariadb://db/app?user=me&password=secret7&x=y", "bad URL jdbc:h2:file:x;PASSWORD=secret7" })
	void descriptionsAreWithoutCredentials(String message) {
		assertThat(Failures.describe(new SQLException(message, "08001"))).contains("(SQL state 08001)")
			.doesNotContain("secret7");
	}

	@Test
	void descriptionsAreOneLine() {
		assertThat(Failures.describe(new SQLException("ERROR: no\n  Detail: at all", "55P03")))
			.isEqualTo("ERROR: no Detail: at all (SQL state 55P03)");
	}

}
