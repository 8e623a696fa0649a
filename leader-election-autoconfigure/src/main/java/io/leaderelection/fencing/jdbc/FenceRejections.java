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

package io.leaderelection.fencing.jdbc;

import io.leaderelection.NotLeaderException;
import io.leaderelection.fencing.FenceChangedException;
import io.leaderelection.fencing.FenceNotSealedException;
import io.leaderelection.fencing.FencingException;
import io.leaderelection.fencing.NewerRowException;
import io.leaderelection.fencing.StaleTokenException;
import org.jspecify.annotations.Nullable;

/**
 * Counting of refusals by where they came from.
 */
final class FenceRejections {

	private static final String NO_ELECTION = "none";

	private FenceRejections() {
	}

	static void count(FenceMeters meters, FencedDatabase database, RuntimeException refusal) {
		String election = election(refusal);
		String name = (election != null) ? election : NO_ELECTION;
		if (refusal instanceof StaleTokenException || refusal instanceof FenceNotSealedException
				|| refusal instanceof FenceChangedException || refusal instanceof NewerRowException) {
			meters.rejectedByFence(name, database.name());
		}
		else {
			meters.rejectedLocally(name, database.name());
		}
	}

	private static @Nullable String election(RuntimeException refusal) {
		if (refusal instanceof FencingException fencing) {
			return fencing.getElection();
		}
		return (refusal instanceof NotLeaderException notLeader) ? notLeader.getElection() : null;
	}

}
