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

package io.leaderelection.coordinator.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

import javax.sql.DataSource;

import io.leaderelection.coordinator.ContactLog;
import io.leaderelection.servers.TcpRelay;
import org.assertj.core.api.AbstractThrowableAssert;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for {@link ConnectionLane}, on a PostgreSQL behind a relay.
 */
class ConnectionLaneTests {

	private static final Duration TIMEOUT = Duration.ofSeconds(10);

	private static final Duration SHORT = Duration.ofMillis(300);

	private final JdbcFixture fixture = new JdbcFixture(PostgresUnderTest.shared());

	private final ForwardedLoop timer = new ForwardedLoop();

	private final ContactLog log = new ContactLog(this.timer::wallTime);

	private final TcpRelay relay = this.fixture.relay();

	private final ConnectionLane lane = lane(this.fixture.database().dataSource(this.relay.port()));

	private ConnectionLane lane(DataSource dataSource) {
		return new ConnectionLane("lane-test", new Connector(dataSource, Duration.ofSeconds(2)), this.timer, this.log,
				RandomGenerator.getDefault());
	}

	@AfterEach
	void close() {
		this.lane.close();
		this.timer.close();
		this.fixture.close();
	}

	@Test
	void callsAreServedInOrderOnOneConnection() {
		List<CompletableFuture<Integer>> answers = List.of(this.lane.submit(ConnectionLaneTests::pid, TIMEOUT),
				this.lane.submit(ConnectionLaneTests::pid, TIMEOUT),
				this.lane.submitRepeatable(ConnectionLaneTests::pid, TIMEOUT));
		assertThat(answers.stream().map(JdbcFixture::await).distinct()).hasSize(1);
	}

	@Test
	void callWaitsUntilTheDatabaseIsBack() {
		this.relay.refuse();
		CompletableFuture<Integer> answer = this.lane.submit(ConnectionLaneTests::pid, TIMEOUT);
		Awaitility.await().until(() -> this.log.lastError() != null);
		assertThat(answer).isNotDone();
		this.relay.resume();
		assertThat(JdbcFixture.await(answer)).isPositive();
	}

	@Test
	void callIsGivenUpAtItsDeadlineAndTellsTheLastError() {
		this.relay.refuse();
		CompletableFuture<Integer> answer = this.lane.submit(ConnectionLaneTests::pid, SHORT);
		assertFailure(answer, UnansweredException.class).hasMessageContaining("within 300 ms; last error: ");
	}

	@Test
	void changeIsNotRepeatedOnAnotherConnection() {
		AtomicInteger performed = new AtomicInteger();
		pidOfConnected();
		CompletableFuture<Integer> answer = this.lane.submit((session) -> {
			performed.incrementAndGet();
			this.relay.cut();
			return pid(session);
		}, TIMEOUT);
		assertFailure(answer, SQLException.class);
		assertThat(performed).hasValue(1);
		assertThat(pidOfConnected()).isPositive();
	}

	@Test
	void repeatableCallIsRepeatedOnAnotherConnection() {
		AtomicInteger performed = new AtomicInteger();
		int before = pidOfConnected();
		CompletableFuture<Integer> answer = this.lane.submitRepeatable((session) -> {
			if (performed.incrementAndGet() == 1) {
				this.relay.cut();
			}
			return pid(session);
		}, TIMEOUT);
		assertThat(JdbcFixture.await(answer)).isNotEqualTo(before);
		assertThat(performed).hasValue(2);
	}

	@Test
	void silentConnectionIsReplacedAtTheDeadlineOfItsCall() {
		int before = pidOfConnected();
		this.relay.hold(TcpRelay.Direction.TO_CLIENT);
		assertFailure(this.lane.submit(ConnectionLaneTests::pid, SHORT), UnansweredException.class);
		this.relay.cut();
		this.relay.resume();
		assertThat(pidOfConnected()).isNotEqualTo(before);
	}

	@Test
	void restartOfTheServerIsSurvived() {
		pidOfConnected();
		this.fixture.database().restart();
		assertThat(JdbcFixture.await(this.lane.submitRepeatable(ConnectionLaneTests::pid, TIMEOUT))).isPositive();
	}

	@Test
	void failedStatementInATransactionOfItsOwnCostsTheConnection() {
		int before = pidOfConnected();
		assertFailure(this.lane.submit((session) -> {
			session.connection().setAutoCommit(false);
			execute(session, "SELECT no_such_column");
			return 0;
		}, TIMEOUT), SQLException.class);
		assertThat(pidOfConnected()).isNotEqualTo(before);
	}

	@Test
	void throwingWorkEndsNothing() {
		assertFailure(this.lane.submit((session) -> {
			throw new IllegalStateException("thrown by the work");
		}, TIMEOUT), IllegalStateException.class);
		assertThat(pidOfConnected()).isPositive();
	}

	@Test
	void callThatWasGivenUpInTheQueueIsNeverMade() {
		CountDownLatch release = new CountDownLatch(1);
		AtomicInteger performed = new AtomicInteger();
		CompletableFuture<Integer> first = this.lane.submit((session) -> awaitLatch(release), TIMEOUT);
		CompletableFuture<Integer> second = this.lane.submit((session) -> performed.incrementAndGet(), SHORT);
		assertFailure(second, UnansweredException.class);
		release.countDown();
		JdbcFixture.await(first);
		pidOfConnected();
		assertThat(performed).hasValue(0);
	}

