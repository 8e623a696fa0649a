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

package io.leaderelection.sample;

import java.io.IOException;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.Duration;

import javax.sql.DataSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;

/**
 * Tests for {@link DatabaseAtStart} and {@link DatabaseUnavailableFailureAnalyzer}.
 */
@ExtendWith(OutputCaptureExtension.class)
class DatabaseAtStartTests {

	private final DataSource dataSource = mock();

	@ParameterizedTest
	@ValueSource(strings = { "08001", "57P03", "53300" })
	void waitsUntilTheDatabaseAnswers(String state, CapturedOutput output) throws SQLException {
		Connection connection = mock();
		DatabaseMetaData metaData = mock();
		given(connection.getMetaData()).willReturn(metaData);
		given(metaData.getDatabaseProductName()).willReturn("PostgreSQL");
		given(this.dataSource.getConnection()).willThrow(new SQLException("refused", state))
			.willThrow(new IllegalStateException(new SQLException("refused", state)))
			.willReturn(connection);
		assertThat(await(Duration.ofMinutes(1))).isSameAs(this.dataSource);
		then(connection).should().close();
		assertThat(output).containsOnlyOnce("The database does not answer yet, waiting for it for up to 60 s: refused");
	}

	@Test
	void givesUpAfterAWhile() throws SQLException {
		given(this.dataSource.getConnection()).willThrow(new SQLException("refused", "08001"));
		assertThatExceptionOfType(DatabaseUnavailableException.class).isThrownBy(() -> await(Duration.ofMillis(20)))
			.satisfies((ex) -> assertThat(ex.getWaited()).isEqualTo(Duration.ofMillis(20)));
	}

	@Test
	void doesNotWaitForWhatWillNotPass() throws SQLException {
		given(this.dataSource.getConnection()).willThrow(new SQLException("password authentication failed", "28P01"));
		assertThatExceptionOfType(DatabaseUnavailableException.class).isThrownBy(() -> await(Duration.ofMinutes(1)))
			.satisfies((ex) -> assertThat(ex.getWaited()).isZero());
		then(this.dataSource).should(times(1)).getConnection();
	}

	@Test
	void applicationWaitsAndThenSaysWhatIsWrong(CapturedOutput output) throws IOException {
		int closed;
		try (ServerSocket socket = new ServerSocket(0)) {
			closed = socket.getLocalPort();
		}
		Throwable failure = catchThrowable(() -> SpringApplication.run(SettlementApplication.class,
				"--spring.datasource.url=jdbc:postgresql://127.0.0.1:%d/none".formatted(closed),
				"--settlement.database-patience=3s", "--leader-election.coordinator=jdbc", "--server.port=0"));
		assertThat(failure).isNotNull();
		assertThat(output).contains("The database does not answer yet, waiting for it for up to 3 s")
			.contains("The database did not answer within 3 s: Connection to 127.0.0.1:%d refused.".formatted(closed))
			.doesNotContain("\tat ");
	}

	private Object await(Duration patience) {
		return new DatabaseAtStart(patience, Duration.ofMillis(1)).postProcessAfterInitialization(this.dataSource,
				"dataSource");
	}

}
