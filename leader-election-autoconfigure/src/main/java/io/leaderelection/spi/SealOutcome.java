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

package io.leaderelection.spi;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Outcome of raising the fences of an election.
 */
public sealed interface SealOutcome
		permits SealOutcome.Sealed, SealOutcome.Ahead, SealOutcome.ForeignLineage, SealOutcome.Failed {

	/**
	 * Every fence stands at the token.
	 *
	 * @param databases the names of the databases
	 */
	record Sealed(List<String> databases) implements SealOutcome {

		public Sealed {
			databases = List.copyOf(databases);
		}

	}

	/**
	 * A fence stands at a greater term, or at the same term with another grant: either
	 * the token was overtaken or the coordinator went back in time.
	 *
	 * @param floor the greatest term found in fences and intents
	 * @param grantId the grant id found with it, or {@code null} if it was an intent
	 * @param database the name of the database
	 */
	record Ahead(long floor, @Nullable String grantId, String database) implements SealOutcome {

	}

	/**
	 * A fence remembers another lineage.
	 *
	 * @param lineage the lineage found
	 * @param database the name of the database
	 */
	record ForeignLineage(String lineage, String database) implements SealOutcome {

	}

	/**
	 * At least one fence could not be raised in time.
	 *
	 * @param unsealed the names of the databases that are not sealed
	 * @param detail the first failure in words, without credentials
	 */
	record Failed(List<String> unsealed, String detail) implements SealOutcome {

		public Failed {
			unsealed = List.copyOf(unsealed);
		}

	}

}
