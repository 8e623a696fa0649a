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

package io.leaderelection.sample.audit;

import java.util.List;

import io.leaderelection.sample.audit.Violation.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RunChecker} with forged histories.
 */
class RunCheckerTests {

	private final RunChecker checker = new RunChecker();

	private long position;

	@Test
	void acceptsRunsThatWereFinishedAndCountsThoseThatALaterLeaderResumed() {
		write(1, "a", "RUNNING");
		write(1, "a", "FINISHED");
		write(1, "b", "RUNNING");
		write(1, "b", "FAILED");
		write(1, "b", "RUNNING");
		write(1, "b", "FINISHED");
		write(1, "c", "RUNNING");
		write(2, "c", "RUNNING");
		write(2, "c", "FINISHED");
		assertThat(this.checker.violations()).isEmpty();
		assertThat(this.checker.begun()).isEqualTo(3);
		assertThat(this.checker.finished()).isEqualTo(3);
		assertThat(this.checker.resumed()).isOne();
	}

	@Test
	void catchesARunThatWasNotFinished() {
		write(1, "a", "RUNNING");
		write(2, "a", "RUNNING");
		assertThat(this.checker.violations()).containsExactly(new Violation(Kind.RUN_UNFINISHED,
				"run a was begun by term 1 at position 1 and not finished; term 2 wrote to it last, at position 2"));
		assertThat(this.checker.finished()).isZero();
		assertThat(this.checker.resumed()).isZero();
	}

	@Test
	void catchesARunThatWasDoneAgain() {
		write(1, "a", "RUNNING");
		write(1, "a", "FINISHED");
		write(2, "a", "RUNNING");
		assertThat(this.checker.violations()).containsExactly(new Violation(Kind.RUN_REPEATED,
				"run a was finished by term 1 at position 2 and written to again, by term 2, at position 3"));
	}

	@Test
	void ignoresOtherWrites() {
		this.checker.accept(new AcceptedWrite(1, "settlement", 1, "g", "w", "payment", "UPDATE", List.of("a"), 1, 1));
		assertThat(this.checker.begun()).isZero();
	}

	private void write(long term, String key, String state) {
		this.position++;
		this.checker.accept(new AcceptedWrite(this.position, "settlement", term, "g" + term, "w", "leader_run", state,
				List.of(key), term, term));
	}

}
