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

import java.util.concurrent.atomic.AtomicBoolean;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.fencing.jdbc.FenceSchemaInitializer;
import io.leaderelection.fencing.jdbc.FencedDatabase;
import io.leaderelection.fencing.jdbc.FencedJdbcTemplate;
import io.leaderelection.fencing.jdbc.ProtectedDatabases;
import io.leaderelection.servers.PostgresDatabase;
import io.leaderelection.servers.PostgresServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.core.NestedRuntimeException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for what is committed together: the work of a run and its progress.
 */
abstract class AbstractRunTransactionsTests {

	private static final String KEY = "settlement-2026-11-30";

	final RunsFixture fixture = fixture();

	@RegisterExtension
	static final PostgresDatabase archive = PostgresServer.database();

	private final LeaderRuns runs = this.fixture.runs;

	abstract RunsFixture fixture();

	@Test
	void stepThatFailsAfterItSavedLeavesNeitherWorkNorProgress() throws Exception {
		this.fixture.seal(1);
		this.fixture.as(1, () -> this.runs.once(KEY, (run) -> {
			this.fixture.doSteps(run, 1);
			assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> run.step(() -> {
				this.fixture.work(2, 1);
				run.save("2");
				throw new IllegalStateException();
			}));
			assertThat(run.progress()).contains("1");
			assertThat(this.fixture.find(KEY).progress()).isEqualTo("1");
			assertThat(this.fixture.done()).containsExactly("1@1");
			this.fixture.doSteps(run, 3);
		}));
		assertThat(this.fixture.done()).containsExactly("1@1", "2@1", "3@1");
	}

	@Test
	void connectionLostBetweenWorkAndProgressLeavesNeitherAndTheNextAttemptRepeatsTheStep() throws Exception {
		this.fixture.seal(1);
		this.fixture.as(1, () -> {
			assertThatExceptionOfType(NestedRuntimeException.class).isThrownBy(() -> this.runs.once(KEY, (run) -> {
				this.fixture.doSteps(run, 1);
				run.step(() -> {
					this.fixture.work(2, 1);
					this.fixture.loseConnection();
					run.save("2");
				});
			}));
			assertThat(this.fixture.done()).containsExactly("1@1");
			this.runs.once(KEY, (run) -> this.fixture.doSteps(run, 3));
		});
		assertThat(this.fixture.done()).containsExactly("1@1", "2@1", "3@1");
	}

	@Test
	void connectionLostAtTheCommitLeavesNeither() throws Exception {
		this.fixture.seal(1);
		this.fixture.as(1, () -> {
			assertThatExceptionOfType(RuntimeException.class)
				.isThrownBy(() -> this.runs.once(KEY, (run) -> run.step(() -> {
					this.fixture.work(1, 1);
					run.save("1");
					this.fixture.loseConnection();
				})));
			assertThat(this.fixture.done()).isEmpty();
			assertThat(this.fixture.find(KEY).progress()).isNull();
		});
	}

	@Test
	void workIsNotRepeatedAfterACommitWhoseAnswerWasLost() throws Exception {
		this.fixture.seal(1);
		AtomicBoolean losesAnswer = new AtomicBoolean();
		LeaderRuns lossy = this.fixture.ledger(RunSettings.DEFAULTS, new JdbcTransactionManager(this.fixture.pool) {
			@Override
			protected void doCommit(DefaultTransactionStatus status) {
				super.doCommit(status);
				if (losesAnswer.getAndSet(false)) {
					throw new TransactionSystemException("The answer was lost");
				}
			}
		});
		this.fixture.as(1, () -> {
			assertThatExceptionOfType(RunSupersededException.class).isThrownBy(() -> lossy.once(KEY, (run) -> {
				losesAnswer.set(true);
				assertThatExceptionOfType(TransactionException.class).isThrownBy(() -> this.fixture.doSteps(run, 1));
				// Whoever just tries again would do the step twice.
				this.fixture.doSteps(run, 1);
			}));
			assertThat(this.fixture.done()).containsExactly("1@1");
			assertThat(lossy.once(KEY, (run) -> this.fixture.doSteps(run, 2)).outcome())
				.isEqualTo(RunResult.Outcome.RESUMED);
		});
		assertThat(this.fixture.done()).containsExactly("1@1", "2@1");
	}

	@Test
	void stepThatNeitherSavesNorFinishesIsRolledBackAndRefused() throws Exception {
		this.fixture.seal(1);
		this.fixture.as(1,
				() -> assertThatExceptionOfType(RunTransactionException.class)
					.isThrownBy(() -> this.runs.once(KEY, (run) -> run.step(() -> this.fixture.work(1, 1))))
					.withMessageContaining("neither saved its progress nor finished"));
		assertThat(this.fixture.done()).isEmpty();
	}

	@Test
	void workOfOneStepIsCommittedTogetherWithItsEnd() throws Exception {
		this.fixture.seal(1);
		this.fixture.as(1, () -> {
			assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> this.runs.onceInOneStep(KEY, () -> {
				this.fixture.work(1, 1);
				throw new IllegalStateException();
			}));
			assertThat(this.fixture.done()).isEmpty();
			assertThat(this.runs.onceInOneStep(KEY, () -> this.fixture.work(1, 1)).outcome())
				.isEqualTo(RunResult.Outcome.RESUMED);
			assertThat(this.runs.onceInOneStep(KEY, () -> this.fixture.work(1, 1)).isDuplicate()).isTrue();
		});
		assertThat(this.fixture.done()).containsExactly("1@1");
	}

	@Test
	void finishedRunAcceptsNothingMore() throws Exception {
		this.fixture.seal(1);
		this.fixture.as(1, () -> this.runs.once(KEY, (run) -> {
			run.step(() -> {
				this.fixture.work(1, 1);
				run.finish();
				assertThatExceptionOfType(RunTransactionException.class).isThrownBy(run::finish)
					.withMessageContaining("finished already");
			});
			assertThatExceptionOfType(RunTransactionException.class).isThrownBy(() -> run.step(() -> run.save("2")))
				.withMessageContaining("finished already");
		}));
		assertThat(this.fixture.find(KEY).progress()).isNull();
	}

	@Test
	void progressCountsInATransactionThatTheTaskBeganItself() throws Exception {
		this.fixture.seal(1);
		this.fixture.as(1, () -> this.runs.once(KEY, (run) -> {
			this.fixture.transaction.executeWithoutResult((status) -> {
				this.fixture.work(1, 1);
				run.save("half");
				run.save("1");
				assertThat(run.progress()).isEmpty();
			});
			assertThat(run.progress()).contains("1");
			this.fixture.transaction.executeWithoutResult((status) -> {
				run.save("2");
				status.setRollbackOnly();
			});
			assertThat(run.progress()).contains("1");
			this.fixture.doSteps(run, 2);
		}));
		assertThat(this.fixture.done()).containsExactly("1@1", "2@1");
	}

	@Test
	void progressOutsideOfATransactionIsRefused() throws Exception {
		this.fixture.seal(1);
		this.fixture.as(1, () -> this.runs.once(KEY, (run) -> {
			assertThatExceptionOfType(RunTransactionException.class).isThrownBy(() -> run.save("1"))
				.withMessageContaining("in the transaction of the work");
			assertThatExceptionOfType(RunTransactionException.class).isThrownBy(run::finish);
		}));
		assertThat(this.fixture.find(KEY).progress()).isNull();
	}

	@Test
	void runInsideOfATransactionIsRefused() throws Exception {
		this.fixture.seal(1);
		this.fixture.as(1,
				() -> this.fixture.transaction
					.executeWithoutResult((status) -> assertThatExceptionOfType(RunTransactionException.class)
						.isThrownBy(() -> this.runs.once(KEY, (run) -> {
						}))
						.withMessageContaining("remove @Transactional")));
		assertThat(this.runs.find(RunsFixture.ELECTION, KEY)).isEmpty();
	}

	@Test
	void stepInsideOfATransactionIsRefused() throws Exception {
		this.fixture.seal(1);
		this.fixture.as(1,
				() -> this.runs.once(KEY,
						(run) -> this.fixture.transaction
							.executeWithoutResult((status) -> assertThatExceptionOfType(RunTransactionException.class)
								.isThrownBy(() -> run.step(() -> run.save("1"))))));
	}

	@Test
	void progressInAnInnerTransactionDoesNotWaitForTheOuterOne() throws Exception {
		this.fixture.seal(1);
		TransactionTemplate inner = new TransactionTemplate(new JdbcTransactionManager(this.fixture.pool));
		inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		this.fixture.as(1, () -> this.runs.once(KEY, (run) -> run.step(() -> {
			run.save("1");
			assertThatExceptionOfType(RunTransactionException.class)
				.isThrownBy(() -> inner.executeWithoutResult((status) -> run.save("2")))
				.withMessageContaining("outside of this one");
		})));
		assertThat(this.fixture.find(KEY).progress()).isEqualTo("1");
	}

	@Test
	void progressThatCannotBeStoredIsRefusedBeforeItReachesTheDatabase() throws Exception {
		this.fixture.seal(1);
		String longest = "ä".repeat(LeaderRun.MAX_PROGRESS_LENGTH);
		this.fixture.as(1, () -> this.runs.once(KEY, (run) -> run.step(() -> {
			assertThatExceptionOfType(InvalidProgressException.class).isThrownBy(() -> run.save(longest + "x"))
				.withMessageContaining("65537 characters");
			assertThatExceptionOfType(InvalidProgressException.class).isThrownBy(() -> run.save("a\0b"))
				.withMessageContaining("NUL");
			run.save(longest);
		})));
		assertThat(this.fixture.find(KEY).progress()).isEqualTo(longest);
	}

	@Test
	void eachDatabaseHasItsLedgerAndTakesNoProgressFromTransactionsOfAnother() throws Exception {
		this.fixture.seal(1);
		try (HikariDataSource pool = archive.pool(4)) {
			FencedDatabase second = new FencedDatabase("archive", pool);
			ProtectedDatabases databases = ProtectedDatabases.single(second);
			new FenceSchemaInitializer(DatabaseInitializationMode.ALWAYS).initialize(databases);
			JdbcTemplate admin = new JdbcTemplate(pool);
			admin.execute(
					"INSERT INTO leader_fence VALUES ('shop', 'settlement', 1, 'grant-1', 'lineage', 'me', CURRENT_TIMESTAMP)");
			FencedJdbcTemplate template = this.fixture.template(databases);
			LeaderRuns archived = new JdbcLeaderRuns(template, new JdbcTransactionManager(pool),
					new RunTable(second, new FenceSchemaInitializer(DatabaseInitializationMode.ALWAYS)),
					RunSettings.DEFAULTS, RunMeters.NONE);
			this.fixture.as(1, () -> {
				this.runs.once(KEY, (run) -> this.fixture.doSteps(run, 1));
				archived.once(KEY, (run) -> {
					assertThatExceptionOfType(RunTransactionException.class)
						.isThrownBy(() -> this.fixture.transaction.executeWithoutResult((status) -> run.save("1")))
						.withMessageContaining("on the ledger's database");
					run.step(() -> run.save("archived"));
				});
			});
			assertThat(archived.find(RunsFixture.ELECTION, KEY).orElseThrow().progress()).isEqualTo("archived");
			assertThat(this.fixture.find(KEY).progress()).isEqualTo("1");
		}
	}

}
