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

import java.time.Instant;
import java.util.List;

import io.leaderelection.actuate.Inquiries.History;
import io.leaderelection.coordinator.HistoryEntry;
import io.leaderelection.coordinator.HistoryEntry.Kind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ElectionTerms}: which terms go on, and which are over though nobody
 * noted it.
 */
class ElectionTermsTests {

	private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

	@Test
	void termThatALaterOneFollowsIsOver() {
		List<TermDescription> terms = terms(granted(6, null), granted(5, null), granted(4, "RESIGNED"));
		assertThat(terms).extracting(TermDescription::endReason).containsExactly(null, "LOST", "RESIGNED");
		assertThat(terms).extracting(TermDescription::ended).containsExactly(null, null, NOON.plusSeconds(9));
	}

	@Test
	void termThatABurnedOneFollowsIsOver() {
		assertThat(terms(burned(5, Kind.PAUSED), granted(4, null))).extracting(TermDescription::endReason)
			.containsExactly(null, "LOST");
	}

	@Test
	void pauseGoesOn() {
		assertThat(terms(burned(5, Kind.PAUSED)).get(0).ended()).isNull();
	}

	@Test
	void releasedAndRaisedTermsAreOverAsTheyBegin() {
		List<TermDescription> terms = terms(burned(6, Kind.RELEASED), burned(5, Kind.RAISED));
		assertThat(terms).extracting(TermDescription::ended).containsOnly(NOON);
		assertThat(terms).extracting(TermDescription::endReason).containsOnlyNulls();
		assertThat(terms).extracting(TermDescription::by).containsOnly("alice");
	}

	private static List<TermDescription> terms(HistoryEntry... history) {
		return ElectionTerms.of(new History(List.of(history), null)).terms();
	}

	private static HistoryEntry granted(long term, @Nullable String end) {
		return new HistoryEntry("settlement", term, Kind.GRANTED, "grant-" + term, "a", NOON,
				(end != null) ? NOON.plusSeconds(9) : null, end, null, null);
	}

	private static HistoryEntry burned(long term, Kind kind) {
		return new HistoryEntry("settlement", term, kind, "grant-" + term, null, NOON, null, null, "alice",
				"double booking");
	}

}
