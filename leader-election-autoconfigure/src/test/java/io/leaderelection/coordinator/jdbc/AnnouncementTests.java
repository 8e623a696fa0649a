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

package io.leaderelection.coordinator.jdbc;

import java.util.List;

import io.leaderelection.coordinator.WatchEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Announcement}.
 */
class AnnouncementTests {

	@Test
	void tellsAuthorVacanciesAndNamespace() {
		assertThat(Announcement.parse("1f 2 settlement 7 shard/1 8 orders")).isEqualTo(new Announcement("orders", "1f",
				List.of(new WatchEvent.Vacated("settlement", 7), new WatchEvent.Vacated("shard/1", 8))));
	}

	@ParameterizedTest
	@ValueSource(strings = { "orders", "1 2", " orders ", "the orders\nof  2026" })
	void namespaceMayContainAnything(String namespace) {
		assertThat(Announcement.parse("1f 0 " + namespace)).isEqualTo(new Announcement(namespace, "1f", List.of()));
		assertThat(Announcement.parse("1f 1 a 7 " + namespace).namespace()).isEqualTo(namespace);
	}

	@Test
	void moreVacanciesThanAnInstanceTellsAreNotRead() {
		assertThat(Announcement.parse("1f 16 " + "a 7 ".repeat(16) + "orders").vacancies()).hasSize(16);
		assertThat(Announcement.parse("1f 17 " + "a 7 ".repeat(17) + "orders").vacancies()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "orders", "the orders of 2026", "1f 1 orders", "1f 1 a b orders", "1f -1 orders",
			"1f 2147483647 orders", "1f 99999999999 a 7 orders" })
	void textOfAnotherFormIsTakenForANamespace(String text) {
		assertThat(Announcement.parse(text)).isEqualTo(new Announcement(text, "", List.of()));
	}

}
