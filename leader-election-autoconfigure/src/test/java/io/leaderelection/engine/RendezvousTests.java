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

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Rendezvous}.
 */
class RendezvousTests {

	private static final Set<String> CANDIDATES = Set.of("a", "b", "c", "d", "e");

	@Test
	void candidatesAgreeOnTheOrder() {
		Set<Integer> ranks = new HashSet<>();
		CANDIDATES.forEach((candidate) -> ranks.add(Rendezvous.rank("settlement", 7, candidate, CANDIDATES)));
		assertThat(ranks).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
	}

	@Test
	void leadersSpreadOverElectionsAndTerms() {
		Map<String, Integer> firsts = new HashMap<>();
		for (int election = 0; election < 500; election++) {
			for (String candidate : CANDIDATES) {
				if (Rendezvous.rank("election-" + election, 1, candidate, CANDIDATES) == 0) {
					firsts.merge(candidate, 1, Integer::sum);
				}
			}
		}
		assertThat(firsts.values()).hasSize(5).allSatisfy((count) -> assertThat(count).isBetween(60, 140));
	}

}
