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

import java.util.ArrayList;
import java.util.List;

import io.leaderelection.coordinator.WatchEvent;

/**
 * What a notification tells. On the wire it is the author, the number of vacancies,
 * election and term of each, and the namespace, which alone may contain blanks. A text of
 * another form is taken for the name of a namespace.
 *
 * @param namespace the namespace that changed
 * @param author who changed it
 * @param vacancies the elections whose leader is gone since, not all of them if there are
 * many
 */
record Announcement(String namespace, String author, List<WatchEvent.Vacated> vacancies) {

	/**
	 * Most vacancies that a notification tells: it has at most 8000 bytes, an election's
	 * name 200.
	 */
	static final int MOST_VACANCIES = 16;

	Announcement {
		vacancies = List.copyOf(vacancies);
	}

	static Announcement parse(String text) {
		try {
			String[] head = text.split(" ", 3);
			int count = Integer.parseInt(head[1]);
			if (count > MOST_VACANCIES) {
				return unknown(text);
			}
			String[] parts = head[2].split(" ", 2 * count + 1);
			List<WatchEvent.Vacated> vacancies = new ArrayList<>();
			for (int i = 0; i < count; i++) {
				vacancies.add(new WatchEvent.Vacated(parts[2 * i], Long.parseLong(parts[2 * i + 1])));
			}
			return new Announcement(parts[2 * count], head[0], vacancies);
		}
		catch (NumberFormatException | IndexOutOfBoundsException ex) {
			return unknown(text);
		}
	}

	private static Announcement unknown(String text) {
		return new Announcement(text, "", List.of());
	}

}
