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

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link JdbcCoordinatorSettings}.
 */
class JdbcCoordinatorSettingsTests {

	private final JdbcCoordinatorSettings settings = JdbcCoordinatorSettings.of("app");

	@Test
	void defaultsSuitATimeToLiveOfTenSeconds() {
		assertThat(this.settings.callTimeout()).isEqualTo(Duration.ofMillis(1500));
		assertThat(this.settings.pollInterval()).isEqualTo(Duration.ofMillis(500));
		assertThat(this.settings.heartbeat()).isEqualTo(Duration.ofSeconds(5));
	}

	@Test
	void namespaceMustFitIntoItsColumn() {
		assertThatIllegalArgumentException().isThrownBy(() -> JdbcCoordinatorSettings.of(" "))
			.withMessage("'namespace' must not be blank");
		assertThatIllegalArgumentException().isThrownBy(() -> JdbcCoordinatorSettings.of("n".repeat(201)))
			.withMessage("'namespace' must have at most 200 characters, but has 201");
		assertThat(JdbcCoordinatorSettings.of("n".repeat(200)).namespace()).hasSize(200);
	}

	@Test
	void timesMustBeMeasurable() {
		Duration fine = Duration.ofMillis(1);
		Duration wrong = Duration.ofNanos(1);
		assertThatIllegalArgumentException().isThrownBy(() -> this.settings.withTimes(wrong, fine, fine))
			.withMessage("'call-timeout' must be at least 1 ms, but is 0 ms");
		assertThatIllegalArgumentException().isThrownBy(() -> this.settings.withTimes(fine, wrong, fine))
			.withMessageContaining("'poll-interval'");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.settings.withTimes(fine, fine, Duration.ofMillis(-5)))
			.withMessageContaining("'heartbeat'");
		assertThat(this.settings.withTimes(fine, fine, fine).namespace()).isEqualTo("app");
	}

}
