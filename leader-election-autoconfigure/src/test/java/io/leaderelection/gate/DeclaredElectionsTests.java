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

package io.leaderelection.gate;

import java.util.List;

import io.leaderelection.LeaderElection;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DeclaredElections}.
 */
class DeclaredElectionsTests {

	private final DeclaredElections declared = new DeclaredElections();

	DeclaredElectionsTests() {
		this.declared.add("settlement");
		this.declared.add("reports/daily");
		this.declared.add("tenant/*");
	}

	@Test
	void tellsNamesFromPatterns() {
		assertThat(this.declared.names()).containsExactly("reports/daily", "settlement");
		assertThat(this.declared.patterns()).containsExactly("tenant/*");
	}

	@Test
	void joinsWhatIsKnownBeforeAnyCall() {
		FakeElections elections = new FakeElections();
		this.declared.joinAll(elections);
		assertThat(elections.all()).extracting(LeaderElection::name).containsExactly("reports/daily", "settlement");
	}

	@Test
	void findsConfiguredNamesThatNothingUses() {
		List<String> configured = List.of("settlement", "setlement", "tenant/acme", "tenant/*", "reports/*",
				"customer/*", "imports");
		assertThat(this.declared.unused(configured, List.of("imports"))).containsExactly("setlement", "customer/*");
	}

	@Test
	void aPatternUsesWhatWasJoinedOtherwise() {
		assertThat(this.declared.unused(List.of("imports/*"), List.of("imports/csv"))).isEmpty();
	}

}
