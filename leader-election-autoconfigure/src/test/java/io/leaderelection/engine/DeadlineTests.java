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

import io.leaderelection.coordinator.Session;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Deadline}.
 */
class DeadlineTests {

	private static final long SECOND = 1_000_000_000L;

	private final Moment sent = new Moment(1, 100 * SECOND, 1_000_000);

	private final Deadline deadline = Deadline.of(this.sent, Duration.ofSeconds(10), Duration.ofMillis(200));

	@Test
	void lesson7DeadlineIsCountedFromTheSendingLessDriftAndMargin() {
		assertThat(this.deadline.nanos()).isEqualTo(109 * SECOND + 700_000_000L);
	}

	@Test
	void deadlineIsAheadUntilItIsReached() {
		assertThat(this.deadline.isAhead(105 * SECOND, 1_005_000)).isTrue();
		assertThat(this.deadline.isAhead(this.deadline.nanos() - 1, 1_009_699)).isTrue();
		assertThat(this.deadline.isAhead(this.deadline.nanos(), 1_009_699)).isFalse();
	}

	@Test
	void wallClockThatPassedItsCopyIsNotTrusted() {
		assertThat(this.deadline.isTrusted(109 * SECOND + 600_000_000L, 1_009_750)).isFalse();
	}

	@Test
	void clocksThatMovedApartAreNotTrusted() {
		assertThat(this.deadline.isTrusted(101 * SECOND, 1_001_150)).isTrue();
		assertThat(this.deadline.isTrusted(101 * SECOND, 1_001_250)).isFalse();
		assertThat(this.deadline.isTrusted(101 * SECOND, 1_000_750)).isFalse();
	}

	@Test
	void monotonicClockMayOverflow() {
		Moment late = new Moment(1, Long.MAX_VALUE - SECOND, 1_000_000);
		Deadline overflown = Deadline.of(late, Duration.ofSeconds(10), Duration.ofMillis(200));
		assertThat(overflown.isAhead(Long.MAX_VALUE, 1_001_000)).isTrue();
		assertThat(overflown.isAhead(Long.MAX_VALUE + 8 * SECOND, 1_009_000)).isTrue();
		assertThat(overflown.isAhead(Long.MAX_VALUE + 9 * SECOND, 1_010_000)).isFalse();
	}

	@Test
	void leaseOnlyMovesForward() {
		Lease lease = new Lease(new Session("s", "i", Duration.ofSeconds(10)), this.deadline, this.sent);
		Moment earlier = new Moment(2, 99 * SECOND, 999_000);
		assertThat(lease.renewed(Deadline.of(earlier, Duration.ofSeconds(10), Duration.ofMillis(200)), earlier))
			.isSameAs(lease);
	}

}
