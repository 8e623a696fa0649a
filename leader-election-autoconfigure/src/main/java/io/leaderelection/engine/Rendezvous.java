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

import java.util.Collection;

/**
 * Ranking of candidates by rendezvous hashing, after Thaler and Ravishankar: each
 * candidate computes the same order for a term without talking to the others, and the
 * order differs from election to election and from term to term.
 */
final class Rendezvous {

	private static final long FNV_OFFSET = 0xcbf29ce484222325L;

	private static final long FNV_PRIME = 0x100000001b3L;

	private Rendezvous() {
	}

	/**
	 * Return how many candidates come before the instance.
	 * @param election the name of the election
	 * @param term the term to be won
	 * @param instance the instance
	 * @param candidates all candidates, with or without the instance
	 * @return the rank, zero for the first
	 */
	static int rank(String election, long term, String instance, Collection<String> candidates) {
		String key = election + "#" + term + "#";
		long own = hash(key + instance);
		int rank = 0;
		for (String candidate : candidates) {
			long other = hash(key + candidate);
			if (other > own || (other == own && candidate.compareTo(instance) < 0)) {
				rank++;
			}
		}
		return rank;
	}

	private static long hash(String text) {
		long hash = FNV_OFFSET;
		for (int i = 0; i < text.length(); i++) {
			hash = (hash ^ text.charAt(i)) * FNV_PRIME;
		}
		hash ^= hash >>> 33;
		hash *= 0xff51afd7ed558ccdL;
		return hash ^ (hash >>> 33);
	}

}
