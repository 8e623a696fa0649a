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
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.leaderelection.NotLeaderException;
import io.leaderelection.context.FixedLeadership;
import io.leaderelection.context.LeadershipContext;
import io.leaderelection.fencing.NoFencingTokenException;
import io.leaderelection.fencing.StaleTokenException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link LeaderRuns}: what a run is and who may go on with it.
 */
abstract class AbstractLeaderRunsTests {

	private static final String KEY = "settlement-2026-11-30";

	final RunsFixture fixture = fixture();

	private final LeaderRuns runs = this.fixture.runs;

	abstract RunsFixture fixture();

	@Test
	void runIsFinishedWhenItsTaskReturns() throws Exception {
		this.fixture.seal(1);
		this.fixture.as(1, () -> {
			RunResult result = this.runs.once(KEY, (run) -> {
				assertThat(run.key()).isEqualTo(KEY);
				assertThat(run.attempt()).isEqualTo(1);
				assertThat(run.progress()).isEmpty();
				this.fixture.doSteps(run, 3);
				assertThat(run.progress()).contains("3");
				assertThat(this.fixture.find(KEY).state()).isEqualTo(RunState.RUNNING);
			});
			assertThat(result).isEqualTo(new RunResult(RunResult.Outcome.FINISHED, KEY, 1));
		});
		assertThat(this.fixture.done()).containsExactly("1@1", "2@1", "3@1");
		RunRecord run = this.fixture.find(KEY);
		assertThat(run.state()).isEqualTo(RunState.FINISHED);
		assertThat(run.term()).isEqualTo(1);
		assertThat(run.grantId()).isEqualTo("grant-1");
		assertThat(run.endedAt()).isNotNull().isAfterOrEqualTo(run.beganAt());
		assertThat(this.runs.unfinished(RunsFixture.ELECTION)).isEmpty();
		assertThat(this.fixture.meters).containsExactly("began settlement FIRST", "finished settlement");
	}

	@Test
	void finishedKeyIsSkippedByEveryLaterCallWhichSaysSo() throws Exception {
		this.fixture.seal(1);
		this.fixture.as(1, () -> this.runs.once(KEY, (run) -> this.fixture.doSteps(run, 1)));
		this.fixture.meters.clear();
		this.fixture.seal(2);
		this.fixture.as(2, () -> {
			RunResult result = this.runs.once(KEY, (run) -> this.fixture.work(99, 2));
			assertThat(result.isDuplicate()).isTrue();
			assertThat(result.attempts()).isEqualTo(1);
		});
		assertThat(this.fixture.done()).containsExactly("1@1");
		assertThat(this.fixture.find(KEY).term()).isEqualTo(1);
		assertThat(this.fixture.meters).containsExactly("duplicate settlement");
	}

	@Test
	void otherKeysAndElectionsAreOtherRuns() throws Exception {
		this.fixture.seal(1);
		this.fixture.seal("reporting", 1);
		this.fixture.as(1, () -> {
			this.runs.once(KEY, (run) -> this.fixture.doSteps(run, 1));
			assertThat(this.runs.once("settlement-2026-12-01", (run) -> this.fixture.doSteps(run, 1)).isDuplicate())
				.isFalse();
			this.fixture.as(new FixedLeadership("reporting", 1), () -> {
				LeaderRuns reporting = this.runs.forElection("reporting");
				assertThat(reporting.once(KEY, (run) -> {
				}).isDuplicate()).isFalse();
			});
		});
		assertThat(this.runs.find("reporting", KEY)).isPresent();
	}

