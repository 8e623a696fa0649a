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

package io.leaderelection.engine;

import io.leaderelection.ElectionObservation;
import io.leaderelection.ObservedPause;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.PauseRecord;
import org.jspecify.annotations.Nullable;

/**
 * What an instance knows of an election from the coordinator.
 *
 * @param view the latest state seen, or {@code null}
 * @param seen when that state was adopted, or {@code null}
 * @param vacantSince when it was first seen that nobody leads, or {@code null}
 * @param predecessor the instance that was last seen to lead, or {@code null}
 * @param stale whether an answer has shown that the state is out of date
 * @param wanted since when a read is wanted, or {@code null}; only one that is sent then
 * or later satisfies the want
 * @param reading when the latest unanswered read was sent, or {@code null}
 * @param failedReads how many reads failed since the last one that succeeded
 * @param silent whether the watch cannot be relied upon at present
 * @param highestTerm the greatest term seen since the last restore
 * @param floor the greatest term seen before it
 * @param lineage the identity of the coordinator's data, or {@code null}
 */
record Knowledge(@Nullable ElectionView view, @Nullable Moment seen, @Nullable Moment vacantSince,
		@Nullable String predecessor, boolean stale, @Nullable Moment wanted, @Nullable Moment reading, int failedReads,
		boolean silent, long highestTerm, long floor, @Nullable String lineage) {

	static final Knowledge NONE = new Knowledge(null, null, null, null, false, null, null, 0, false, 0, 0, null);

	/**
	 * Return the knowledge after a newer state was seen. A term counter that went back
	 * proves a restore, whether the coordinator noticed it or not.
	 * @param adopted the state
	 * @param now the present
	 * @return the knowledge
	 */
	Knowledge adopting(ElectionView adopted, Moment now) {
		Moment vacant = (adopted.leader() != null) ? null : (this.vacantSince != null) ? this.vacantSince : now;
		String last = (adopted.leader() != null) ? adopted.leader().instance() : this.predecessor;
		long term = adopted.term().value();
		long remembered = (term < this.highestTerm) ? Math.max(this.floor, this.highestTerm) : this.floor;
		return new Knowledge(adopted, now, vacant, last, false, this.wanted, this.reading, this.failedReads,
				this.silent, Math.max(this.highestTerm, term), remembered, this.lineage);
	}

	Knowledge withStale() {
		return new Knowledge(this.view, this.seen, this.vacantSince, this.predecessor, true, this.wanted, this.reading,
				this.failedReads, this.silent, this.highestTerm, this.floor, this.lineage);
	}

	Knowledge withReading(@Nullable Moment wantedSince, @Nullable Moment sent) {
		return new Knowledge(this.view, this.seen, this.vacantSince, this.predecessor, this.stale, wantedSince, sent,
				this.failedReads, this.silent, this.highestTerm, this.floor, this.lineage);
	}

	Knowledge withFailedReads(int count) {
		return new Knowledge(this.view, this.seen, this.vacantSince, this.predecessor, this.stale, this.wanted,
				this.reading, count, this.silent, this.highestTerm, this.floor, this.lineage);
	}

	Knowledge withSilent(boolean value) {
		return new Knowledge(this.view, this.seen, this.vacantSince, this.predecessor, this.stale, this.wanted,
				this.reading, this.failedReads, value, this.highestTerm, this.floor, this.lineage);
	}

	Knowledge withTerm(long term) {
		return new Knowledge(this.view, this.seen, this.vacantSince, this.predecessor, this.stale, this.wanted,
				this.reading, this.failedReads, this.silent, Math.max(this.highestTerm, term), this.floor,
				this.lineage);
	}

	Knowledge withLineage(String known) {
		return new Knowledge(this.view, this.seen, this.vacantSince, this.predecessor, this.stale, this.wanted,
				this.reading, this.failedReads, this.silent, this.highestTerm, this.floor, known);
	}

	/**
	 * Return the latest state seen, as users see it.
	 * @return the observation, or {@code null} if nothing was seen
	 */
	@Nullable ElectionObservation observation() {
		if (this.view == null || this.seen == null) {
			return null;
		}
		LeaderRecord leader = this.view.leader();
		PauseRecord pause = this.view.pause();
		return new ElectionObservation(this.view.term().value(), (leader != null) ? leader.toObserved() : null,
				(pause != null) ? new ObservedPause(pause.actor(), pause.reason(), pause.since(), pause.term()) : null,
				this.view.successor(), this.view.candidates(), this.seen.wallTime());
	}

	/**
	 * Return what remains after the coordinator lost part of its past: only the greatest
	 * term, which no new term may fall short of.
	 * @return the knowledge
	 */
	Knowledge afterRestore() {
		return new Knowledge(null, null, null, null, false, null, null, 0, false, 0,
				Math.max(this.floor, this.highestTerm), null);
	}

}
