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

package io.leaderelection.console;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.leaderelection.LeaderChangedEvent;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ApplicationListener;

/**
 * When this instance saw leaders go. The history does not tell the end of a term whose
 * leader died; whoever watched saw it as the lease ended. Safe for use by several
 * threads.
 */
public final class LeaderSightings implements ApplicationListener<LeaderChangedEvent> {

	private static final int TERMS = 100;

	private final Map<String, Map<Long, Instant>> ends = new ConcurrentHashMap<>();

	@Override
	public void onApplicationEvent(LeaderChangedEvent event) {
		event.getPrevious().ifPresent((gone) -> {
			Map<Long, Instant> terms = this.ends.computeIfAbsent(event.getElection().name(),
					(name) -> Collections.synchronizedMap(new LastEnds()));
			terms.putIfAbsent(gone.term(), event.getAt());
		});
	}

	@Override
	public boolean supportsAsyncExecution() {
		return false;
	}

	/**
	 * Return when the leader of a term was seen to go.
	 * @param election the name of the election
	 * @param term the term
	 * @return the time, or {@code null} if that was not seen
	 */
	@Nullable Instant end(String election, long term) {
		return this.ends.getOrDefault(election, Map.of()).get(term);
	}

	/**
	 * Ends of the last terms of one election.
	 */
	private static final class LastEnds extends LinkedHashMap<Long, Instant> {

		private static final long serialVersionUID = 1L;

		@Override
		protected boolean removeEldestEntry(Map.Entry<Long, Instant> eldest) {
			return size() > TERMS;
		}

	}

}
