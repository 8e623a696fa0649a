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

package io.leaderelection.sample.demo;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link DemoOptions}.
 */
class DemoOptionsTests {

	@Test
	void goesOnUntilEndedByDefault() {
		assertThat(DemoOptions.parse(List.of())).isEqualTo(new DemoOptions(false, true, false, 500));
	}

	@Test
	void runsTheDrillAndItsControl() {
		assertThat(DemoOptions.parse(List.of("--failover"))).isEqualTo(new DemoOptions(true, true, false, 500));
		assertThat(DemoOptions.parse(List.of("--unfenced", "--failover", "--rate=2000")))
			.isEqualTo(new DemoOptions(true, false, false, 2000));
	}

	@Test
	void electsOnEtcdIfAskedTo() {
		assertThat(DemoOptions.parse(List.of("--etcd"))).isEqualTo(new DemoOptions(false, true, true, 500));
		assertThat(DemoOptions.parse(List.of("--failover", "--unfenced", "--etcd")))
			.isEqualTo(new DemoOptions(true, false, true, 500));
	}

	@ParameterizedTest
	@ValueSource(strings = { "--fail-over", "x", "" })
	void refusesWhatItDoesNotKnow(String option) {
		assertThatIllegalArgumentException().isThrownBy(() -> DemoOptions.parse(List.of(option)))
			.withMessage("Unknown option '" + option + "'");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "x", "9", "20001", "-500", "1e3" })
	void refusesARateOutOfRange(String rate) {
		assertThatIllegalArgumentException().isThrownBy(() -> DemoOptions.parse(List.of("--rate=" + rate)))
			.withMessageEndingWith("from 10 to 20000, but is '" + rate + "'");
	}

	@Test
	void refusesTheControlWithoutTheDrill() {
		assertThatIllegalArgumentException().isThrownBy(() -> DemoOptions.parse(List.of("--unfenced")))
			.withMessageContaining("give both");
	}

}
