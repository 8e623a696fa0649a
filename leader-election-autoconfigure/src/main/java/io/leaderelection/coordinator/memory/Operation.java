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

package io.leaderelection.coordinator.memory;

/**
 * Operations of a client on the server, as scripts of faults tell them apart.
 */
public enum Operation {

	/** Read the lineage. */
	LINEAGE(true),

	/** Open a session. */
	OPEN(false),

	/** Renew a session. */
	RENEW(false),

	/** Close a session. */
	CLOSE(false),

	/** Announce a candidate. */
	ENLIST(true),

	/** Withdraw a candidate. */
	DELIST(true),

	/** Campaign for the next term. */
	CAMPAIGN(true),

	/** Read an election. */
	READ(true),

	/** Delete the record of an abandoned campaign. */
	DISCARD(true),

	/** End a term. */
	RESIGN(true),

	/** Name a successor. */
	NOMINATE(true),

	/** Pause an election. */
	PAUSE(true),

	/** Resume an election. */
	RESUME(true),

	/** Force the leader out. */
	RELEASE(true),

	/** Raise the term on an operator's order. */
	RAISE_TERM(true),

	/** Raise the term. */
	RAISE(true),

	/** Read the history. */
	HISTORY(true),

	/** List everything and begin to watch. */
	LIST(true),

	/** Ask whether the watch is alive. */
	HEARTBEAT(false);

	private final boolean linearizable;

	Operation(boolean linearizable) {
		this.linearizable = linearizable;
	}

	/**
	 * Return whether the revision in the answer is that of a linearizable read or
	 * transaction, so that a lower one than before proves a restore.
	 * @return whether the answer proves something
	 */
	boolean isLinearizable() {
		return this.linearizable;
	}

}
