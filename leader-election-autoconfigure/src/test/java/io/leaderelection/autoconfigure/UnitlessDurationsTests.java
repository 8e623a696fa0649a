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

package io.leaderelection.autoconfigure;

import java.util.Map;

import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link UnitlessDurations}.
 */
@ExtendWith(OutputCaptureExtension.class)
class UnitlessDurationsTests {

	@ParameterizedTest
	@CsvSource({ "leader-election.drain-timeout, 25", "leader-election.elections[a/b].cool-down, 999",
			"leader-election.elections.settlement.drainTimeout, 25", "leader-election.jdbc.poll-interval, 500",
			"leaderElection.coolDown, 10", "leader-election.ttl, 5000" })
	void numberIsWarnedOf(String property, String value, CapturedOutput output) {
		report(property, value);
		assertThat(output).contains("is '" + value + "' without a unit, which counts milliseconds: write '" + value
				+ "ms', or '" + value + "s' if seconds are meant (\"" + property + "\" from property source");
	}

	@ParameterizedTest
	@CsvSource({ "leader-election.drain-timeout, 25s", "leader-election.drain-timeout, 0", "leader-election.ttl, PT5S",
			"leader-election.runs.max-attempts, 3" })
	void othersAreNot(String property, String value, CapturedOutput output) {
		report(property, value);
		assertThat(output).doesNotContain("without a unit");
	}

	private static void report(String property, String value) {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources().addFirst(new MapPropertySource("test", Map.of(property, value)));
		UnitlessDurations.report(environment);
	}

}
