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

package io.leaderelection.fencing.jdbc;

import java.time.Duration;

import io.leaderelection.fencing.jdbc.FrozenWorker.Stage;
import io.leaderelection.spi.SealOutcome;
import io.leaderelection.spi.SealRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.DataAccessException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the change of leaders while the old one, a process of its own under SIGSTOP,
 * stands still in the middle of a transaction.
 */
@ExtendWith(OutputCaptureExtension.class)
class FrozenLeaderTests {

	private static final Duration BOUND = Duration.ofSeconds(5);

	/** So long that only the sealer can free what the worker holds. */
	private static final Duration LONG = Duration.ofMinutes(5);

	@RegisterExtension
	static final FencingFixture fixture = new FencingFixture(TestDatabase.postgres());

	private final JdbcFenceSealer sealer = new JdbcFenceSealer(fixture.fencing,
			new FenceSchemaInitializer(DatabaseInitializationMode.ALWAYS));

	@BeforeEach
	void lead() {
		fixture.seal(5);
	}

	@AfterEach
	void close() {
		this.sealer.close();
	}

	/**
	 * Promises I2 and I6.
	 */
	@ParameterizedTest
	@EnumSource(names = { "BEFORE_THE_CHECK", "AFTER_THE_CHECK", "ROW_LOCKS_AFTER_THE_CHECK",
			"ROW_LOCKS_IN_A_GUARDED_TRANSACTION", "FULL_SOCKET" })
	void nextLeaderWorksWithinTheBoundOfTheSealWhateverTheFrozenOneHolds(Stage stage, CapturedOutput output) {
		try (WorkerProcess worker = WorkerProcess.start(stage, fixture.postgres(), LONG)) {
			if (stage == Stage.FULL_SOCKET) {
				await().until(() -> sessions("wait_event = 'ClientWrite'") == 1);
			}
			worker.freeze();
			long start = System.nanoTime();
			assertThat(seal(6)).isInstanceOf(SealOutcome.Sealed.class);
			assertThat(fixture.as(6, () -> fixture.jdbc.update("UPDATE payment SET status = 'NEW'"))).isEqualTo(3);
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
			if (stage == Stage.BEFORE_THE_CHECK) {
				assertThat(fixture.meters).noneMatch((note) -> note.contains("terminated"));
				assertThat(worker.wake()).isEqualTo("REFUSED StaleTokenException");
			}
			else {
				await().untilAsserted(() -> assertThat(fixture.meters).contains("terminated settlement payments"));
				assertThat(output)
					.containsPattern("Terminated a session in DataSource 'payments'.*\\(session \\d+ of user "
							+ "\\w+, application \"frozen worker\", .*in its transaction since");
				assertThat(worker.wake()).startsWith("REFUSED");
			}
		}
		assertThat(fixture.status(1)).isEqualTo("NEW");
		assertThat(fixture.status(2)).isEqualTo("NEW");
	}

	@ParameterizedTest
	@EnumSource(names = { "ROW_LOCKS_AFTER_THE_CHECK", "ROW_LOCKS_IN_A_GUARDED_TRANSACTION" })
	void idleLimitFreesRowLocksThoughNobodySeals(Stage stage) {
		Duration limit = Duration.ofSeconds(1);
		try (WorkerProcess worker = WorkerProcess.start(stage, fixture.postgres(), limit)) {
			worker.freeze();
			await().atMost(limit.plusSeconds(4)).until(() -> sessions("true") == 0);
			assertThat(worker.wake()).startsWith("REFUSED");
		}
	}

	/**
	 * Nothing of the library saw this transaction, as its manager is not fenced, so that
	 * nothing bounds it, and its locks are none that the sealer waits for. No transaction
	 * that is checked when it begins gets into this state.
	 */
	@Test
	void rowLocksOfATransactionThatWasNeverCheckedKeepTheNextLeaderWaiting() {
		try (WorkerProcess worker = WorkerProcess.start(Stage.ROW_LOCKS_ONLY, fixture.postgres(),
				Duration.ofSeconds(1))) {
			worker.freeze();
			assertThat(seal(6)).isInstanceOf(SealOutcome.Sealed.class);
			assertThatExceptionOfType(DataAccessException.class)
				.isThrownBy(() -> fixture.as(6, () -> fixture.transaction.executeWithoutResult((status) -> {
					fixture.jdbc.execute("SET LOCAL lock_timeout = '2s'");
					fixture.jdbc.update("UPDATE payment SET status = 'NEW'");
				})))
				.withMessageContaining("lock timeout");
			assertThat(worker.wake()).isEqualTo("REFUSED StaleTokenException");
		}
		assertThat(fixture.as(6, () -> fixture.jdbc.update("UPDATE payment SET status = 'NEW'"))).isEqualTo(3);
	}

	@Test
	void sessionThatMayNotBeEndedIsNamedByTheSealTheLogAndTheMeters(CapturedOutput output) {
		fixture.admin.execute("CREATE ROLE sealing LOGIN PASSWORD 'sealing'");
		fixture.admin.execute("GRANT SELECT, INSERT, UPDATE ON leader_fence, leader_fence_intent TO sealing");
		FencedDatabase database = new FencedDatabase("payments", fixture.postgres().dataSource("sealing", "sealing"));
		JdbcFencing fencing = new JdbcFencing("shop", ProtectedDatabases.single(database), (election) -> BOUND)
			.withMeters(new RecordingMeters(fixture.meters));
		try (JdbcFenceSealer weak = new JdbcFenceSealer(fencing,
				new FenceSchemaInitializer(DatabaseInitializationMode.NEVER));
				WorkerProcess worker = WorkerProcess.start(Stage.AFTER_THE_CHECK, fixture.postgres(), LONG)) {
			worker.freeze();
			SealOutcome outcome = weak.seal(request(6, BOUND)).toCompletableFuture().join();
			String named = "session \\d+ of user %s, application \"frozen worker\".*"
				.formatted(fixture.postgres().user());
			await().untilAsserted(() -> assertThat(output)
				.containsPattern("Cannot terminate a session in DataSource 'payments'.*" + named));
			assertThat(outcome).isInstanceOfSatisfying(SealOutcome.Failed.class,
					(failed) -> assertThat(failed.detail()).containsPattern("in the way: " + named));
			assertThat(fixture.meters).contains("not terminated settlement payments")
				.filteredOn((note) -> note.startsWith("not terminated"))
				.as("once a seal")
				.hasSize(1);
		}
		finally {
			await().until(() -> sessions("true") == 0);
			fixture.admin.execute("DROP OWNED BY sealing");
			fixture.admin.execute("DROP ROLE sealing");
		}
	}

	private SealOutcome seal(long term) {
		return this.sealer.seal(request(term, BOUND)).toCompletableFuture().join();
	}

	private static SealRequest request(long term, Duration bound) {
		return new SealRequest(FencingFixture.token(term), "lineage", "holder-" + term, bound);
	}

	private static int sessions(String condition) {
		Integer count = fixture.admin.queryForObject(
				"SELECT count(*) FROM pg_stat_activity WHERE application_name" + " = 'frozen worker' AND " + condition,
				Integer.class);
		return (count != null) ? count : 0;
	}

}
