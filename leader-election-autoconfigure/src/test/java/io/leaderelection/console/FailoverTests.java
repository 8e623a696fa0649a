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

package io.leaderelection.console;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.leaderelection.coordinator.HistoryEntry.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Failover}.
 */
class FailoverTests {

	private static final Duration TTL = Duration.ofSeconds(5);

	private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");

	@Test
	void timeFromTheNotedEndToTheNextGrant() {
		List<Failover> found = Failover
			.in(List.of(granted(2, "b", 10_300, null, true), granted(1, "a", 0, 10_000, true)), TTL);
		assertThat(found).containsExactly(new Failover(2, "a", "b", START.plusMillis(10_300), 300L, false));
	}

	@Test
	void leaseThatRanOutAddsItsTime() {
		List<Failover> found = Failover
			.in(List.of(granted(2, "b", 10_300, null, true), granted(1, "a", 0, 10_000, false)), TTL);
		assertThat(found).containsExactly(new Failover(2, "a", "b", START.plusMillis(10_300), 5300L, true));
	}

	@Test
	void endThatNobodySawHasNoTime() {
		List<Failover> found = Failover
			.in(List.of(granted(2, "b", 10_300, null, true), granted(1, "a", 0, null, false)), TTL);
		assertThat(found).singleElement().satisfies((failover) -> assertThat(failover.millis()).isNull());
	}

	@Test
	void clocksThatDifferGiveNoNegativeTime() {
		List<Failover> found = Failover.in(List.of(granted(2, "b", 9000, null, true), granted(1, "a", 0, 10_000, true)),
				TTL);
		assertThat(found).extracting(Failover::millis).containsExactly(0L);
	}

	@Test
	void pauseIsNoFailover() {
		TermSpan pause = new TermSpan(2, Kind.PAUSED, null, START.plusMillis(10_000), START.plusMillis(90_000), true,
				"RESUMED", "alice", "test");
		assertThat(
				Failover.in(List.of(granted(3, "b", 90_100, null, true), pause, granted(1, "a", 0, 10_000, true)), TTL))
			.isEmpty();
	}

	@Test
	void forcedReleaseIsOne() {
		TermSpan release = new TermSpan(2, Kind.RELEASED, null, START.plusMillis(10_000), null, false, null, "alice",
				"test");
		List<Failover> found = Failover.in(List.of(granted(4, "c", 30_000, null, true),
				granted(3, "b", 10_100, 29_500, true), release, granted(1, "a", 0, 10_000, true)), TTL);
		assertThat(found).extracting(Failover::term).containsExactly(4L, 3L);
		assertThat(found).extracting(Failover::millis).containsExactly(500L, 100L);
	}

	private static TermSpan granted(long term, String instance, long began, Integer ended, boolean noted) {
		return new TermSpan(term, Kind.GRANTED, instance, START.plusMillis(began),
				(ended != null) ? START.plusMillis(ended) : null, noted, null, null, null);
	}

}
