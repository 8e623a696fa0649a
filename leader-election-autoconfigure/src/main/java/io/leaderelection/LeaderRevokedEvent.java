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

package io.leaderelection;

/**
 * Event published once per granted term on the instance whose leadership ended, after
 * {@link LeaderElection#isLeader()} became {@code false}.
 */
public class LeaderRevokedEvent extends LeaderElectionEvent {

	private final transient Revocation revocation;

	public LeaderRevokedEvent(LeaderElection source, Revocation revocation) {
		super(source, revocation.at());
		this.revocation = revocation;
	}

	/**
	 * Return the end of the term with its reason.
	 * @return the revocation
	 */
	public Revocation getRevocation() {
		return this.revocation;
	}

	/**
	 * Return the token of the term that ended.
	 * @return the fencing token
	 */
	public FencingToken getToken() {
		return this.revocation.token();
	}

	/**
	 * Return why the term ended.
	 * @return the reason
	 */
	public RevocationReason getReason() {
		return this.revocation.reason();
	}

}
