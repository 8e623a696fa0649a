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

import java.time.Duration;

import io.leaderelection.FencingToken;
import io.leaderelection.Leadership;
import io.leaderelection.NotLeaderException;
import io.leaderelection.Revocation;

/**
 * Leadership that was granted to this instance, judged by the election's snapshot at each
 * call.
 */
final class GrantedTerm implements Leadership {

	private final FencingToken token;

	private final ParticipatingElection election;

	GrantedTerm(FencingToken token, ParticipatingElection election) {
		this.token = token;
		this.election = election;
	}

	@Override
	public FencingToken token() {
		return this.token;
	}

	@Override
	public boolean isValid() {
		Snapshot snapshot = this.election.snapshot();
		Deadline valid = snapshot.valid();
		return snapshot.term() == this && valid != null && this.election.isAhead(valid);
	}

	@Override
	public void ensureValid() {
		if (!isValid()) {
			throw new NotLeaderException(this.token, whyNot(this.election.snapshot()));
		}
	}

	@Override
	public Duration remaining() {
		Snapshot snapshot = this.election.snapshot();
		Lease lease = snapshot.state().lease();
		if (snapshot.term() != this || lease == null) {
			return Duration.ZERO;
		}
		Suspicion suspicion = snapshot.state().suspicion();
		Deadline deadline = (suspicion != null) ? suspicion.deadline() : lease.deadline();
		return deadline.remaining(this.election.nanoTime());
	}

	@Override
	public String toString() {
		return "Leadership[" + this.token + "]";
	}

	private String whyNot(Snapshot snapshot) {
		Suspicion suspicion = snapshot.state().suspicion();
		if (snapshot.term() == this && suspicion != null) {
			return "it cannot be told whether the grant still holds (" + suspicion.cause() + ")";
		}
		if (snapshot.term() == this) {
			return "the local deadline has passed or the clocks moved apart";
		}
		Revocation last = snapshot.lastRevocation();
		return (last != null && last.token().equals(this.token)) ? "the term ended: " + last.detail()
				: "the term is over";
	}

}
