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

package io.leaderelection.coordinator.etcd;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

import io.etcd.jetcd.api.KeyValue;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.TermRecord;
import io.leaderelection.coordinator.UnreadableRecordException;
import org.jspecify.annotations.Nullable;

/**
 * What is stored of one election, except for its history. Not thread-safe.
 */
final class StoredElection {

	private final String election;

	private final Map<EtcdKeys.Part, KeyValue> parts = new EnumMap<>(EtcdKeys.Part.class);

	private final Map<String, KeyValue> candidates = new HashMap<>();

	StoredElection(String election) {
		this.election = election;
	}

	void put(EtcdKeys.Location location, KeyValue stored) {
		if (location.part() == EtcdKeys.Part.CANDIDATE) {
			this.candidates.put(location.instance(), stored);
		}
		else {
			this.parts.put(location.part(), stored);
		}
	}

	void remove(EtcdKeys.Location location) {
		if (location.part() == EtcdKeys.Part.CANDIDATE) {
			this.candidates.remove(location.instance());
		}
		else {
			this.parts.remove(location.part());
		}
	}

	/**
	 * Return the state as the engine sees it.
	 * @param revision the revision at which all of it was true
	 * @return the view
	 * @throws UnreadableRecordException if a value is none that this version writes
	 */
	ElectionView toView(long revision) {
		TermRecord term = find(EtcdKeys.Part.TERM, EtcdRecords::toTerm);
		Map<String, Map<String, String>> metadata = new HashMap<>();
		this.candidates.forEach((instance, stored) -> metadata.put(instance, EtcdRecords.toCandidate(stored)));
		return new ElectionView(this.election, revision, find(EtcdKeys.Part.LEADER, EtcdRecords::toLeader),
				(term != null) ? term : TermRecord.NONE, find(EtcdKeys.Part.PAUSED, EtcdRecords::toPause),
				find(EtcdKeys.Part.SUCCESSOR, EtcdRecords::toSuccessor), metadata);
	}

	private <T> @Nullable T find(EtcdKeys.Part part, Function<KeyValue, T> reader) {
		KeyValue stored = this.parts.get(part);
		return (stored != null) ? reader.apply(stored) : null;
	}

}
