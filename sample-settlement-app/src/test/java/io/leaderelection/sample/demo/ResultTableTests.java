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

package io.leaderelection.sample.demo;

import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.sample.audit.AcceptedWrite;
import io.leaderelection.sample.audit.HistoryChecker;
import io.leaderelection.sample.audit.RunChecker;
import io.leaderelection.sample.audit.Violation;
import io.leaderelection.sample.drill.DrillEvent;
import io.leaderelection.sample.drill.DrillEvent.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link ResultTable}.
 */
class ResultTableTests {

	private static final List<Measurement> FAST = List
		.of(new Measurement("killed leader to the next one", Duration.ofMillis(5600), Duration.ofMillis(6500)));

	@Test
	void passesACleanDrillInWhichTheFenceRefusedAWrite() {
		ResultTable table = new ResultTable(FAST, verdict(true, 1, history(write(1, 5, "p1"), write(2, 6, "p2")), 2),
				true);
		assertThat(table.isPassed()).isTrue();
		assertThat(table.toString()).contains("5.60 s", "goal 6.50 s").doesNotContain("VIOLATED", "missed");
		assertThat(table.isSlow()).isFalse();
	}

	@Test
	void saysThatAGoalWasMissedAndTakesItForNoBrokenPromise() {
		List<Measurement> slow = List
			.of(new Measurement("resignation to the next leader", Duration.ofMillis(301), Duration.ofMillis(300)));
		ResultTable table = new ResultTable(slow, verdict(true, 1, history(write(1, 5, "p1")), 1), true);
		assertThat(table.isPassed()).isTrue();
		assertThat(table.isSlow()).isTrue();
		assertThat(table.toString()).containsPattern("301 ms +goal 300 ms +goal missed").doesNotContain("VIOLATED");
	}

	@Test
	void failsADrillInWhichTheFenceRefusedNothing() {
		assertThat(new ResultTable(FAST, verdict(true, 0, history(write(1, 5, "p1")), 1), true).isPassed()).isFalse();
	}

	@Test
	void needsNoRefusalOfARunWithoutDrill() {
		assertThat(new ResultTable(List.of(), verdict(true, 0, history(write(1, 5, "p1")), 1), false).isPassed())
			.isTrue();
	}

	@Test
	void failsWhenAStaleWriteWasAccepted() {
		ResultTable table = new ResultTable(FAST,
				verdict(false, 0, history(write(1, 5, "p1"), write(2, 6, "p2"), write(3, 5, "p3")), 3), true);
		assertThat(table.isPassed()).isFalse();
		assertThat(table.toString()).contains("STALE_WRITE: at position 3");
	}

	@Test
	void failsWhenAPaymentWasSettledTwice() {
		assertThat(new ResultTable(FAST, verdict(false, 0, history(write(1, 5, "p1"), write(2, 6, "p1")), 1), true)
			.isPassed()).isFalse();
	}

	@Test
	void failsWhenAPaymentWasNotSettled() {
		assertThat(new ResultTable(FAST, verdict(true, 1, history(write(1, 5, "p1")), 2), true).isPassed()).isFalse();
	}

	@Test
	void countsRunsAndThoseThatTheNextLeaderResumed() {
		assertThat(new ResultTable(FAST, verdict(true, 1, history(write(1, 5, "p1")), 1), true).toString())
			.containsPattern("runs of the settlement +1 +all finished +\\n")
			.containsPattern("runs resumed by the next leader +1 +at least 1 +\\n")
			.containsPattern("runs done twice +0 +0 +\\n");
	}

	@Test
	void failsADrillInWhichNoRunWasResumed() {
		ResultTable table = new ResultTable(FAST,
				verdict(1, history(write(1, 5, "p1")), runs(run(1, 5, "RUNNING"), run(2, 5, "FINISHED"))), true);
		assertThat(table.isPassed()).isFalse();
		assertThat(table.toString()).containsPattern("runs resumed by the next leader +0 +at least 1 +VIOLATED");
	}

	@Test
	void failsWhenARunWasNotFinished() {
		ResultTable table = new ResultTable(FAST, verdict(1, history(write(1, 5, "p1")),
				runs(run(1, 5, "RUNNING"), run(2, 6, "FINISHED"), run(3, 6, "RUNNING", "other"))), true);
		assertThat(table.isPassed()).isFalse();
		assertThat(table.toString()).containsPattern("runs of the settlement +1 +all finished +VIOLATED")
			.contains("RUN_UNFINISHED: run other was begun by term 6 at position 3 and not finished");
	}

	@Test
	void failsWhenARunWasDoneTwice() {
		ResultTable table = new ResultTable(FAST, verdict(1, history(write(1, 5, "p1")),
				runs(run(1, 5, "RUNNING"), run(2, 6, "FINISHED"), run(3, 7, "RUNNING"))), true);
		assertThat(table.isPassed()).isFalse();
		assertThat(table.toString()).containsPattern("runs done twice +1 +0 +VIOLATED")
			.contains("RUN_REPEATED: run key was finished by term 6 at position 2");
	}

	@Test
	void doesNotSpeakOfRunsWithoutALedger() {
		assertThat(new ResultTable(FAST, verdict(false, 0, history(write(1, 5, "p1")), 1), true).toString())
			.doesNotContain("runs");
	}

	@Test
	void listsTheFirstViolations() {
		AcceptedWrite[] twice = new AcceptedWrite[20];
		for (int i = 0; i < twice.length; i++) {
			twice[i] = write(i, 5, "p");
		}
		assertThat(new ResultTable(FAST, verdict(true, 1, history(twice), 1), true).toString()).contains("and 9 more");
	}

	private static Verdict verdict(boolean fenced, int refusals, HistoryChecker history, long captured) {
		return verdict(fenced, refusals, history, runs(run(1, 5, "RUNNING"), run(2, 6, "FINISHED")), captured);
	}

	private static Verdict verdict(int refusals, HistoryChecker history, RunChecker runs) {
		return verdict(true, refusals, history, runs, 1);
	}

	private static Verdict verdict(boolean fenced, int refusals, HistoryChecker history, RunChecker runs,
			long captured) {
		Timeline timeline = new Timeline(new Leash(InputStream.nullInputStream()));
		Refusals counted = new Refusals(timeline);
		List<Violation> violations = new ArrayList<>(history.violations());
		violations.addAll(runs.violations());
		for (int i = 0; i < refusals; i++) {
			timeline.add(new WorkerEvent(mock(Worker.class),
					new DrillEvent(Kind.REFUSED_BY_FENCE, "settlement", 5, Instant.EPOCH, "")));
		}
		return new Verdict(fenced, new Figures(captured, captured, 1), counted, history, runs, violations,
				List.of(new Verdict.Balance("EUR", 10, 10)));
	}

	private static HistoryChecker history(AcceptedWrite... writes) {
		HistoryChecker checker = new HistoryChecker(false);
		List.of(writes).forEach(checker);
		return checker;
	}

	private static RunChecker runs(AcceptedWrite... writes) {
		RunChecker checker = new RunChecker();
		List.of(writes).forEach(checker);
		return checker;
	}

	private static AcceptedWrite run(long position, long term, String state) {
		return run(position, term, state, "key");
	}

	private static AcceptedWrite run(long position, long term, String state, String key) {
		return new AcceptedWrite(position, "settlement", term, "g" + term, "w/" + term, "leader_run", state,
				List.of(key), term, term);
	}

	private static AcceptedWrite write(long position, long term, String payment) {
		return new AcceptedWrite(position, "settlement", term, "g" + term, "w/" + term, "payment", "UPDATE",
				List.of(payment), 0, 0);
	}

}
