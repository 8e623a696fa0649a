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
 * Exception thrown when a run has been attempted as often as is allowed and is not
 * finished. Its message has the last error and how to allow further attempts.
 */
public class RunAttemptsExhaustedException extends LeaderElectionException {

	private final transient RunRecord run;

	/**
	 * Create an exception.
	 * @param namespace the namespace of the ledger
	 * @param run the run as it stands in the ledger
	 */
	public RunAttemptsExhaustedException(String namespace, RunRecord run) {
		super("Run '%s' of election '%s' is not finished after %d attempts%s. ".formatted(run.key(), run.election(),
				run.attempts(), problem(run))
				+ "Once the cause is mended, allow further attempts: UPDATE leader_run SET attempts = 0 WHERE namespace = '%s' AND election = '%s' AND run_key = '%s'"
					.formatted(namespace.replace("'", "''"), run.election(), run.key()));
		this.run = run;
	}

	private static String problem(RunRecord run) {
		boolean failed = run.state() == RunState.FAILED && run.lastError() != null;
		return failed ? ", the last error was: " + run.lastError() : ", the last one was cut off";
	}

	/**
	 * Return the run as it stands in the ledger.
	 * @return the run
	 */
	public RunRecord getRun() {
		return this.run;
	}

}
