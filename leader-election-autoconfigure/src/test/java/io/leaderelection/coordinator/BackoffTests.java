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

package io.leaderelection.coordinator;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Backoff}. Lesson 20.
 */
class BackoffTests {

	private final Backoff backoff = new Backoff(new SplittableRandom(1));

	@Test
	void pausesDoubleUpToALimitAndVary() {
		List<Duration> pauses = Stream.generate(this.backoff::next).limit(20).toList();
		assertThat(pauses.get(0)).isBetween(Duration.ofMillis(25), Duration.ofMillis(50));
		assertThat(pauses.get(3)).isBetween(Duration.ofMillis(200), Duration.ofMillis(400));
		assertThat(pauses.subList(6, 20))
			.allSatisfy((pause) -> assertThat(pause).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(2)));
		assertThat(pauses.subList(6, 20)).doesNotHaveDuplicates();
	}

	@Test
	void successBeginsAnew() {
		Stream.generate(this.backoff::next).limit(20).forEach((pause) -> assertThat(pause).isPositive());
		this.backoff.reset();
		assertThat(this.backoff.next()).isLessThanOrEqualTo(Duration.ofMillis(50));
	}

}
