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

package io.leaderelection.observation;

import java.time.Duration;
import java.time.Instant;

import io.leaderelection.FencingToken;
import io.leaderelection.LeaderState;
import io.leaderelection.spi.Transition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TransitionLog}.
 */
@ExtendWith(OutputCaptureExtension.class)
class TransitionLogTests {

	@ParameterizedTest
	@CsvSource({ "SEALING, LEADER, INFO", "LEADER, DRAINING, INFO", "DRAINING, FOLLOWER, INFO",
			"LEADER, FOLLOWER, INFO", "SUSPECT, LEADER, INFO", "LEADER, SUSPECT, WARN", "SUSPECT, FOLLOWER, WARN",
			"SEALING, FOLLOWER, WARN" })
	void levelSaysHowMuchItMatters(LeaderState from, LeaderState to, String level, CapturedOutput output) {
		new TransitionLog(() -> "worker-1").onTransition(new Transition("settlement", from, to,
				new FencingToken("settlement", 7, "g"), "test", "for a test", Duration.ZERO, Instant.EPOCH));
		assertThat(output.toString()
			.lines()
			.filter((line) -> line
				.contains("Election 'settlement': %s -> %s in term 7, for a test [instance: worker-1, reason: test]"
					.formatted(from, to))))
			.singleElement()
			.satisfies((line) -> assertThat(line).contains(level));
	}

}
