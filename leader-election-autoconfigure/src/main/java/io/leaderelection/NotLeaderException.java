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

import org.jspecify.annotations.Nullable;

/**
 * Exception thrown when work needs a leadership that this instance does not hold, or no
 * longer holds. Nothing was done on behalf of the caller.
 */
public class NotLeaderException extends LeaderElectionException {

	private final String election;

	private final @Nullable FencingToken token;

	/**
	 * Create an exception for work that was not started.
	 * @param election the name of the election
	 * @param detail why this instance may not act, as a sentence without a full stop
	 */
	public NotLeaderException(String election, String detail) {
		super("Not the leader of election '" + election + "': " + detail);
		this.election = election;
		this.token = null;
	}

	/**
	 * Create an exception for work whose captured token no longer holds.
	 * @param token the token that the work captured when it began
	 * @param detail why the token no longer holds, as a sentence without a full stop
	 */
	public NotLeaderException(FencingToken token, String detail) {
		super("No longer the leader of election '" + token.election() + "' in term " + token.term() + ": " + detail);
		this.election = token.election();
		this.token = token;
	}

	/**
	 * Return the name of the election.
	 * @return the name of the election
	 */
	public String getElection() {
		return this.election;
	}

	/**
	 * Return the token that the work had captured.
	 * @return the captured token, or {@code null} if the work had none
	 */
	public @Nullable FencingToken getToken() {
		return this.token;
	}

}
