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

import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

import io.leaderelection.ElectionObservation;
import io.leaderelection.ElectionStatus;
import io.leaderelection.FencingToken;
import io.leaderelection.ObservedLeader;
import io.leaderelection.ObservedPause;
import io.leaderelection.Revocation;
import io.leaderelection.actuate.ElectionDescription.HoldBackDescription;
import io.leaderelection.actuate.ElectionDescription.LeaderDescription;
import io.leaderelection.actuate.ElectionDescription.PauseDescription;
import io.leaderelection.actuate.ElectionDescription.RevocationDescription;
import io.leaderelection.coordinator.HistoryEntry;
import org.jspecify.annotations.Nullable;

/**
 * Composition of what an instance knows of an election with the latest terms that the
 * coordinator keeps.
 *
 * @param instance the identity of the instance
 * @param status what it knows
 * @param history the latest terms, latest first; empty if not known
 */
record ElectionPortrait(String instance, ElectionStatus status, List<HistoryEntry> history) {

	ElectionDescription describe() {
		ElectionObservation seen = this.status.observation();
		FencingToken token = this.status.token();
		long observed = (seen != null) ? seen.term() : 0;
		return new ElectionDescription(this.status.election(), this.status.state(), this.status.suspected(),
				(token != null) ? Math.max(token.term(), observed) : observed, leader(this.status.leader()),
				(token != null) ? this.status.remaining().truncatedTo(ChronoUnit.MILLIS) : null, holdBack(),
				pause((seen != null) ? seen.pause() : null), (seen != null) ? seen.successor() : null,
				(seen != null) ? seen.candidates() : Map.of(), lastRevocation(observed), this.status.lastError(),
				(seen != null) ? seen.at() : null);
	}

	private @Nullable LeaderDescription leader(@Nullable ObservedLeader leader) {
		return (leader != null) ? new LeaderDescription(leader.instance(), leader.instance().equals(this.instance),
				leader.term(), leader.since(), leader.metadata()) : null;
	}

	private @Nullable HoldBackDescription holdBack() {
		return (this.status.holdBack() != null)
				? new HoldBackDescription(this.status.holdBack(), this.status.holdBackDetail()) : null;
	}

	private static @Nullable PauseDescription pause(@Nullable ObservedPause pause) {
		return (pause != null) ? new PauseDescription(pause.actor(), pause.reason(), pause.since(), pause.term())
				: null;
	}

	/**
	 * The instance that held a term knows best why it ended; of other terms the history
	 * tells, unless it is newer than what the instance has seen.
	 */
	private @Nullable RevocationDescription lastRevocation(long observed) {
		Revocation own = this.status.lastRevocation();
		ObservedLeader leader = this.status.leader();
		long current = (leader != null) ? leader.term() : Long.MAX_VALUE;
		HistoryEntry ended = this.history.stream()
			.filter((entry) -> entry.kind() == HistoryEntry.Kind.GRANTED)
			.filter((entry) -> entry.ended() != null || (entry.term() <= observed && entry.term() != current))
			.findFirst()
			.orElse(null);
		if (own != null && (ended == null || ended.term() <= own.token().term())) {
			return describe(own, (ended != null && ended.grantId().equals(own.token().grantId())) ? ended : null);
		}
		return (ended != null) ? describe(ended) : null;
	}

	/**
	 * What was noted of an ordered end is said by every instance, also by the one that
	 * was ordered.
	 */
	private RevocationDescription describe(Revocation own, @Nullable HistoryEntry noted) {
		String ordered = (noted != null && own.reason().name().equals(noted.endReason())) ? noted.reason() : null;
		return new RevocationDescription(own.token().term(), this.instance, own.reason().name(),
				(ordered != null) ? ordered : own.detail(), (noted != null) ? noted.actor() : null, own.at());
	}

	private static RevocationDescription describe(HistoryEntry ended) {
		return new RevocationDescription(ended.term(), ended.instance(),
				(ended.endReason() != null) ? ended.endReason() : TermDescription.LOST,
				(ended.endReason() != null) ? ended.reason() : "Its lease ended, and nobody gave it up", ended.actor(),
				ended.ended());
	}

}
