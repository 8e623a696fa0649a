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

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ShutdownPhase}.
 */
@ExtendWith(OutputCaptureExtension.class)
class ShutdownPhaseTests {

	private final StandardEnvironment environment = new StandardEnvironment();

	@Test
	void drainLongerThanSpringWaitsIsWarnedOf(CapturedOutput output) {
		ShutdownPhase.report(this.environment, Duration.ofSeconds(25));
		assertThat(output).doesNotContain("drain-timeout");
		ShutdownPhase.report(this.environment, Duration.ofMinutes(1));
		assertThat(output).contains("work in flight has 1m", "Spring waits no longer than 30s");
	}

	@Test
	void configuredPhaseCounts(CapturedOutput output) {
		this.environment.getPropertySources()
			.addFirst(new MapPropertySource("test", Map.of("spring.lifecycle.timeout-per-shutdown-phase", "2m")));
		ShutdownPhase.report(this.environment, Duration.ofMinutes(1));
		assertThat(output).doesNotContain("drain-timeout");
		ShutdownPhase.report(this.environment, Duration.ofMinutes(2));
		assertThat(output).contains("Spring waits no longer than 2m");
	}

}
