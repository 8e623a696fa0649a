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

import org.jspecify.annotations.Nullable;

/**
 * Phase of an instance in one election, with what belongs to it alone.
 */
sealed interface Phase {

	/**
	 * The engine does not run.
	 */
	record Stopped() implements Phase {
	}

	/**
	 * This instance holds no term.
	 *
	 * @param due whether the timer of the next campaign runs
	 */
	record Following(boolean due) implements Phase {
	}

	/**
	 * An attempt is under way.
	 *
	 * @param attempt the attempt
	 * @param uncertainSince when its outcome turned out to be unknown, or {@code null}
	 */
	record Campaigning(Attempt attempt, @Nullable Moment uncertainSince) implements Phase {
	}

	/**
	 * A term was won but is not announced.
	 *
	 * @param holding the term
	 * @param stage how far it is
	 * @param since when the stage was entered
	 * @param floor the term to raise the counter to, or zero
	 */
	record Sealing(Holding holding, Stage stage, Moment since, long floor) implements Phase {

		/**
		 * Stages on the way from winning to leading.
		 */
		enum Stage {

			/**
			 * The fences are being raised.
			 */
			FENCING,

			/**
			 * A fence stood ahead: a read has to tell whether the grant still holds.
			 */
			VERIFYING,

			/**
			 * The term counter is being raised above what was found.
			 */
			RAISING,

			/**
			 * The fences stand; the announcement waits for a safe deadline.
			 */
			READY

		}

	}

	/**
	 * The term was announced.
	 *
	 * @param holding the term
	 */
	record Leading(Holding holding) implements Phase {
	}

	/**
	 * The term is being given up.
	 *
	 * @param holding the term
	 * @param ending how it ends
	 */
	record Draining(Holding holding, Ending ending) implements Phase {
	}

}
