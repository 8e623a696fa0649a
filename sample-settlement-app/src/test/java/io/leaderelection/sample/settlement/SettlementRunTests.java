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

import io.leaderelection.fencing.StaleTokenException;
import io.leaderelection.sample.GuardedTask;
import io.leaderelection.sample.TestDatabase;
import io.leaderelection.sample.audit.RunChecker;
import io.leaderelection.sample.demo.Database;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.BDDMockito.given;

/**
 * Tests for the runs of the settlement: what becomes of one that is cut off. The commits
 * of a run are that of its begin, one for each batch, and that of its end.
 */
@ExtendWith(OutputCaptureExtension.class)
class SettlementRunTests {

	private static final String KEY = SettlingWorker.KEY;

	private final Database database = TestDatabase.migrated();

	private final SettledPayments payments = new SettledPayments(this.database);

	private final SettlingWorker worker = new SettlingWorker(this.database);

	private final SettlingWorker successor = new SettlingWorker(this.database);

	private GuardedTask task = this.worker.lead(5);

	@AfterEach
	void stop() {
		this.task.close();
		this.successor.close();
		this.worker.close();
	}

	@Test
	void oneRunSettlesAWindowAndKeepsItsProgress() {
		captureThreeGroups();
		this.worker.settle();
		assertThat(this.payments.runs()).containsExactly(KEY + " FINISHED 1 5 3 17 17000");
		assertThat(this.payments.assertConsistent(17).resumed()).isZero();
	}

	@Test
	void beginsNoRunWhenNothingWaits() {
		this.payments.capture(SettlingWorker.CUT_OFF, "baker", "EUR", 1);
		this.worker.settle();
		assertThat(this.payments.runs()).isEmpty();
		this.worker.waitForTheNextWindow();
		this.worker.settle();
		assertThat(this.payments.runs()).containsExactly("settlement-2026-11-30T10:00:01Z FINISHED 1 5 1 1 1000");
	}

	@Test
	void windowThatIsFinishedIsNotSettledAgainAndWhatComesLateBelongsToTheNextOne() {
		captureThreeGroups();
		this.worker.settle();
		this.payments.capture("baker", "EUR", 2);
		this.worker.settle();
		assertThat(this.payments.runs()).containsExactly(KEY + " FINISHED 1 5 3 17 17000");
		this.worker.waitForTheNextWindow();
		this.worker.settle();
		assertThat(this.payments.runs()).hasSize(2);
		assertThat(this.payments.assertConsistent(19).finished()).isEqualTo(2);
	}

	@Test
	void nextLeaderResumesTheRunOfOneThatWasKilledFromItsProgress(CapturedOutput output) {
		captureThreeGroups();
		this.worker.dataSource.dieBefore(3);
		this.worker.settle();
		assertThat(this.payments.runs()).containsExactly(KEY + " RUNNING 1 5 1 10 10000");
		succeed();
		assertThat(output).contains("Attempt 2 at run " + KEY + " goes on after 10 payments in 1 batch");
		assertThat(this.payments.runs()).containsExactly(KEY + " FINISHED 2 6 3 17 17000");
		assertThat(this.payments.rows("SELECT fence_token || ' ' || payments FROM payout ORDER BY payments DESC"))
			.containsExactly("5 10", "6 4", "6 3");
		RunChecker runs = this.payments.assertConsistent(17);
		assertThat(runs.resumed()).isOne();
		assertThat(runs.begun()).isOne();
	}

	@Test
	void unfinishedRunComesBeforeTheNextWindow() {
		captureThreeGroups();
		this.worker.dataSource.dieBefore(2);
		this.worker.settle();
		this.payments.capture(SettlingWorker.CUT_OFF, "baker", "EUR", 1);
		this.successor.waitForTheNextWindow();
		succeed();
		assertThat(this.payments.runs()).containsExactly(KEY + " FINISHED 2 6 3 17 17000");
		succeed();
		assertThat(this.payments.assertConsistent(18).finished()).isEqualTo(2);
	}