	@Test
	void failedAttemptIsRememberedWithItsErrorAndGoneOnWithFromItsProgress() throws Exception {
		this.fixture.seal(1);
		this.fixture.as(1, () -> {
			assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> this.runs.once(KEY, (run) -> {
				this.fixture.doSteps(run, 2);
				throw new IllegalStateException("The bank is closed");
			}));
			RunRecord failed = this.fixture.find(KEY);
			assertThat(failed.state()).isEqualTo(RunState.FAILED);
			assertThat(failed.lastError()).contains("The bank is closed");
			assertThat(failed.progress()).isEqualTo("2");
			assertThat(this.runs.unfinished(RunsFixture.ELECTION)).containsExactly(failed);
			RunResult result = this.runs.once(KEY, (run) -> {
				assertThat(run.attempt()).isEqualTo(2);
				this.fixture.doSteps(run, 4);
			});
			assertThat(result).isEqualTo(new RunResult(RunResult.Outcome.RESUMED, KEY, 2));
		});
		assertThat(this.fixture.done()).containsExactly("1@1", "2@1", "3@1", "4@1");
		assertThat(this.fixture.meters).containsExactly("began settlement FIRST", "failed settlement",
				"began settlement RETRY", "finished settlement");
	}

	@Test
	void runThatItsTaskLeavesHasNotFailedAndIsGoneOnWithByTheNextLeader() throws Exception {
		this.fixture.seal(1);
		this.fixture.as(1, () -> {
			RunResult result = this.runs.once(KEY, (run) -> {
				this.fixture.doSteps(run, 2);
				run.leave();
			});
			assertThat(result).isEqualTo(new RunResult(RunResult.Outcome.LEFT, KEY, 1));
		});
		assertThat(this.runs.unfinished(RunsFixture.ELECTION)).singleElement()
			.matches((run) -> run.state() == RunState.RUNNING && run.lastError() == null);
		this.fixture.seal(2);
		this.fixture.as(2, () -> assertThat(this.runs.once(KEY, (run) -> this.fixture.doSteps(run, 3)).outcome())
			.isEqualTo(RunResult.Outcome.RESUMED));
		assertThat(this.fixture.done()).containsExactly("1@1", "2@1", "3@2");
		assertThat(this.fixture.meters).containsExactly("began settlement FIRST", "began settlement TAKEOVER",
				"finished settlement");
	}

	@Test
	void leavingDoesNotUndoThatTheRunIsFinished() throws Exception {
		this.fixture.seal(1);
		this.fixture.as(1, () -> {
			RunResult result = this.runs.once(KEY, (run) -> {
				run.step(run::finish);
				run.leave();
			});
			assertThat(result.outcome()).isEqualTo(RunResult.Outcome.FINISHED);
		});
		assertThat(this.fixture.find(KEY).state()).isEqualTo(RunState.FINISHED);
	}

	@Test
	void checkedExceptionOfTheTaskIsThrownAsItIs() throws Exception {
		this.fixture.seal(1);
		this.fixture.as(1, () -> assertThatExceptionOfType(InterruptedException.class)
			.isThrownBy(() -> this.runs.once(KEY, (run) -> {
				throw new InterruptedException();
			})));
	}

	@Test
	void lesson30RunAbandonedByAnOlderGrantIsHandedToTheNewLeader() throws Exception {
		abandonAfterTwoSteps(1);
		this.fixture.meters.clear();
		this.fixture.seal(2);
		assertThat(this.runs.unfinished(RunsFixture.ELECTION)).singleElement()
			.matches((run) -> run.state() == RunState.RUNNING && run.term() == 1);
		this.fixture.as(2, () -> {
			RunResult result = this.runs.once(KEY, (run) -> this.fixture.doSteps(run, 4));
			assertThat(result.outcome()).isEqualTo(RunResult.Outcome.RESUMED);
		});
		assertThat(this.fixture.done()).containsExactly("1@1", "2@1", "3@2", "4@2");
		assertThat(this.fixture.find(KEY).grantId()).isEqualTo("grant-2");
		assertThat(this.fixture.meters).containsExactly("began settlement TAKEOVER", "finished settlement");
	}

	/** Promise I2. */
	@Test
	void staleLeaderThatWakesCanNeitherSaveNorFinishNorFail() throws Exception {
		this.fixture.seal(1);
		this.fixture.as(1, () -> {
			assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> this.runs.once(KEY, (run) -> {
				this.fixture.doSteps(run, 1);
				// Here it sleeps past its term, and the next leader takes over.
				this.fixture.seal(2);
				assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> run.step(() -> run.save("9")));
				assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> run.step(run::finish));
			})).satisfies((ex) -> assertThat(ex.getSuppressed()).hasOnlyElementsOfType(StaleTokenException.class));
		});
		RunRecord run = this.fixture.find(KEY);
		assertThat(run.state()).isEqualTo(RunState.RUNNING);
		assertThat(run.progress()).isEqualTo("1");
	}

	/** Promise I2. */
	@Test
	void staleLeaderCannotBeginARun() throws Exception {
		this.fixture.seal(2);
		this.fixture.as(1, () -> assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> this.runs.once(KEY, (run) -> {
			})));
		assertThat(this.runs.find(RunsFixture.ELECTION, KEY)).isEmpty();
	}

	@Test
	void staleLeaderAndNewLeaderAtTheSameRunCommitEachStepOnce() throws Exception {
		this.fixture.seal(1);
		CountDownLatch frozen = new CountDownLatch(1);
		CountDownLatch woken = new CountDownLatch(1);
		ExecutorService old = Executors.newSingleThreadExecutor();
		// A ledger of its own: the old leader is another process.
		LeaderRuns ledgerOfTheOldLeader = this.fixture.ledger(RunSettings.DEFAULTS);
		try {
			Future<?> stale = old.submit(() -> {
				this.fixture.as(1, () -> ledgerOfTheOldLeader.once(KEY, (run) -> {
					this.fixture.doSteps(run, 2);
					frozen.countDown();
					assertThat(woken.await(20, TimeUnit.SECONDS)).isTrue();
					this.fixture.doSteps(run, 5);
				}));
				return null;
			});
			assertThat(frozen.await(20, TimeUnit.SECONDS)).isTrue();
			this.fixture.seal(2);
			this.fixture.as(2, () -> this.runs.once(KEY, (run) -> {
				this.fixture.doSteps(run, 3);
				woken.countDown();
				assertThat(stale).failsWithin(Duration.ofSeconds(20))
					.withThrowableThat()
					.withCauseInstanceOf(StaleTokenException.class);
				this.fixture.doSteps(run, 5);
			}));
		}
		finally {
			old.shutdownNow();
		}
		assertThat(this.fixture.done()).containsExactly("1@1", "2@1", "3@2", "4@2", "5@2");
		assertThat(this.fixture.find(KEY).state()).isEqualTo(RunState.FINISHED);
	}

	@Test
	void runIsRefusedOnceItsLeadershipIsOver() throws Exception {
		this.fixture.seal(1);
		FixedLeadership leadership = new FixedLeadership(RunsFixture.ELECTION, 1);
		this.fixture.as(leadership, () -> assertThatExceptionOfType(NotLeaderException.class)
			.isThrownBy(() -> this.runs.once(KEY, (run) -> leadership.end())));
		assertThat(this.fixture.find(KEY).state()).isEqualTo(RunState.RUNNING);
	}

	@Test
	void threadWithoutTokenCannotRun() {
		assertThatExceptionOfType(NoFencingTokenException.class).isThrownBy(() -> this.runs.once(KEY, (run) -> {
		}));
	}

	@Test
	void keyInProgressOnAnotherThreadOfTheSameLeaderIsRefused() throws Exception {
		this.fixture.seal(1);
		ExecutorService other = Executors.newSingleThreadExecutor();
		try {
			this.fixture.as(1, () -> this.runs.once(KEY, (run) -> {
				Future<?> second = other
					.submit(LeadershipContext.current().wrap(() -> this.runs.withMaxAttempts(3).once(KEY, (again) -> {
					})));
				assertThat(second).failsWithin(Duration.ofSeconds(20))
					.withThrowableThat()
					.withCauseInstanceOf(RunInProgressException.class);
				this.fixture.doSteps(run, 1);
			}));
		}
		finally {
			other.shutdownNow();
		}
		assertThat(this.fixture.find(KEY).attempts()).isEqualTo(1);
		this.fixture.as(1, () -> assertThat(this.runs.once(KEY, (run) -> {
		}).isDuplicate()).isTrue());
	}

	@Test
	void keyThatTwoLedgersOfOneGrantBeginAtOnceHasEachStepDoneOnce() throws Exception {
		this.fixture.seal(1);
		ExecutorService both = Executors.newFixedThreadPool(2);
		CyclicBarrier atOnce = new CyclicBarrier(2);
		List<LeaderRuns> ledgers = List.of(this.runs, this.fixture.ledger(RunSettings.DEFAULTS));
		try {
			for (int i = 0; i < 10; i++) {
				String key = "key-" + i;
				List<Future<?>> attempts = ledgers.stream().<Future<?>>map((ledger) -> both.submit(() -> {
					atOnce.await(20, TimeUnit.SECONDS);
					try {
						this.fixture.as(1, () -> ledger.once(key, (run) -> this.fixture.doSteps(run, 3)));
					}
					catch (RunInProgressException | RunSupersededException ex) {
						// The other one has it.
					}
					return null;
				})).toList();
				for (Future<?> attempt : attempts) {
					attempt.get(20, TimeUnit.SECONDS);
				}
				assertThat(this.fixture.find(key).state()).isEqualTo(RunState.FINISHED);
				assertThat(this.fixture.done()).containsExactly("1@1", "2@1", "3@1");
				this.fixture.admin.execute("DELETE FROM work");
			}
		}
		finally {
			both.shutdownNow();
		}
	}

	@Test
	void attemptThatWasTakenOverByAnotherLedgerOfTheSameGrantIsSuperseded() throws Exception {
		this.fixture.seal(1);
		LeaderRuns other = this.fixture.ledger(RunSettings.DEFAULTS);
		this.fixture.as(1, () -> assertThatExceptionOfType(RunSupersededException.class)
			.isThrownBy(() -> this.runs.once(KEY, (run) -> {
				this.fixture.doSteps(run, 1);
				other.once(KEY, (second) -> this.fixture.doSteps(second, 2));
				this.fixture.doSteps(run, 2);
			})));
		assertThat(this.fixture.done()).containsExactly("1@1", "2@1");
		assertThat(this.fixture.find(KEY).state()).isEqualTo(RunState.FINISHED);
	}

	@Test
	void attemptsMayBeBounded() throws Exception {
		this.fixture.seal(1);
		LeaderRuns bounded = this.runs.withMaxAttempts(2);
		this.fixture.as(1, () -> {
			for (int attempt = 1; attempt <= 2; attempt++) {
				assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> bounded.once(KEY, (run) -> {
					throw new IllegalStateException("The bank is closed");
				}));
			}
			assertThatExceptionOfType(RunAttemptsExhaustedException.class)
				.isThrownBy(() -> bounded.once(KEY, (run) -> this.fixture.work(1, 1)))
				.withMessageContainingAll("2 attempts", "The bank is closed", "UPDATE leader_run SET attempts = 0")
				.satisfies((ex) -> this.fixture.admin
					.execute(ex.getMessage().substring(ex.getMessage().indexOf("UPDATE leader_run"))));
			assertThat(this.fixture.done()).isEmpty();
			assertThat(bounded.once(KEY, (run) -> this.fixture.doSteps(run, 1)).attempts()).isEqualTo(1);
		});
	}

	@Test
	void attemptThatWasCutOffCountsAsOne() throws Exception {
		abandonAfterTwoSteps(1);
		this.fixture.seal(2);
		this.fixture.as(2, () -> assertThatExceptionOfType(RunAttemptsExhaustedException.class)
			.isThrownBy(() -> this.runs.withMaxAttempts(1).once(KEY, (run) -> {
			}))
			.withMessageContaining("cut off"));
		assertThatIllegalArgumentException().isThrownBy(() -> this.runs.withMaxAttempts(0))
			.withMessageContaining("'attempts' must be at least 1");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "-first", "two words", "über", "a\u0000b", "line\nbreak", "per%cent" })
	void keyThatBreaksTheRulesIsRefused(String key) {
		assertThatExceptionOfType(InvalidRunKeyException.class).isThrownBy(() -> this.runs.once(key, (run) -> {
		}))
			.withMessageContaining("letters, digits")
			.satisfies((ex) -> assertThat(ex.getMessage()).doesNotContainPattern("\\p{Cntrl}"));
	}

	@Test
	void keysAreBoundedInLength() throws Exception {
		this.fixture.seal(1);
		this.fixture.as(1, () -> {
			this.runs.once("k".repeat(200), (run) -> {
			});
			assertThatExceptionOfType(InvalidRunKeyException.class)
				.isThrownBy(() -> this.runs.once("k".repeat(201), (run) -> {
				}));
			this.runs.once("2026-11-30T17:00:00+01:00/a=b_c.d", (run) -> {
			});
		});
	}

	/**
	 * End an attempt as a process does that dies: nothing is written any more.
	 */
	private void abandonAfterTwoSteps(long term) throws Exception {
		this.fixture.seal(term);
		FixedLeadership leadership = new FixedLeadership(RunsFixture.ELECTION, term);
		this.fixture.as(leadership,
				() -> assertThatExceptionOfType(Death.class).isThrownBy(() -> this.runs.once(KEY, (run) -> {
					this.fixture.doSteps(run, 2);
					leadership.end();
					throw new Death();
				})));
		assertThat(this.fixture.done()).isEqualTo(List.of("1@" + term, "2@" + term));
	}

	private static final class Death extends RuntimeException {

	}

}
