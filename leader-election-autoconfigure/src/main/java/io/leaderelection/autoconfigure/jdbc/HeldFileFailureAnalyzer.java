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

package io.leaderelection.autoconfigure.jdbc;

import java.sql.SQLException;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

/**
 * {@link FailureAnalyzer} for a file of H2 that another process has opened for itself:
 * the second instance of an application is the first to notice.
 */
class HeldFileFailureAnalyzer implements FailureAnalyzer {

	@Override
	public @Nullable FailureAnalysis analyze(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof SQLException error && PrivateDatabase.isHeld(error)) {
				return new FailureAnalysis(
						"Another process has opened the file of the H2 database for itself, as another instance of this application does: %s"
							.formatted(firstLine(error)),
						"Add '%s' to the URL of the database, such as 'spring.datasource.url', on each instance, and restart the one that holds the file. The first process then serves the file to the others."
							.formatted(PrivateDatabase.SHARED),
						error);
			}
		}
		return null;
	}

	private static String firstLine(SQLException error) {
		return String.valueOf(error.getMessage()).lines().findFirst().orElse("");
	}

}
