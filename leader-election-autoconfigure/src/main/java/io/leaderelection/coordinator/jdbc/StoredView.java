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

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.UnreadableRecordException;
import org.jspecify.annotations.Nullable;

/**
 * Row of a view: an election, if there is any, with one of its candidates, if it has any.
 *
 * @param revision the revision of the namespace
 * @param name the name of the election, or {@code null} if there is none
 * @param changed the revision of the election
 * @param election the election, or {@code null} if there is none or it is unreadable
 * @param candidate the name of a candidate, or {@code null}
 * @param metadata the metadata of the candidate
 * @param fault what is unreadable, or {@code null}
 */
record StoredView(long revision, @Nullable String name, long changed, @Nullable StoredElection election,
		@Nullable String candidate, Map<String, String> metadata, @Nullable String fault) {

	static StoredView read(ResultSet row) throws SQLException {
		long revision = row.getLong("namespace_revision");
		String name = row.getString("election");
		if (name == null) {
			return new StoredView(revision, null, 0, null, null, Map.of(), null);
		}
		long changed = row.getLong("election_revision");
		try {
			String candidate = row.getString("candidate");
			return new StoredView(revision, name, changed, StoredElection.read(row), candidate,
					(candidate != null) ? StoredElection.metadata(row, "candidate_metadata") : Map.of(), null);
		}
		catch (UnreadableRecordException ex) {
			return new StoredView(revision, name, changed, null, null, Map.of(), ex.getMessage());
		}
	}

	/**
	 * Return the elections that can be read, none of which suffers from the others.
	 * @param rows the rows
	 * @return the elections, in the order of the rows
	 */
	static List<ElectionView> readable(List<StoredView> rows) {
		Map<String, StoredView> elections = new LinkedHashMap<>();
		Map<String, Map<String, Map<String, String>>> candidates = new HashMap<>();
		for (StoredView row : rows) {
			if (row.name() != null) {
				elections.merge(row.name(), row, (first, next) -> (next.election() != null) ? first : next);
				row.addTo(candidates.computeIfAbsent(row.name(), (name) -> new TreeMap<>()));
			}
		}
		List<ElectionView> views = new ArrayList<>();
		elections.forEach((name, row) -> {
			if (row.election() != null) {
				views.add(row.election().toView(row.changed(), candidates.getOrDefault(name, Map.of())));
			}
		});
		return views;
	}

	/**
	 * Return the elections that cannot be read.
	 * @param rows the rows
	 * @return what is unreadable of each, by name
	 */
	static Map<String, String> unreadable(List<StoredView> rows) {
		Map<String, String> faults = new LinkedHashMap<>();
		for (StoredView row : rows) {
			if (row.name() != null && row.fault() != null) {
				faults.putIfAbsent(row.name(), row.fault());
			}
		}
		return faults;
	}

	private void addTo(Map<String, Map<String, String>> candidates) {
		if (this.candidate != null) {
			candidates.put(this.candidate, this.metadata);
		}
	}

}
