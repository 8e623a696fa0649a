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

package io.leaderelection.engine;

import java.time.Duration;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PlainDuration}.
 */
class PlainDurationTests {

	@ParameterizedTest
	@CsvSource({ "PT0S, 0s", "PT0.005S, 5ms", "PT1.5S, 1500ms", "PT5S, 5s", "PT90S, 90s", "PT2M, 2m", "PT24H, 1d",
			"PT36H, 36h", "PT-5S, -5s", "PT-0.2S, -200ms", "PT0.000001S, PT0.000001S" })
	void durationIsWrittenAsInAConfiguration(Duration value, String text) {
		assertThat(new PlainDuration(value)).hasToString(text);
	}

}
