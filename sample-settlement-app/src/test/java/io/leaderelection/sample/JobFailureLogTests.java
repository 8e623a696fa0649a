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

import java.sql.SQLRecoverableException;

import io.leaderelection.FencingToken;
import io.leaderelection.NotLeaderException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.DataAccessResourceFailureException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JobFailureLog}.
 */
@ExtendWith(OutputCaptureExtension.class)
class JobFailureLogTests {

	private final JobFailureLog log = new JobFailureLog();

	@Test
	void refusedWorkIsOneLine(CapturedOutput output) {
		this.log.handleError(new NotLeaderException(new FencingToken("settlement", 5, "g5"), "the term is over"));
		assertThat(output.getOut().strip()).hasLineCount(1)
			.contains("WARN")
			.endsWith("No longer the leader of election 'settlement' in term 5: the term is over");
	}

	@Test
	void failureOfTheDatabaseIsOneLine(CapturedOutput output) {
		this.log.handleError(new DataAccessResourceFailureException("Failed to obtain JDBC Connection",
				new SQLRecoverableException("Connection refused.\n\tIs the server running?")));
		assertThat(output.getOut().strip()).hasLineCount(1)
			.contains("ERROR", "its next run tries again")
			.endsWith("SQLRecoverableException: Connection refused. Is the server running?");
	}

	@Test
	void otherFailuresComeWithTheirStackTrace(CapturedOutput output) {
		this.log.handleError(new IllegalStateException("no money left"));
		assertThat(output).contains("ERROR", "no money left", "\tat ");
	}

}
