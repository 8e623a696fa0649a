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

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

import io.leaderelection.servers.PostgresDatabase;
import io.leaderelection.servers.PostgresServer;
import io.leaderelection.servers.TcpRelay;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.postgresql.ds.PGSimpleDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DatabaseNotifications} on a real server. Lesson 20.
 */
class DatabaseNotificationsTests {

	@RegisterExtension
	static final PostgresDatabase database = PostgresServer.database();

	private static final Duration CALL_TIMEOUT = Duration.ofSeconds(1);

	private static final Duration HEARTBEAT = Duration.ofMillis(500);

	private final String namespace = UUID.randomUUID().toString();

	private final TcpRelay relay = new TcpRelay(port());

	private final Recorder recorder = new Recorder();

	private final DatabaseNotifications notifications = new DatabaseNotifications(
			new Connector(relayed(), CALL_TIMEOUT),
			JdbcCoordinatorSettings.of(this.namespace).withTimes(CALL_TIMEOUT, Duration.ofSeconds(1), HEARTBEAT),
			new SplittableRandom(1));

	@AfterEach
	void close() {
		this.notifications.close();
		this.relay.close();
	}

	@Test
	void changeIsTold() throws SQLException {
		start();
		announce(this.namespace);
		await(this.recorder.changes::get, 1);
	}

	@Test
	void changeOfAnotherNamespaceIsNotTold() throws SQLException {
		start();
		announce("other");
		announce(this.namespace);
		await(this.recorder.changes::get, 1);
		assertThat(this.recorder.changes).hasValue(1);
	}

	@Test
	void connectionOnWhichNothingArrivesIsKept() {
		start();
		Awaitility.await().pollDelay(HEARTBEAT.multipliedBy(5)).until(() -> true);
		assertThat(this.recorder.listens).hasValue(1);
		assertThat(this.recorder.losses).hasValue(0);
	}

	@Test
	void connectionThatTheServerEndsIsReplaced() throws SQLException {
		start();
		execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
				+ " AND pid <> pg_backend_pid()");
		awaitReplaced();
	}

	@Test
	void connectionThatIsCutIsReplaced() throws SQLException {
		start();
		this.relay.cut();
		awaitReplaced();
	}

	@Test
	void connectionThatFellSilentIsNoticedByTheHeartbeatAndReplaced() throws SQLException {
		start();
		this.relay.blackHole();
		await(this.recorder.losses::get, 1);
		assertThat(this.recorder.lastLoss).isNotBlank();
		this.relay.resume();
		awaitReplaced();
	}

	@Test
	void serverThatIsAwayIsTriedUntilItIsBack() throws SQLException {
		this.relay.refuse();
		this.notifications.start(this.recorder);
		await(this.recorder.losses::get, 3);
		this.relay.resume();
		await(this.recorder.listens::get, 1);
		announce(this.namespace);
		await(this.recorder.changes::get, 1);
	}

	@Test
	void lesson25ClosedNotificationsLeaveNoThreadAndNoConnection() throws SQLException {
		start();
		this.notifications.close();
		await(this.notifications::hasEnded);
		assertThat(threads()).isZero();
		assertThat(this.recorder.losses).hasValue(0);
		Awaitility.await().until(() -> this.relay.connections() == 0);
	}

	@Test
	void notificationsThatAreClosedWhileTheServerIsAwayLeaveNoThread() {
		this.relay.refuse();
		this.notifications.start(this.recorder);
		await(this.recorder.losses::get, 1);
		this.notifications.close();
		await(this.notifications::hasEnded);
		assertThat(threads()).isZero();
	}

	private void start() {
		this.notifications.start(this.recorder);
		await(this.recorder.listens::get, 1);
	}

	private void awaitReplaced() throws SQLException {
		await(this.recorder.listens::get, 2);
		assertThat(this.recorder.losses.get()).isPositive();
		int before = this.recorder.changes.get();
		announce(this.namespace);
		await(this.recorder.changes::get, before + 1);
	}

	private static void await(Callable<Boolean> condition) {
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(condition);
	}

	private static void await(IntSupplier count, int expected) {
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> count.getAsInt() >= expected);
	}

	private static long threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("leader-election-jdbc-notifications") && thread.isAlive())
			.count();
	}

	private static void announce(String namespace) throws SQLException {
		try (Connection connection = database.dataSource().getConnection();
				PreparedStatement statement = connection.prepareStatement("SELECT pg_notify(?, ?)")) {
			statement.setString(1, PostgresCoordinatorDialect.CHANNEL);
			statement.setString(2, namespace);
			try (ResultSet result = statement.executeQuery()) {
				assertThat(result.next()).isTrue();
			}
		}
	}

	private static void execute(String sql) throws SQLException {
		try (Connection connection = database.dataSource().getConnection();
				Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
	}

	private static int port() {
		return dataSource().getPortNumbers()[0];
	}

	private static PGSimpleDataSource dataSource() {
		return (PGSimpleDataSource) database.dataSource();
	}

	private PGSimpleDataSource relayed() {
		PGSimpleDataSource relayed = dataSource();
		relayed.setServerNames(new String[] { "127.0.0.1" });
		relayed.setPortNumbers(new int[] { this.relay.port() });
		return relayed;
	}

	/**
	 * Receiver that counts what it is told.
	 */
	private static final class Recorder implements Notifications.Receiver {

		private final AtomicInteger listens = new AtomicInteger();

		private final AtomicInteger changes = new AtomicInteger();

		private final AtomicInteger losses = new AtomicInteger();

		private volatile @Nullable String lastLoss;

		@Override
		public void listening() {
			this.listens.incrementAndGet();
		}

		@Override
		public void changed(Announcement announcement) {
			this.changes.incrementAndGet();
		}

		@Override
		public void lost(String detail) {
			this.lastLoss = detail;
			this.losses.incrementAndGet();
		}

	}

}
