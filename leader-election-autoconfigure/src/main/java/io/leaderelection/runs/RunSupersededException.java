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

package io.leaderelection.runs;

import io.leaderelection.LeaderElectionException;

/**
 * Exception thrown when an attempt at a run is not, or not known to be, what the ledger
 * says of the run: another attempt began, the run was finished or removed, or a
 * transaction ended in an unknown way. A transaction around has to be rolled back. The
 * next attempt reads what was committed.
 */
public class RunSupersededException extends LeaderElectionException {

	private final String key;

	public RunSupersededException(String election, String key, int attempt) {
		super("Attempt %d at run '%s' of election '%s' is not what the ledger knows last: another attempt began,"
			.formatted(attempt, key, election)
				+ " the run was finished or removed, or a transaction ended in an unknown way");
		this.key = key;
	}

	/**
	 * Return the key of the run.
	 * @return the key
	 */
	public String getKey() {
		return this.key;
	}

}
