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

import io.leaderelection.NotLeaderException;
import io.leaderelection.autoconfigure.StartUpFailure;
import io.leaderelection.fencing.FencedOperation;
import io.leaderelection.fencing.MissingFenceTableException;
import io.leaderelection.jdbc.UnsupportedDatabaseException;
import io.leaderelection.runs.MissingRunTableException;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.diagnostics.FailureAnalysis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link FencingFailureAnalyzer}.
 */
class FencingFailureAnalyzerTests {

	@Test
	void missingTableIsShownWithTheStatementsThatCreateIt() {
		FailureAnalysis analysis = StartUpFailure
			.analyze(new BeanCreationException("fenceSchema", "failed", new MissingFenceTableException("ledger",
					"CREATE TABLE leader_fence (...)", new FencedOperation(null, null, null))));
		assertThat(analysis.getDescription()).contains("'ledger'");
		assertThat(analysis.getAction()).contains("leader-election.jdbc.initialize-schema")
			.contains("CREATE TABLE leader_fence (...)");
	}

	@Test
	void missingTableOfRunsIsShownWithTheStatementThatCreatesIt() {
		FailureAnalysis analysis = StartUpFailure.analyze(new BeanCreationException("leaderRuns", "failed",
				new MissingRunTableException("ledger", "CREATE TABLE leader_run (...)")));
		assertThat(analysis.getDescription()).contains("'ledger'").contains("LeaderRuns");
		assertThat(analysis.getAction()).contains("leader-election.jdbc.initialize-schema")
			.contains("CREATE TABLE leader_run (...)");
	}

	@Test
	void unsupportedDatabaseIsShownWithTheWayOut() {
		FailureAnalysis analysis = StartUpFailure.analyze(new UnsupportedDatabaseException("H2"));
		assertThat(analysis.getDescription()).contains("'H2'");
		assertThat(analysis.getAction()).contains("'leader-election.data-sources' to 'none'");
	}

	@Test
	void otherFailuresAreLeftToOthers() {
		assertThat(StartUpFailure.analyze(new NotLeaderException("settlement", "somebody else leads"))).isNull();
	}

}
