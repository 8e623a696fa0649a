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

/**
 * What became of a call of {@link LeaderRuns#once}.
 *
 * @param outcome what happened
 * @param key the key of the run
 * @param attempts how many attempts the run took
 */
public record RunResult(Outcome outcome, String key, int attempts) {

	/**
	 * Return whether the run was finished before, so that nothing was done.
	 * @return whether it was a duplicate
	 */
	public boolean isDuplicate() {
		return this.outcome == Outcome.DUPLICATE;
	}

	/**
	 * Outcomes of a call.
	 */
	public enum Outcome {

		/**
		 * The run began and was finished.
		 */
		FINISHED,

		/**
		 * An attempt that had failed or had been cut off was gone on with, and the run
		 * was finished.
		 */
		RESUMED,

		/**
		 * The run had been finished before.
		 */
		DUPLICATE,

		/**
		 * The task {@linkplain LeaderRun#leave() left} the rest to the next attempt.
		 */
		LEFT

	}

}
