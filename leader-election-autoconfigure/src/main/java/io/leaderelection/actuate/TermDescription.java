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

import java.time.Instant;

import io.leaderelection.coordinator.HistoryEntry;
import org.jspecify.annotations.Nullable;

/**
 * Description of a term in the history of an election.
 *
 * @param term the term
 * @param kind how it came about: granted to a candidate, or burned by an order
 * @param instance the holder, or {@code null} for a burned term
 * @param grantId the unique identifier of the grant, as fences remember it
 * @param began when it began
 * @param ended when its end was noted, or {@code null}; a term burned by a release, or to
 * raise the term, is over as it begins
 * @param endReason why it ended, or {@code null}; {@code LOST} if it is over, as a later
 * term exists, and nobody noted its end
 * @param by who ordered the beginning of a burned term or the end, or {@code null}
 * @param reason why it was ordered, or {@code null}
 */
public record TermDescription(long term, HistoryEntry.Kind kind, @Nullable String instance, String grantId,
		Instant began, @Nullable Instant ended, @Nullable String endReason, @Nullable String by,
		@Nullable String reason) {

	/**
	 * Why a term is over whose end nobody noted, as when its holder died or was cut off.
	 */
	static final String LOST = "LOST";

	/**
	 * Describe a term.
	 * @param entry what the history tells of it
	 * @param latest whether no later term is known
	 * @return the description
	 */
	static TermDescription of(HistoryEntry entry, boolean latest) {
		boolean lost = !latest && entry.kind() == HistoryEntry.Kind.GRANTED && entry.ended() == null;
		return new TermDescription(entry.term(), entry.kind(), entry.instance(), entry.grantId(), entry.began(),
				isMoment(entry.kind()) ? entry.began() : entry.ended(), lost ? LOST : entry.endReason(), entry.actor(),
				entry.reason());
	}

	private static boolean isMoment(HistoryEntry.Kind kind) {
		return kind == HistoryEntry.Kind.RELEASED || kind == HistoryEntry.Kind.RAISED;
	}

}
