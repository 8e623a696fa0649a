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

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for a run whose process is killed in the middle, by a signal that no process can
 * handle.
 */
abstract class AbstractRunAcrossProcessesTests {

	private static final String KEY = "settlement-2026-11-30";

	final RunsFixture fixture = fixture();

	abstract RunsFixture fixture();

	@Test
	void lesson30ProcessKilledBetweenWorkAndProgressIsResumedByAnotherWhichDoesEachStepOnce() throws Exception {
		this.fixture.seal(1);
		try (RunningProcess first = RunningProcess.start(this.fixture.home, 1, KEY, 5, 3)) {
			await().atMost(Duration.ofSeconds(60)).until(() -> !first.isAlive() || (hasDone("2") && isStopped()));
			assertThat(first.isAlive()).isTrue();
			first.kill();
		}
		await().atMost(Duration.ofSeconds(30)).until(() -> !isStopped());
		assertThat(this.fixture.done()).containsExactly("1@1", "2@1");
		assertThat(this.fixture.find(KEY))
			.matches((run) -> run.state() == RunState.RUNNING && "2".equals(run.progress()));
		this.fixture.seal(2);
		try (RunningProcess second = RunningProcess.start(this.fixture.home, 2, KEY, 5, 0)) {
			assertThat(second.awaitEnd()).isZero();
		}
		assertThat(this.fixture.done()).containsExactly("1@1", "2@1", "3@2", "4@2", "5@2");
		assertThat(this.fixture.find(KEY)).matches((run) -> run.state() == RunState.FINISHED && run.attempts() == 2);
		this.fixture.as(2,
				() -> assertThat(this.fixture.runs.once(KEY, (run) -> this.fixture.work(99, 2)).isDuplicate())
					.isTrue());
	}

	private boolean hasDone(String progress) {
		return this.fixture.runs.find(RunsFixture.ELECTION, KEY)
			.filter((run) -> progress.equals(run.progress()))
			.isPresent();
	}

	/** Whether a session waits in a transaction after it did work. */
	private boolean isStopped() {
		return !this.fixture.idleTransactions().isEmpty();
	}

}
