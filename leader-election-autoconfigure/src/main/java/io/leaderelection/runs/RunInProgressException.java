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
import org.jspecify.annotations.Nullable;

/**
 * Exception thrown when a run is asked for that another thread of the same leader is busy
 * with. Nothing was done.
 */
public class RunInProgressException extends LeaderElectionException {

	private final String key;

	/**
	 * Create an exception.
	 * @param election the name of the election
	 * @param key the key of the run
	 * @param cause the cause, or {@code null}
	 */
	public RunInProgressException(String election, String key, @Nullable Throwable cause) {
		super("Run '%s' of election '%s' is in progress on another thread of this instance".formatted(key, election));
		if (cause != null) {
			initCause(cause);
		}
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
