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

import org.jspecify.annotations.Nullable;

/**
 * Run as it stands in the ledger.
 *
 * @param run what is told of it
 * @param revision a number that each change of the row raises, so that nobody changes
 * what they have not seen
 */
record StoredRun(RunRecord run, long revision) {

	/**
	 * Return the run after a change.
	 * @param before the run before
	 * @param progress the progress
	 * @param state the state
	 * @return the run, of which the times are not known
	 */
	static StoredRun changed(StoredRun before, @Nullable String progress, RunState state) {
		RunRecord run = before.run;
		return new StoredRun(new RunRecord(run.election(), run.key(), state, run.term(), run.grantId(), run.attempts(),
				progress, run.lastError(), run.beganAt(), run.updatedAt(), run.endedAt()), before.revision + 1);
	}

	boolean isFinished() {
		return this.run.state() == RunState.FINISHED;
	}

}
