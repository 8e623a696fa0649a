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

import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for the removal of runs that finished long ago.
 */
@ExtendWith(OutputCaptureExtension.class)
abstract class AbstractRunPruningTests {

	final RunsFixture fixture = fixture();

	abstract RunsFixture fixture();

	@Test
	void finishedRunsOlderThanTheRetentionAreRemovedByTheLeader() throws Exception {
		this.fixture.seal(1);
		insert("old", "FINISHED", 91);
		insert("young", "FINISHED", 89);
		insert("failed", "FAILED", 400);
		insert("running", "RUNNING", 400);
		this.fixture.admin
			.update("INSERT INTO leader_run SELECT 'bank', election, run_key, term, grant_id, state, progress,"
					+ " attempts, revision, last_error, began_at, updated_at, ended_at FROM leader_run WHERE run_key = 'old'");
		this.fixture.as(1, () -> this.fixture.ledger(RunSettings.DEFAULTS).once("new", (run) -> {
		}));
		assertThat(keys("shop")).containsExactly("failed", "new", "running", "young");
		assertThat(keys("bank")).containsExactly("old");
		assertThat(this.fixture.meters).contains("pruned settlement 1");
	}

	@Test
	void manyAreRemovedInSmallTransactionsAndTheRestAfterTheNextRun() throws Exception {
		this.fixture.seal(1);
		int many = RunPruning.BATCH * RunPruning.BATCHES + 1;
		for (int i = 0; i < many; i++) {
			insert("old-" + i, "FINISHED", 100);
		}
		AtomicLong nanoTime = new AtomicLong();
		RunPruning pruning = new RunPruning(Duration.ofDays(90), new RecordingRunMeters(this.fixture.meters),
				nanoTime::get);
		RunLedger ledger = new RunLedger(this.fixture.jdbc);
		this.fixture.as(1, () -> {
			pruning.pruneIfDue(RunsFixture.ELECTION, ledger, this.fixture.transaction);
			assertThat(keys("shop")).hasSize(1);
			assertThat(this.fixture.meters).hasSize(RunPruning.BATCHES)
				.containsOnly("pruned settlement " + RunPruning.BATCH);
			pruning.pruneIfDue(RunsFixture.ELECTION, ledger, this.fixture.transaction);
			assertThat(keys("shop")).isEmpty();
			insert("old", "FINISHED", 100);
			pruning.pruneIfDue(RunsFixture.ELECTION, ledger, this.fixture.transaction);
			assertThat(keys("shop")).hasSize(1);
			nanoTime.addAndGet(RunPruning.INTERVAL.toNanos());
			pruning.pruneIfDue(RunsFixture.ELECTION, ledger, this.fixture.transaction);
			assertThat(keys("shop")).isEmpty();
		});
	}

	/** Promise I2. */
	@Test
	void staleLeaderRemovesNothingAndTheFailureCostsTheRunNothing(CapturedOutput output) throws Exception {
		this.fixture.seal(2);
		insert("old", "FINISHED", 100);
		RunPruning pruning = new RunPruning(Duration.ofDays(90), RunMeters.NONE, System::nanoTime);
		this.fixture.as(1, () -> pruning.pruneIfDue(RunsFixture.ELECTION, new RunLedger(this.fixture.jdbc),
				this.fixture.transaction));
		assertThat(keys("shop")).containsExactly("old");
		assertThat(output.getOut().lines().filter((line) -> line.contains("Old runs of election 'settlement'")))
			.singleElement()
			.asString()
			.contains("tried again later: ")
			.contains("StaleTokenException");
		assertThat(output).doesNotContain("\tat io.leaderelection.runs.RunPruning");
	}

	@Test
	void retentionOfZeroKeepsThemForEver() throws Exception {
		this.fixture.seal(1);
		insert("old", "FINISHED", 4000);
		this.fixture.as(1, () -> this.fixture.ledger(new RunSettings(Duration.ZERO, 1)).once("new", (run) -> {
		}));
		assertThat(keys("shop")).containsExactly("new", "old");
		assertThatIllegalArgumentException().isThrownBy(() -> new RunSettings(Duration.ofDays(-1), 1))
			.withMessageContaining("'retention' must not be negative");
	}

	private void insert(String key, String state, int days) {
		Timestamp ended = Timestamp.from(Instant.now().minus(Duration.ofDays(days)));
		this.fixture.admin.update(
				"INSERT INTO leader_run (namespace, election, run_key, term, grant_id, state,"
						+ " attempts, revision, began_at, updated_at, ended_at)"
						+ " VALUES ('shop', 'settlement', ?, 1, 'grant-1', ?, 1, 1, ?, ?, ?)",
				key, state, ended, ended, ended);
	}

	private List<String> keys(String namespace) {
		return this.fixture.admin.queryForList("SELECT run_key FROM leader_run WHERE namespace = ? ORDER BY run_key",
				String.class, namespace);
	}

}
