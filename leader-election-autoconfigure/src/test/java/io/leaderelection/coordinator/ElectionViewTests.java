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

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link ElectionView}.
 */
class ElectionViewTests {

	@Test
	void candidatesKeepTheirOrder() {
		List<String> instances = List.of("z", "b", "y", "a", "x", "c", "w");
		Map<String, Map<String, String>> candidates = new LinkedHashMap<>();
		instances.forEach((instance) -> candidates.put(instance, Map.of()));
		ElectionView view = new ElectionView("settlement", 1, null, TermRecord.NONE, null, null, candidates);
		assertThat(view.candidates().keySet()).containsExactlyElementsOf(instances);
	}

	@Test
	void candidatesAreImmutable() {
		Map<String, Map<String, String>> candidates = new LinkedHashMap<>();
		ElectionView view = new ElectionView("settlement", 1, null, TermRecord.NONE, null, null, candidates);
		candidates.put("late", Map.of());
		assertThat(view.candidates()).isEmpty();
		assertThatExceptionOfType(UnsupportedOperationException.class)
			.isThrownBy(() -> view.candidates().put("late", Map.of()));
	}

}
