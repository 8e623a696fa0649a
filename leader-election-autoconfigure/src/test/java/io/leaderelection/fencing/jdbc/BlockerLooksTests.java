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

package io.leaderelection.fencing.jdbc;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link BlockerLooks}.
 */
class BlockerLooksTests {

	private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 1000);

	/** Always the longest variation. */
	private final BlockerLooks looks = new BlockerLooks(this.clock::get, new RandomGenerator() {

		@Override
		public long nextLong() {
			throw new IllegalStateException();
		}

		@Override
		public long nextLong(long bound) {
			return bound - 1;
		}

	});

	@Test
	void firstLookIsAtOnceAndThoseWhoComeWithItTakePart() {
		assertThat(this.looks.begin()).isZero();
		advance(19);
		assertThat(this.looks.begin()).isZero();
		advance(2);
		assertThat(this.looks.begin()).isEqualTo(Duration.ofMillis(10));
	}

	@Test
	void whoComesAfterAQuickLookOfTheSameRoundTakesPart() {
		this.looks.begin();
		advance(1);
		this.looks.end(true);
		advance(10);
		assertThat(this.looks.begin()).isZero();
		this.looks.end(true);
		advance(10);
		assertThat(this.looks.begin()).isEqualTo(Duration.ofMillis(240).minusNanos(1));
	}

	@Test
	void nextRoundBeginsAfterAPauseSinceTheEndOfTheLastLook() {
		this.looks.begin();
		this.looks.begin();
		advance(5);
		this.looks.end(true);
		advance(30);
		this.looks.end(true);
		assertThat(this.looks.begin()).isEqualTo(Duration.ofMillis(250).minusNanos(1));
		advance(249);
		assertThat(this.looks.begin()).isPositive();
		advance(1);
		assertThat(this.looks.begin()).isZero();
	}

	@Test
	void pauseGrowsWhileLooksAreInVainAndNotForEver() {
		for (int pause : new int[] { 350, 450, 550, 650, 650, 650 }) {
			assertThat(this.looks.begin()).isZero();
			this.looks.end(false);
			advance(21);
			assertThat(this.looks.begin()).isEqualTo(Duration.ofMillis(pause - 21).minusNanos(1));
			advance(pause - 21);
		}
		this.looks.begin();
		this.looks.end(true);
		advance(21);
		assertThat(this.looks.begin()).isEqualTo(Duration.ofMillis(250 - 21).minusNanos(1));
	}

	private void advance(long millis) {
		this.clock.addAndGet(Duration.ofMillis(millis).toNanos());
	}

}
