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

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

/**
 * {@link FailureAnalyzer} for a database that cannot be used.
 */
class DatabaseUnavailableFailureAnalyzer extends AbstractFailureAnalyzer<DatabaseUnavailableException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, DatabaseUnavailableException cause) {
		String problem = cause.getWaited().isZero() ? "The database turned the sample away: %s"
				: "The database did not answer within %d s: %%s".formatted(cause.getWaited().toSeconds());
		return new FailureAnalysis(problem.formatted(cause.getMessage()),
				"Start the database, or correct 'spring.datasource.url', 'spring.datasource.username' and 'spring.datasource.password'. "
						+ "'settlement.database-patience' says how long the sample waits at start.",
				cause);
	}

}
