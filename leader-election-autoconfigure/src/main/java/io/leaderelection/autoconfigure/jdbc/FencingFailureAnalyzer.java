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

import io.leaderelection.LeaderElectionException;
import io.leaderelection.fencing.MissingFenceTableException;
import io.leaderelection.jdbc.UnsupportedDatabaseException;
import io.leaderelection.runs.MissingRunTableException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

/**
 * {@link FailureAnalyzer} for databases that are not prepared for fences or runs.
 */
class FencingFailureAnalyzer extends AbstractFailureAnalyzer<LeaderElectionException> {

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, LeaderElectionException cause) {
		if (cause instanceof MissingFenceTableException missing) {
			return new FailureAnalysis(
					"The DataSource '%s', which elections protect, has no tables of fences."
						.formatted(missing.getDatabase()),
					"Add these statements to your migrations, or set 'leader-election.jdbc.initialize-schema' to 'always' to have them run at start-up:%n%n%s"
						.formatted(missing.getDdl()),
					cause);
		}
		if (cause instanceof MissingRunTableException missing) {
			return new FailureAnalysis(
					"LeaderRuns is used, but the DataSource '%s' has no table of runs."
						.formatted(missing.getDatabase()),
					"Add this statement to your migrations, or set 'leader-election.jdbc.initialize-schema' to 'always' to have it run at start-up:%n%n%s"
						.formatted(missing.getDdl()),
					cause);
		}
		if (cause instanceof UnsupportedDatabaseException) {
			return new FailureAnalysis(cause.getMessage() + ".",
					"Use a database that can be fenced, or set 'leader-election.data-sources' to 'none' if stale writes to it do no harm.",
					cause);
		}
		return null;
	}

}
