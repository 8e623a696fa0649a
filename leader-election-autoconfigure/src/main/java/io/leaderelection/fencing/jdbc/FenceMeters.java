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

import java.time.Duration;

/**
 * Observer that counts what fences do. Called on the threads of the work and of the
 * sealer; must neither block nor throw.
 */
public interface FenceMeters {

	/**
	 * Observer that counts nothing.
	 */
	FenceMeters NONE = new FenceMeters() {
	};

	/**
	 * A write was accepted by the fence.
	 * @param election the name of the election
	 * @param database the name of the database
	 */
	default void writeFenced(String election, String database) {
	}

	/**
	 * A write was refused before it left the process.
	 * @param election the name of the election, or {@code none}
	 * @param database the name of the database
	 */
	default void rejectedLocally(String election, String database) {
	}

	/**
	 * A write was refused by the fence.
	 * @param election the name of the election
	 * @param database the name of the database
	 */
	default void rejectedByFence(String election, String database) {
	}

	/**
	 * A fence was raised, or found raised.
	 * @param election the name of the election
	 * @param database the name of the database
	 * @param elapsed the time it took
	 */
	default void sealed(String election, String database, Duration elapsed) {
	}

	/**
	 * A fence could not be raised at once, as transactions of an older grant were in the
	 * way, so that the intent was needed to let them run dry.
	 * @param election the name of the election
	 * @param database the name of the database
	 */
	default void intentNeeded(String election, String database) {
	}

	/**
	 * A session that keeps a fence from being raised could not be terminated.
	 * @param election the name of the election
	 * @param database the name of the database
	 */
	default void sessionNotTerminated(String election, String database) {
	}

	/**
	 * A session of an older grant was terminated.
	 * @param election the name of the election
	 * @param database the name of the database
	 */
	default void sessionTerminated(String election, String database) {
	}

}
