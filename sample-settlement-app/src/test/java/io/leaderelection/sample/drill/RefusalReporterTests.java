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

package io.leaderelection.sample.drill;

import java.time.Clock;

import io.leaderelection.FencingToken;
import io.leaderelection.NotLeaderException;
import io.leaderelection.fencing.FencedOperation;
import io.leaderelection.fencing.StaleTokenException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RefusalReporter}.
 */
@ExtendWith(OutputCaptureExtension.class)
class RefusalReporterTests {

	private final FencingToken token = new FencingToken("settlement", 2, "grant");

	private final RefusalReporter reporter = new RefusalReporter(new DrillLog(Clock.systemUTC()), (failure) -> {
	});

	@Test
	void writeThatTheFenceRefusedIsToldAsSuch(CapturedOutput output) {
		this.reporter.handleError(stale());
		assertThat(output).contains("REFUSED_BY_FENCE");
	}

	@Test
	void refusalAtTheBeginOfATransactionIsToldThoughTheTaskFailedForAnotherReason(CapturedOutput output) {
		NotLeaderException failure = new NotLeaderException(this.token, "The term is over");
		failure.addSuppressed(stale());
		this.reporter.handleError(failure);
		assertThat(output).contains("REFUSED_BY_FENCE").doesNotContain("REFUSED_LOCALLY");
	}

	@Test
	void workThatTheProcessRefusedIsToldAsSuch(CapturedOutput output) {
		this.reporter.handleError(new NotLeaderException(this.token, "The term is over"));
		assertThat(output).contains("REFUSED_LOCALLY").doesNotContain("REFUSED_BY_FENCE");
	}

	private StaleTokenException stale() {
		return new StaleTokenException(FencedOperation.of(this.token, null), null);
	}

}
