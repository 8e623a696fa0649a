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

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import javax.sql.DataSource;

import io.leaderelection.ElectionObservation;
import io.leaderelection.ElectionStatus;
import io.leaderelection.FencingToken;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link DatabaseEligibility}.
 */
class DatabaseEligibilityTests {

	private static final Duration INTERVAL = Duration.ofSeconds(2);

	private final AtomicLong nanos = new AtomicLong();

	private final AtomicInteger checks = new AtomicInteger();

	private final DataSource dataSource = mock(DataSource.class);

	private final Connection connection = mock(Connection.class);

	private final LeaderElections elections = mock(LeaderElections.class);

	private final ElectionStatus status = mock(ElectionStatus.class);

	private volatile boolean reachable = true;

	private final DatabaseEligibility eligibility = new DatabaseEligibility(
			ProtectedDatabases.single(new FencedDatabase("ledger", this.dataSource)), () -> this.elections, INTERVAL,
			this.nanos::get);

	@BeforeEach
	void setUp() throws SQLException {
		LeaderElection election = mock(LeaderElection.class);
		given(this.elections.get("settlement")).willReturn(election);
		given(this.elections.instance()).willReturn("worker-1");
		given(election.status()).willReturn(this.status);
		given(this.connection.isValid(anyInt())).willReturn(true);
		given(this.dataSource.getConnection()).willAnswer((call) -> {
			this.checks.incrementAndGet();
			if (!this.reachable) {
				throw new SQLException("connection refused");
			}
			return this.connection;
		});
	}

	@AfterEach
	void close() {
		this.eligibility.close();
	}

	@Test
	void reachableDatabaseIsNoReason() {
		assertThat(judge(5)).isNull();
	}

	@Test
	void itTakesThreeFailuresToHoldBackAndTwoSuccessesToTakePartAgain() {
		this.reachable = false;
		assertThat(judge(2)).isNull();
		assertThat(judge(1)).isEqualTo("The database 'ledger' cannot be reached: connection refused");
		this.reachable = true;
		assertThat(judge(1)).isNotNull();
		this.reachable = false;
		assertThat(judge(1)).isNotNull();
		this.reachable = true;
		assertThat(judge(2)).isNull();
	}

	@Test
	void checksAreMadeOnceAnInterval() {
		judge(1);
		for (int i = 0; i < 10; i++) {
			this.eligibility.reasonAgainst("settlement");
		}
		assertThat(this.checks).hasValue(1);
	}

	@Test
	void leaderHandsOverOnlyIfThereIsAnotherCandidate() {
		this.reachable = false;
		given(this.status.token()).willReturn(new FencingToken("settlement", 7, "grant"));
		candidates("worker-1");
		assertThat(judge(3)).isNull();
		candidates("worker-1", "worker-2");
		assertThat(this.eligibility.reasonAgainst("settlement")).contains("'ledger' cannot be reached");
	}

	@Test
	void checkThatHangsIsAFailureAndDelaysNobody() throws SQLException {
		CountDownLatch release = new CountDownLatch(1);
		given(this.dataSource.getConnection()).willAnswer((call) -> {
			release.await();
			return this.connection;
		});
		for (int i = 0; i < 4; i++) {
			this.eligibility.reasonAgainst("settlement");
			this.nanos.addAndGet(INTERVAL.toNanos());
		}
		assertThat(this.eligibility.reasonAgainst("settlement")).contains("no answer yet");
		release.countDown();
	}

	private void candidates(String first, String... others) {
		Map<String, Map<String, String>> candidates = new HashMap<>(Map.of(first, Map.of()));
		for (String other : others) {
			candidates.put(other, Map.of());
		}
		given(this.status.observation())
			.willReturn(new ElectionObservation(7, null, null, null, candidates, Instant.EPOCH));
	}

	/**
	 * Judge as often as given, each time after another check, and return the judgement
	 * that follows from the last check.
	 */
	private String judge(int times) {
		for (int i = 0; i < times; i++) {
			this.nanos.addAndGet(INTERVAL.toNanos());
			int before = this.checks.get();
			this.eligibility.reasonAgainst("settlement");
			await().until(() -> this.checks.get() > before && this.eligibility.isIdle());
		}
		return this.eligibility.reasonAgainst("settlement");
	}

}