	@Test
	void leaderThatWakesInARunWhichItsSuccessorHasFinishedSettlesNoMoreOfIt() {
		captureThreeGroups();
		given(this.worker.election.isLeader()).willReturn(true).willAnswer((call) -> {
			Thread other = new Thread(this::succeed);
			other.start();
			other.join();
			return true;
		});
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(this.worker::settle);
		assertThat(this.payments.runs()).containsExactly(KEY + " FINISHED 2 6 3 17 17000");
		assertThat(this.payments.assertConsistent(17).resumed()).isOne();
	}

	@Test
	void leaderThatGivesUpBeginsNoFurtherBatchAndLeavesTheRunToTheNextOneWithoutAFailure(CapturedOutput output) {
		captureThreeGroups();
		given(this.worker.election.isLeader()).willReturn(true, false);
		this.worker.settle();
		assertThat(this.payments.runs()).containsExactly(KEY + " RUNNING 1 5 1 10 10000");
		assertThat(this.payments.rows("SELECT last_error FROM leader_run WHERE last_error IS NOT NULL")).isEmpty();
		assertThat(output).contains("Run " + KEY + " is left to the next leader after 10 payments in 1 batch")
			.doesNotContain("ERROR", "WARN");
		succeed();
		assertThat(this.payments.assertConsistent(17).resumed()).isOne();
	}

	@Test
	void leaderThatGivesUpAfterTheLastBatchFinishesTheRun() {
		captureThreeGroups();
		given(this.worker.election.isLeader()).willReturn(true, true, true, false);
		this.worker.settle();
		assertThat(this.payments.runs()).containsExactly(KEY + " FINISHED 1 5 3 17 17000");
	}

	@Test
	void goesOnAtTheNextTurnWhenTheConnectionBreaksBeforeACommit() {
		captureThreeGroups();
		this.worker.dataSource.failBefore(3);
		this.worker.settle();
		assertThat(this.worker.dataSource.failed()).isTrue();
		assertThat(this.payments.runs()).containsExactly(KEY + " FAILED 1 5 1 10 10000");
		this.worker.settle();
		assertThat(this.payments.runs()).containsExactly(KEY + " FINISHED 2 5 3 17 17000");
		assertThat(this.payments.assertConsistent(17).resumed()).isZero();
	}

	@Test
	void databaseOutOfReachIsOneLine(CapturedOutput output) {
		this.worker.dataSource.die();
		this.worker.settle();
		assertThat(output.getOut().strip()).hasLineCount(1)
			.contains("ERROR")
			.endsWith("The settlement was broken off and goes on at its next turn, as the database failed:"
					+ " java.sql.SQLRecoverableException: Connection to 127.0.0.1:5432 refused");
	}

	@Test
	void doesNotSettleABatchAgainWhenTheAnswerToItsCommitIsLost() {
		captureThreeGroups();
		this.worker.dataSource.failAfter(3);
		this.worker.settle();
		assertThat(this.worker.dataSource.failed()).isTrue();
		this.worker.settle();
		assertThat(this.payments.runs()).containsExactly(KEY + " FINISHED 2 5 3 17 17000");
		this.payments.assertConsistent(17);
	}

	@Test
	void doesNotSettleAWindowAgainWhenTheAnswerToItsEndIsLost() {
		captureThreeGroups();
		this.worker.dataSource.failAfter(5);
		this.worker.settle();
		assertThat(this.worker.dataSource.failed()).isTrue();
		this.worker.settle();
		assertThat(this.payments.runs()).containsExactly(KEY + " FINISHED 1 5 3 17 17000");
		this.payments.assertConsistent(17);
	}

	private void captureThreeGroups() {
		this.payments.capture("baker", "EUR", 10);
		this.payments.capture("baker", "USD", 3);
		this.payments.capture("butcher", "EUR", 4);
	}

	// The other worker leads, and settles.
	private void succeed() {
		try (GuardedTask next = this.successor.lead(6)) {
			this.successor.settle();
		}
	}

}
