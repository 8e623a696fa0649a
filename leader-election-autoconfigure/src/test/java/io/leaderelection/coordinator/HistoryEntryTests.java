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

import java.time.Instant;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link HistoryEntry}.
 */
class HistoryEntryTests {

	private static final Instant BEGAN = Instant.parse("2026-01-01T00:00:00.002Z");

	@Test
	void endIsNeverBeforeTheBeginning() {
		assertThat(ended(BEGAN.minusMillis(2)).ended()).isEqualTo(BEGAN);
		assertThat(ended(BEGAN.plusMillis(2)).ended()).isEqualTo(BEGAN.plusMillis(2));
		assertThat(ended(null).ended()).isNull();
	}

	private static HistoryEntry ended(@Nullable Instant ended) {
		return new HistoryEntry("settlement", 1, HistoryEntry.Kind.GRANTED, "grant", "a", BEGAN, ended, null, null,
				null);
	}

}
