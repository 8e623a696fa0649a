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

import java.time.Instant;

import io.leaderelection.ControlRequest;
import org.jspecify.annotations.Nullable;

/**
 * One term in the history of an election.
 *
 * @param election the name of the election
 * @param term the term
 * @param kind how the term came about
 * @param grantId the grant id; burned terms have one too
 * @param instance the holder, or {@code null} for a burned term
 * @param began when the term began
 * @param ended when its end was noted, or {@code null}; not before the beginning
 * @param endReason why it ended, or {@code null}
 * @param actor who ordered the beginning (of a burned term) or the end, or {@code null}
 * @param reason the actor's reason, or {@code null}
 */
public record HistoryEntry(String election, long term, Kind kind, String grantId, @Nullable String instance,
		Instant began, @Nullable Instant ended, @Nullable String endReason, @Nullable String actor,
		@Nullable String reason) {

	/**
	 * Create an entry.
	 */
	public HistoryEntry {
		// The beginning may be noted by another instance, whose clock is ahead, or later
		// than an order that had to wait for its turn.
		ended = (ended != null && ended.isBefore(began)) ? began : ended;
	}

	/**
	 * Return the entry of a pause that is over: whose pause it was stays, and who ended
	 * it stands in the reason of its end.
	 * @param election the name of the election
	 * @param pause the pause
	 * @param when when it ended
	 * @param request who ended it and why
	 * @return the entry
	 */
	public static HistoryEntry resumed(String election, PauseRecord pause, Instant when, ControlRequest request) {
		return new HistoryEntry(election, pause.term(), Kind.PAUSED, pause.grantId(), null, pause.since(), when,
				"RESUMED by %s: %s".formatted(request.actor(), request.reason()), pause.actor(), pause.reason());
	}

	/**
	 * Ways in which a term comes about.
	 */
	public enum Kind {

		/**
		 * Won by a candidate.
		 */
		GRANTED,

		/**
		 * Burned by a pause.
		 */
		PAUSED,

		/**
		 * Burned by a forced release.
		 */
		RELEASED,

		/**
		 * Skipped to because a fence remembered a higher term.
		 */
		RAISED

	}

}
