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

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.leaderelection.NotLeaderException;
import io.leaderelection.context.FixedLeadership;
import io.leaderelection.servers.MariaDbServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link LeaderRuns} on MariaDB.
 */
class MariaDbLeaderRunsTests extends AbstractLeaderRunsTests {

	@RegisterExtension
	static final RunsFixture fixture = new RunsFixture(MariaDbServer.database());

	@Override
	RunsFixture fixture() {
		return fixture;
	}

	/**
	 * The snapshot of the new leader's transaction is older than what it waited for.
	 */
	@Test
	void progressThatTheOlderGrantCommitsWhileTheNewOneWaitsIsGoneOnWith() throws Exception {
		fixture.seal(1);
		LeaderRuns other = fixture.ledger(RunSettings.DEFAULTS);
		AtomicReference<CompletableFuture<Void>> next = new AtomicReference<>();
		FixedLeadership old = new FixedLeadership(RunsFixture.ELECTION, 1);
		fixture.as(old, () -> assertThatExceptionOfType(NotLeaderException.class)
			.isThrownBy(() -> fixture.runs.once("key", (run) -> {
				fixture.doSteps(run, 2);
				run.step(() -> {
					fixture.work(3, 1);
					run.save("3");
					CompletableFuture<Void> sealed = CompletableFuture.runAsync(() -> fixture.seal(2));
					await().until(() -> waiting() == 1);
					next.set(CompletableFuture.allOf(sealed, CompletableFuture.runAsync(() -> goOn(other))));
					await().until(() -> waiting() == 2);
				});
				old.end();
			})));
		next.get().get(20, TimeUnit.SECONDS);
		assertThat(fixture.done()).containsExactly("1@1", "2@1", "3@1", "4@2", "5@2");
		assertThat(fixture.find("key").state()).isEqualTo(RunState.FINISHED);
	}

	private static void goOn(LeaderRuns ledger) {
		try {
			fixture.as(2, () -> ledger.once("key", (run) -> fixture.doSteps(run, 5)));
		}
		catch (RuntimeException ex) {
			throw ex;
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static int waiting() {
		return fixture.admin.queryForList("SELECT 1 FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")
			.size();
	}

}
