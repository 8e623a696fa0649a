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

import java.time.Duration;

/**
 * Observer that counts what becomes of runs. Called on the threads of the work; must
 * neither block nor throw.
 */
public interface RunMeters {

	/**
	 * Observer that counts nothing.
	 */
	RunMeters NONE = new RunMeters() {
	};

	/**
	 * An attempt at a run began.
	 * @param election the name of the election
	 * @param kind what kind of attempt it is
	 */
	default void began(String election, Attempt kind) {
	}

	/**
	 * A run was asked for that was finished before.
	 * @param election the name of the election
	 */
	default void duplicate(String election) {
	}

	/**
	 * An attempt ended with an error.
	 * @param election the name of the election
	 */
	default void failed(String election) {
	}

	/**
	 * A run was finished.
	 * @param election the name of the election
	 * @param elapsed the time that its last attempt took
	 */
	default void finished(String election, Duration elapsed) {
	}

	/**
	 * Runs that finished long ago were removed.
	 * @param election the name of the election
	 * @param count how many
	 */
	default void pruned(String election, int count) {
	}

	/**
	 * Kinds of attempts.
	 */
	enum Attempt {

		/**
		 * The run was new.
		 */
		FIRST,

		/**
		 * An earlier attempt of the same grant had not finished the run.
		 */
		RETRY,

		/**
		 * An attempt of an older grant had not finished the run.
		 */
		TAKEOVER

	}

}
