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

package io.leaderelection.sample;

import java.sql.SQLException;
import java.time.Duration;

/**
 * Exception thrown when the database does not answer, or turns the sample away.
 */
class DatabaseUnavailableException extends RuntimeException {

	private final Duration waited;

	/**
	 * Create an exception.
	 * @param reason what the driver said
	 * @param waited how long the sample waited
	 */
	DatabaseUnavailableException(SQLException reason, Duration waited) {
		super(reason.getMessage(), reason);
		this.waited = waited;
	}

	/**
	 * Return how long the sample waited.
	 * @return the time, zero if waiting would not have helped
	 */
	Duration getWaited() {
		return this.waited;
	}

}
