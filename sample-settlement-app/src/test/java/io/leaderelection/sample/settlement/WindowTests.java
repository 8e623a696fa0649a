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

package io.leaderelection.sample.settlement;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link Window}, {@link RunProgress} and the length of windows.
 */
class WindowTests {

	private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-30T10:07:08.900Z"), ZoneOffset.UTC);

	@Test
	void endsWhereEveryWorkerEndsIt() {
		assertThat(Window.lastBefore(CLOCK, Duration.ofSeconds(1)).key()).isEqualTo("settlement-2026-11-30T10:07:08Z");
		assertThat(Window.lastBefore(CLOCK, Duration.ofMinutes(15)).key()).isEqualTo("settlement-2026-11-30T10:00:00Z");
		assertThat(Window.lastBefore(CLOCK, Duration.ofDays(1)).key()).isEqualTo("settlement-2026-11-30T00:00:00Z");
	}

	@Test
	void isKnownFromTheKeyOfItsRun() {
		Window window = Window.lastBefore(CLOCK, Duration.ofMillis(100));
		assertThat(Window.of(window.key())).isEqualTo(window);
	}

	@Test
	void progressIsReadAsItWasStored() {
		RunProgress progress = RunProgress.NONE
			.plus(new Batch(new Group("baker", "EUR"), List.of(UUID.randomUUID(), new UUID(1, 2)), 300))
			.plus(new Batch(new Group("a butcher", "EUR"), List.of(new UUID(3, 4)), 50));
		assertThat(RunProgress.parse(progress.format())).isEqualTo(progress)
			.isEqualTo(new RunProgress(2, 3, 350, new Group("a butcher", "EUR"), new UUID(3, 4)));
	}

	@Test
	void lengthThatMakesNoSenseIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new SettlementProperties(Duration.ZERO, 500, 140))
			.withMessage("'settlement.window' must be from 1ms to 24h, but is 0ms");
		assertThatIllegalArgumentException().isThrownBy(() -> new SettlementProperties(Duration.ofHours(25), 500, 140))
			.withMessageContaining("'settlement.window'");
	}

}
