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

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.coordinator.HistoryEntry;
import org.jspecify.annotations.Nullable;

/**
 * Change from one leader to the next.
 *
 * @param term the term of the next leader
 * @param from the instance that led before
 * @param to the instance that led next
 * @param at when the next term was granted
 * @param millis how long nobody led, in milliseconds, or {@code null} if the end of the
 * former term is not known
 * @param estimated whether the former leader gave nothing up, so that its lease had to
 * run out: it is then taken to have led until the last renewal
 */
record Failover(long term, @Nullable String from, @Nullable String to, Instant at, @Nullable Long millis,
		boolean estimated) {

	/**
	 * Find the changes in a history. Times in which the election was paused are left out,
	 * as somebody wanted them.
	 * @param terms the terms, latest first
	 * @param ttl the time-to-live of the leases
	 * @return the changes, latest first
	 */
	static List<Failover> in(List<TermSpan> terms, Duration ttl) {
		List<Failover> found = new ArrayList<>();
		TermSpan next = null;
		for (TermSpan term : terms) {
			if (term.kind() == HistoryEntry.Kind.PAUSED) {
				next = null;
			}
			else if (term.granted()) {
				if (next != null) {
					found.add(between(term, next, ttl));
				}
				next = term;
			}
		}
		return found;
	}

	// The clocks of two machines may differ, so that the next one seems to begin first.
	private static Failover between(TermSpan former, TermSpan next, Duration ttl) {
		Instant ended = former.ended();
		Long millis = null;
		if (ended != null) {
			Duration gap = Duration.between(ended, next.began());
			millis = (gap.isNegative() ? Duration.ZERO : gap).plus(former.noted() ? Duration.ZERO : ttl).toMillis();
		}
		return new Failover(next.term(), former.instance(), next.instance(), next.began(), millis, !former.noted());
	}

}
