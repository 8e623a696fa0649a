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
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import io.leaderelection.coordinator.Subscription;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.jdbc.datasource.AbstractDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JdbcCoordinator}: its end while a thread is connecting, which nobody
 * can make it give up.
 */
@Timeout(60)
class JdbcCoordinatorCloseTests {

	private static final Duration CONNECTING = Duration.ofMillis(2500);

	private final CountDownLatch connecting = new CountDownLatch(1);

	private final CountDownLatch connected = new CountDownLatch(1);

	private final ScheduledExecutorService server = Executors.newSingleThreadScheduledExecutor();

	private final JdbcCoordinator coordinator = new JdbcCoordinator(
			JdbcCoordinatorSettings.of(getClass().getSimpleName()), dataSource());

	@AfterEach
	void stop() {
		this.connected.countDown();
		this.coordinator.close();
		this.server.shutdownNow();
	}

	@Test
	void promiseI8CloseLeavesNoThreadThatWasConnecting() throws InterruptedException {
		watch();
		Future<?> answer = this.server.schedule(this.connected::countDown, CONNECTING.toMillis(),
				TimeUnit.MILLISECONDS);
		this.coordinator.close();
		assertThat(this.connected.getCount()).isZero();
		assertThat(answer).succeedsWithin(CONNECTING);
		assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName)
			.noneMatch((name) -> name.startsWith("leader-election-jdbc"));
	}

	/**
	 * The one who stops watching may be the thread of the engine.
	 */
	@Test
	void endOfAWatchWaitsForNothing() throws InterruptedException {
		Subscription watch = watch();
		long begin = System.nanoTime();
		watch.close();
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(1));
		this.connected.countDown();
		this.coordinator.close();
	}

	private Subscription watch() throws InterruptedException {
		Subscription watch = this.coordinator.watch((event) -> {
		});
		assertThat(this.connecting.await(20, TimeUnit.SECONDS)).isTrue();
		return watch;
	}

	// As a socket that is being connected does.
	private static void awaitUninterruptibly(CountDownLatch latch) {
		boolean open = false;
		while (!open) {
			try {
				latch.await();
				open = true;
			}
			catch (InterruptedException ex) {
				Thread.interrupted();
			}
		}
	}

	private DataSource dataSource() {
		return new AbstractDataSource() {

			@Override
			public Connection getConnection() throws SQLException {
				if (Thread.currentThread().getName().endsWith("notifications")) {
					JdbcCoordinatorCloseTests.this.connecting.countDown();
					awaitUninterruptibly(JdbcCoordinatorCloseTests.this.connected);
				}
				throw new SQLException("No connection", "08001");
			}

			@Override
			public Connection getConnection(String username, String password) throws SQLException {
				return getConnection();
			}

		};
	}

}