	@Test
	void callWhoseTurnComesTooLateIsNotSentAndCostsNoConnection() {
		int before = pidOfConnected();
		AtomicInteger performed = new AtomicInteger();
		CompletableFuture<Integer> late = lateBy(Duration.ofMillis(9980), (session) -> {
			performed.incrementAndGet();
			return execute(session, "SELECT pg_sleep(0.1)");
		}, TIMEOUT);
		assertFailure(late, UnansweredException.class).hasMessageContaining("not sent");
		assertThat(performed).hasValue(0);
		assertThat(pidOfConnected()).isEqualTo(before);
	}

	@Test
	void answerThatIsALittleLateCostsNoConnection() {
		int before = pidOfConnected();
		CompletableFuture<Integer> late = lateBy(Duration.ofMillis(3800),
				(session) -> execute(session, "SELECT pg_sleep(0.5)"), Duration.ofSeconds(4));
		assertThat(JdbcFixture.await(late)).isZero();
		assertThat(pidOfConnected()).isEqualTo(before);
	}

	@Test
	void callThatIsStillQueuedAtItsDeadlineSaysSo() {
		CountDownLatch release = new CountDownLatch(1);
		CompletableFuture<Integer> first = this.lane.submit((session) -> awaitLatch(release), TIMEOUT);
		CompletableFuture<Integer> queued = this.lane.submit(ConnectionLaneTests::pid, SHORT);
		assertFailure(queued, UnansweredException.class).hasMessageContaining("not sent");
		release.countDown();
		JdbcFixture.await(first);
	}

	/**
	 * Submit a call whose turn comes when some of its time has passed.
	 */
	private CompletableFuture<Integer> lateBy(Duration passed, LaneCall.Work<Integer> work, Duration timeout) {
		pidOfConnected();
		CountDownLatch release = new CountDownLatch(1);
		CountDownLatch begun = new CountDownLatch(1);
		CompletableFuture<Integer> first = this.lane.submit((session) -> {
			begun.countDown();
			return awaitLatch(release);
		}, TIMEOUT);
		awaitLatch(begun);
		CompletableFuture<Integer> late = this.lane.submit(work, timeout);
		this.timer.forward(passed);
		release.countDown();
		JdbcFixture.await(first);
		return late;
	}

	@Test
	void refusedConnectionIsTheAnswerAndIsNotAskedForAgainAtOnce() {
		AtomicInteger attempts = new AtomicInteger();
		ConnectionLane refused = lane(new RefusingDataSource(attempts));
		try {
			assertFailure(refused.submit(ConnectionLaneTests::pid, TIMEOUT), SQLException.class)
				.hasMessageContaining("no such user");
			for (int i = 0; i < 20; i++) {
				assertFailure(refused.submit(ConnectionLaneTests::pid, TIMEOUT), SQLException.class);
			}
			assertThat(attempts.get()).isLessThan(20);
		}
		finally {
			refused.close();
		}
	}

	/**
	 * Promise I8.
	 */
	@Test
	void closeEndsCallsThreadAndConnection() {
		int pid = pidOfConnected();
		CountDownLatch begun = new CountDownLatch(1);
		CompletableFuture<Integer> inFlight = this.lane.submit((session) -> {
			begun.countDown();
			return execute(session, "SELECT pg_sleep(30)");
		}, TIMEOUT);
		CompletableFuture<Integer> queued = this.lane.submit(ConnectionLaneTests::pid, TIMEOUT);
		awaitLatch(begun);
		this.lane.close();
		assertFailure(inFlight, UnansweredException.class).hasMessageContaining("closed");
		assertFailure(queued, UnansweredException.class).hasMessageContaining("closed");
		assertFailure(this.lane.submit(ConnectionLaneTests::pid, TIMEOUT), UnansweredException.class)
			.hasMessageContaining("closed");
		assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName).doesNotContain("lane-test");
		Awaitility.await()
			.until(() -> this.fixture.sql()
				.queryForList("SELECT 1 FROM pg_stat_activity WHERE pid = ?", pid)
				.isEmpty());
	}

	private int pidOfConnected() {
		return JdbcFixture.await(this.lane.submitRepeatable(ConnectionLaneTests::pid, TIMEOUT));
	}

	private static int pid(DatabaseSession session) throws SQLException {
		try (var statement = session.connection().createStatement();
				var result = statement.executeQuery("SELECT pg_backend_pid()")) {
			result.next();
			return result.getInt(1);
		}
	}

	private static int execute(DatabaseSession session, String sql) throws SQLException {
		try (var statement = session.connection().createStatement()) {
			statement.execute(sql);
			return 0;
		}
	}

	private static int awaitLatch(CountDownLatch latch) {
		Awaitility.await().until(() -> latch.getCount() == 0);
		return 0;
	}

	private static AbstractThrowableAssert<?, ? extends Throwable> assertFailure(CompletableFuture<?> answer,
			Class<? extends Throwable> type) {
		Throwable failure = catchThrowable(() -> JdbcFixture.await(answer));
		assertThat(failure).isInstanceOf(CompletionException.class);
		return assertThat(failure.getCause()).isInstanceOf(type);
	}

}
