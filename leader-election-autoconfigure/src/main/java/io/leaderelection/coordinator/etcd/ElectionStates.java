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

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.KeyValue;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.UnreadableRecordException;
import org.jspecify.annotations.Nullable;

/**
 * What a watch knows of all elections: the latest list, and the events since. Not
 * thread-safe.
 */
final class ElectionStates {

	private final EtcdKeys keys;

	private final Map<String, StoredElection> elections = new HashMap<>();

	private final Consumer<String> complaints;

	private long applied;

	/**
	 * Create states.
	 * @param keys the layout of the keys
	 * @param complaints told of elections with an unreadable record, which are left out
	 */
	ElectionStates(EtcdKeys keys, Consumer<String> complaints) {
		this.keys = keys;
		this.complaints = complaints;
	}

	/**
	 * Return the revision up to which everything was applied. Only lists and events move
	 * it, never a heartbeat: before etcd 3.5.8 its answer could run ahead of events.
	 * @return the revision
	 */
	long applied() {
		return this.applied;
	}

	void clear() {
		this.elections.clear();
		this.applied = 0;
	}

	/**
	 * Take a list over, unless the events are ahead of it.
	 * @param stored all keys
	 * @param revision the revision of the list
	 * @return the elections, those included that exist no more, or {@code null} if the
	 * events are ahead
	 */
	@Nullable List<ElectionView> replace(Collection<KeyValue> stored, long revision) {
		if (revision < this.applied) {
			return null;
		}
		Set<String> names = new LinkedHashSet<>(this.elections.keySet());
		this.elections.clear();
		for (KeyValue value : stored) {
			EtcdKeys.Location location = this.keys.locate(value.getKey());
			if (location != null) {
				election(location.election()).put(location, value);
				names.add(location.election());
			}
		}
		this.applied = revision;
		return views(names, revision);
	}

	/**
	 * Apply events in their order, those left out that were applied already.
	 * @param events the events
	 * @return the elections that changed
	 */
	List<ElectionView> apply(List<Event> events) {
		Set<String> changed = new LinkedHashSet<>();
		long revision = this.applied;
		for (Event event : events) {
			EtcdKeys.Location location = this.keys.locate(event.getKv().getKey());
			if (event.getKv().getModRevision() <= this.applied) {
				continue;
			}
			revision = Math.max(revision, event.getKv().getModRevision());
			if (location == null) {
				continue;
			}
			if (event.getType() == Event.EventType.DELETE) {
				election(location.election()).remove(location);
			}
			else {
				election(location.election()).put(location, event.getKv());
			}
			changed.add(location.election());
		}
		this.applied = revision;
		return views(changed, revision);
	}

	private StoredElection election(String name) {
		return this.elections.computeIfAbsent(name, StoredElection::new);
	}

	private List<ElectionView> views(Set<String> names, long revision) {
		List<ElectionView> views = new ArrayList<>();
		for (String name : names) {
			try {
				StoredElection stored = this.elections.get(name);
				views.add((stored != null) ? stored.toView(revision) : ElectionView.empty(name, revision));
			}
			catch (UnreadableRecordException ex) {
				this.complaints.accept(String.valueOf(ex.getMessage()));
			}
		}
		return views;
	}

}
