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
import java.util.Map;

import io.leaderelection.FencingToken;
import io.leaderelection.ObservedLeader;

/**
 * Leader record of an election as the coordinator keeps it. It is never rewritten, so its
 * version together with the grant id identifies a grant.
 *
 * @param election the name of the election
 * @param term the term
 * @param grantId the nonce of the campaign that won
 * @param instance the identity of the leading instance
 * @param sessionId the session that the record lives under
 * @param version the coordinator's version of the record
 * @param since when the term was won, by the winner's wall clock
 * @param metadata what the leading instance tells about itself
 */
public record LeaderRecord(String election, long term, String grantId, String instance, String sessionId, long version,
		Instant since, Map<String, String> metadata) {

	public LeaderRecord {
		metadata = Map.copyOf(metadata);
	}

	/**
	 * Return the fencing token of the grant.
	 * @return the token
	 */
	public FencingToken token() {
		return new FencingToken(this.election, this.term, this.grantId);
	}

	/**
	 * Return whether the other record is of the same grant.
	 * @param other the other record
	 * @return whether version and grant id are the same
	 */
	public boolean sameGrant(LeaderRecord other) {
		return this.version == other.version && this.grantId.equals(other.grantId);
	}

	/**
	 * Return the record as users see it.
	 * @return the observed leader
	 */
	public ObservedLeader toObserved() {
		return new ObservedLeader(this.instance, this.term, this.grantId, this.since, this.metadata);
	}

}
