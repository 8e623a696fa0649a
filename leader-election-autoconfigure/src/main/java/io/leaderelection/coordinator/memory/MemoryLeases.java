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

package io.leaderelection.coordinator.memory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

import io.leaderelection.coordinator.Session;

/**
 * Sessions and when they end. An expired session lives until it is collected.
 */
final class MemoryLeases {

	private final LongSupplier nanoTime;

	private final Map<String, Session> sessions = new LinkedHashMap<>();

	private final Map<String, Long> deadlines = new LinkedHashMap<>();

	MemoryLeases(LongSupplier nanoTime) {
		this.nanoTime = nanoTime;
	}

	/**
	 * Copy the sessions, with the full time-to-live ahead of each.
	 * @return the copy
	 */
	MemoryLeases renewedCopy() {
		MemoryLeases copy = new MemoryLeases(this.nanoTime);
		this.sessions.values().forEach(copy::add);
		return copy;
	}

	void add(Session session) {
		this.sessions.put(session.id(), session);
		renew(session.id(), session.ttl());
	}

	void renew(String id, Duration ttl) {
		this.deadlines.put(id, this.nanoTime.getAsLong() + ttl.toNanos());
	}

	boolean remove(String id) {
		this.deadlines.remove(id);
		return this.sessions.remove(id) != null;
	}

	boolean contains(String id) {
		return this.sessions.containsKey(id);
	}

	boolean isExpired(String id) {
		Long deadline = this.deadlines.get(id);
		return deadline != null && this.nanoTime.getAsLong() - deadline >= 0;
	}

	List<String> expired() {
		return this.sessions.keySet().stream().filter(this::isExpired).toList();
	}

	List<Session> all() {
		return new ArrayList<>(this.sessions.values());
	}

	boolean isEmpty() {
		return this.sessions.isEmpty();
	}

}
