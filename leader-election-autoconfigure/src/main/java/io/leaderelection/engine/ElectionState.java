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

import java.util.List;

import io.leaderelection.LeaderState;
import org.jspecify.annotations.Nullable;

/**
 * State of one election on one instance.
 *
 * @param phase the phase
 * @param lease the lease, or {@code null} if there is none
 * @param suspicion the doubt about lease and grant, or {@code null}
 * @param knowledge what is known from the coordinator
 * @param restraints why this instance holds back
 * @param unsettled the attempt that may still be applied, or {@code null}
 * @param releases the own records that are to be deleted
 * @param candidacy the entry among the candidates
 */
record ElectionState(Phase phase, @Nullable Lease lease, @Nullable Suspicion suspicion, Knowledge knowledge,
		Restraints restraints, @Nullable Attempt unsettled, List<Release> releases, Candidacy candidacy) {

	static final ElectionState INITIAL = new ElectionState(new Phase.Stopped(), null, null, Knowledge.NONE,
			Restraints.NONE, null, List.of(), Candidacy.NONE);

	ElectionState {
		releases = List.copyOf(releases);
	}

	/**
	 * Return the term that was won, announced or not.
	 * @return the term, or {@code null}
	 */
	@Nullable Holding holding() {
		if (this.phase instanceof Phase.Sealing sealing) {
			return sealing.holding();
		}
		return announced();
	}

	/**
	 * Return the term that was announced and has not ended.
	 * @return the term, or {@code null}
	 */
	@Nullable Holding announced() {
		if (this.phase instanceof Phase.Leading leading) {
			return leading.holding();
		}
		return (this.phase instanceof Phase.Draining draining) ? draining.holding() : null;
	}

	LeaderState leaderState() {
		if (this.phase instanceof Phase.Leading) {
			return (this.suspicion != null) ? LeaderState.SUSPECT : LeaderState.LEADER;
		}
		if (this.phase instanceof Phase.Draining) {
			return LeaderState.DRAINING;
		}
		if (this.phase instanceof Phase.Sealing) {
			return LeaderState.SEALING;
		}
		if (this.phase instanceof Phase.Campaigning) {
			return LeaderState.CAMPAIGNING;
		}
		return (this.phase instanceof Phase.Stopped) ? LeaderState.STOPPED : LeaderState.FOLLOWER;
	}

	ElectionState with(Phase value) {
		return new ElectionState(value, this.lease, this.suspicion, this.knowledge, this.restraints, this.unsettled,
				this.releases, this.candidacy);
	}

	ElectionState withLease(@Nullable Lease value) {
		return new ElectionState(this.phase, value, this.suspicion, this.knowledge, this.restraints, this.unsettled,
				this.releases, this.candidacy);
	}

	ElectionState withSuspicion(@Nullable Suspicion value) {
		return new ElectionState(this.phase, this.lease, value, this.knowledge, this.restraints, this.unsettled,
				this.releases, this.candidacy);
	}

	ElectionState with(Knowledge value) {
		return new ElectionState(this.phase, this.lease, this.suspicion, value, this.restraints, this.unsettled,
				this.releases, this.candidacy);
	}

	ElectionState with(Restraints value) {
		return new ElectionState(this.phase, this.lease, this.suspicion, this.knowledge, value, this.unsettled,
				this.releases, this.candidacy);
	}

	ElectionState withUnsettled(@Nullable Attempt value) {
		return new ElectionState(this.phase, this.lease, this.suspicion, this.knowledge, this.restraints, value,
				this.releases, this.candidacy);
	}

	ElectionState with(List<Release> value) {
		return new ElectionState(this.phase, this.lease, this.suspicion, this.knowledge, this.restraints,
				this.unsettled, value, this.candidacy);
	}

	ElectionState with(Candidacy value) {
		return new ElectionState(this.phase, this.lease, this.suspicion, this.knowledge, this.restraints,
				this.unsettled, this.releases, value);
	}

}
