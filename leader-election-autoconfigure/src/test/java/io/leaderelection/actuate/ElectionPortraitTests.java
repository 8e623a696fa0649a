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

package io.leaderelection.actuate;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.leaderelection.ElectionObservation;
import io.leaderelection.ElectionStatus;
import io.leaderelection.FencingToken;
import io.leaderelection.LeaderState;
import io.leaderelection.ObservedLeader;
import io.leaderelection.Revocation;
import io.leaderelection.RevocationReason;
import io.leaderelection.actuate.ElectionDescription.RevocationDescription;
import io.leaderelection.coordinator.HistoryEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ElectionPortrait}: why the last term ended, from what an instance
 * knows and what the history tells.
 */
class ElectionPortraitTests {

	private static final String ELECTION = "settlement";

	private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

	@Test
	void termWhoseEndNobodyNotedIsLost() {
		RevocationDescription last = lastRevocation(4, null, null, granted(4, "b", null));
		assertThat(last.reason()).isEqualTo("LOST");
		assertThat(last.term()).isEqualTo(4);
		assertThat(last.instance()).isEqualTo("b");
		assertThat(last.at()).isNull();
	}

	@Test
	void termThatIsLedHasNotEnded() {
		assertThat(lastRevocation(4, leader(4), null, granted(4, "b", null))).isNull();
	}

	@Test
	void termAfterTheOneSeenHasNotEnded() {
		RevocationDescription last = lastRevocation(4, leader(4), null, granted(5, "c", null),
				granted(4, "b", "RESIGNED"));
		assertThat(last.term()).isEqualTo(4);
		assertThat(last.reason()).isEqualTo("RESIGNED");
	}

	@Test
	void ownTermIsDescribedByWhoHeldIt() {
		RevocationDescription last = lastRevocation(5, leader(5), revocation(4), granted(5, "b", null),
				granted(4, "a", null));
		assertThat(last.instance()).isEqualTo("a");
		assertThat(last.reason()).isEqualTo("EXPIRED");
		assertThat(last.detail()).isEqualTo("The deadline passed");
		assertThat(last.at()).isEqualTo(NOON);
	}

	@Test
	void laterTermOfAnotherInstanceCountsMore() {
		RevocationDescription last = lastRevocation(6, leader(6), revocation(4), granted(6, "c", null),
				granted(5, "b", "TRANSFERRED"), granted(4, "a", null));
		assertThat(last.term()).isEqualTo(5);
		assertThat(last.reason()).isEqualTo("TRANSFERRED");
		assertThat(last.by()).isEqualTo("alice");
	}

	@Test
	void orderedEndIsDescribedInTheSameWordsByWhoHeldTheTerm() {
		RevocationDescription last = lastRevocation(5, leader(5), revocation(4), granted(5, "b", null),
				granted(4, "a", "EXPIRED"));
		assertThat(last.detail()).isEqualTo("deploy");
		assertThat(last.by()).isEqualTo("alice");
	}

	@Test
	void endThatTheHistoryKnowsOtherwiseIsDescribedByWhoHeldTheTerm() {
		RevocationDescription last = lastRevocation(5, leader(5), revocation(4), granted(5, "b", null),
				granted(4, "a", "RELEASED"));
		assertThat(last.reason()).isEqualTo("EXPIRED");
		assertThat(last.detail()).isEqualTo("The deadline passed");
		assertThat(last.by()).isEqualTo("alice");
	}

	@Test
	void ownTermIsKnownWithoutAnyHistory() {
		assertThat(lastRevocation(5, leader(5), revocation(4)).reason()).isEqualTo("EXPIRED");
	}

	@Test
	void remainingTimeHasWholeMilliseconds() {
		ElectionStatus status = new ElectionStatus(ELECTION, LeaderState.LEADER, false,
				new FencingToken(ELECTION, 4, "grant-4"), Duration.parse("PT4.048972932S"), null, null, null, null,
				null, null);
		assertThat(new ElectionPortrait("a", status, List.of()).describe().remaining())
			.isEqualTo(Duration.ofMillis(4048));
	}

	private static RevocationDescription lastRevocation(long term, @Nullable ObservedLeader leader,
			@Nullable Revocation own, HistoryEntry... history) {
		ElectionObservation seen = new ElectionObservation(term, leader, null, null, Map.of(), NOON);
		ElectionStatus status = new ElectionStatus(ELECTION, LeaderState.FOLLOWER, false, null, Duration.ZERO, null,
				null, leader, seen, own, null);
		return new ElectionPortrait("a", status, List.of(history)).describe().lastRevocation();
	}

	private static ObservedLeader leader(long term) {
		return new ObservedLeader("b", term, "grant-" + term, NOON, Map.of());
	}

	private static Revocation revocation(long term) {
		return new Revocation(new FencingToken(ELECTION, term, "grant-" + term), RevocationReason.EXPIRED,
				"The deadline passed", NOON);
	}

	private static HistoryEntry granted(long term, String instance, @Nullable String end) {
		return new HistoryEntry(ELECTION, term, HistoryEntry.Kind.GRANTED, "grant-" + term, instance, NOON,
				(end != null) ? NOON : null, end, (end != null) ? "alice" : null, (end != null) ? "deploy" : null);
	}

}
