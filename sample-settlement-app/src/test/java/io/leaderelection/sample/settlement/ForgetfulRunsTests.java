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

package io.leaderelection.sample.settlement;

import java.util.ArrayList;
import java.util.List;

import io.leaderelection.runs.LeaderRuns;
import io.leaderelection.runs.RunResult.Outcome;
import io.leaderelection.sample.GuardedTask;
import org.junit.jupiter.api.Test;

import org.springframework.transaction.support.TransactionOperations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link ForgetfulRuns}.
 */
class ForgetfulRunsTests {

	private final LeaderRuns runs = new ForgetfulRuns(TransactionOperations.withoutTransaction());

	@Test
	void protectFromNothing() {
		List<String> done = new ArrayList<>();
		for (long term = 5; term <= 6; term++) {
			try (GuardedTask task = GuardedTask.begin("settlement", term, "g")) {
				assertThat(this.runs.once("key", (run) -> {
					assertThat(run.attempt()).isOne();
					assertThat(run.progress()).isEmpty();
					run.step(() -> run.save("half"));
					assertThat(run.progress()).contains("half");
					done.add(run.key() + " in term " + run.token().term());
				}).outcome()).isEqualTo(Outcome.FINISHED);
			}
		}
		assertThat(done).containsExactly("key in term 5", "key in term 6");
		assertThat(this.runs.unfinished("settlement")).isEmpty();
		assertThat(this.runs.find("settlement", "key")).isEmpty();
	}

	@Test
	void needALeader() {
		assertThatIllegalStateException().isThrownBy(() -> this.runs.once("key", (run) -> {
		})).withMessageContaining("settlement");
	}

}
