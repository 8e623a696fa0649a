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

import java.util.List;

import io.leaderelection.actuate.Inquiries.History;
import io.leaderelection.coordinator.HistoryEntry;
import org.jspecify.annotations.Nullable;

/**
 * The last terms of an election, as the coordinator keeps them.
 *
 * @param terms the terms, latest first
 * @param error why they could not be read, or {@code null}
 */
public record ElectionTerms(List<TermDescription> terms, @Nullable String error) {

	public ElectionTerms {
		terms = List.copyOf(terms);
	}

	static ElectionTerms of(History history) {
		List<HistoryEntry> entries = history.entries();
		long latest = entries.stream().mapToLong(HistoryEntry::term).max().orElse(0);
		return new ElectionTerms(
				entries.stream().map((entry) -> TermDescription.of(entry, entry.term() == latest)).toList(),
				history.error());
	}

}
