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

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletionException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link LaneCall}.
 */
class LaneCallTests {

	private static final long NOW = Long.MAX_VALUE - 1000;

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 10, 40, 200, 1500, 3000 })
	void callThatDoesNotWaitIsMadeHoweverShortItsTimeoutIs(int timeout) {
		assertThat(call(timeout).isTooLate(NOW)).isFalse();
	}

	@ParameterizedTest
	@CsvSource({ "3000, 2950, 2951", "1500, 1450, 1451", "200, 180, 181", "40, 36, 37" })
	void callIsTooLateInTheLastTenthOfItsTimeAtMostFiftyMilliseconds(int timeout, int intime, int late) {
		assertThat(call(timeout).isTooLate(after(intime))).isFalse();
		assertThat(call(timeout).isTooLate(after(late))).isTrue();
		assertThat(call(timeout).isTooLate(after(2 * timeout))).isTrue();
	}

	@ParameterizedTest
	@CsvSource({ "3000, 0, 3051", "3000, 2000, 1051", "3000, 2900, 751", "3000, 4000, 751", "200, 190, 51", "1, 1, 1" })
	void connectionMayTakeALittleMoreThanWhatIsLeftButAQuarterAtLeast(int timeout, int passed, int limit) {
		assertThat(call(timeout).limitMillis(after(passed))).isEqualTo(limit);
	}

	@Test
	void callThatWasNotMadeSaysSo() {
		LaneCall<Integer> call = call(3000);
		call.giveUpLate();
		assertThat(call.isOver()).isTrue();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> call.answer().getNow(0))
			.havingCause()
			.isInstanceOf(UnansweredException.class)
			.withMessageContaining("was not sent")
			.withMessageContaining("3000 ms");
	}

	@Test
	void callThatMayHaveBeenMadeDoesNotSayThatItWasNot() {
		LaneCall<Integer> call = new LaneCall<>((session) -> {
			throw new SQLException("cut", "08006");
		}, true, NOW, Duration.ofSeconds(3));
		DatabaseSession session = new DatabaseSession(mock(Connection.class), new H2CoordinatorDialect());
		assertThatExceptionOfType(SQLException.class).isThrownBy(() -> call.perform(session));
		call.giveUpLate();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> call.answer().getNow(0))
			.satisfies((ex) -> assertThat(ex.getCause()).hasMessageContaining("not repeated")
				.hasMessageNotContaining("not sent"));
	}

	private static long after(int millis) {
		return NOW + Duration.ofMillis(millis).toNanos();
	}

	private static LaneCall<Integer> call(int timeout) {
		return new LaneCall<>((session) -> 7, true, NOW, Duration.ofMillis(timeout));
	}

}
