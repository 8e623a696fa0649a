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
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Check from time to time whether a database can be reached, on a daemon thread. It takes
 * several failures in a row to call the database unreachable, and several successes to
 * call it reachable again, so that one that comes and goes moves no leadership. A check
 * that does not end counts as a failure each time that another one would be due.
 */
final class DatabaseCheck implements AutoCloseable {

	private static final int FAILURES = 3;

	private static final int SUCCESSES = 2;

	private static final int VALIDATION_SECONDS = 2;

	private final FencedDatabase database;

	private final Duration interval;

	private final LongSupplier nanoTime;

	private final ThreadPoolExecutor thread;

	private final AtomicBoolean running = new AtomicBoolean();

	private boolean begun;

	private long last;

	private int failures;

	private int successes;

	private @Nullable String reason;

	DatabaseCheck(FencedDatabase database, Duration interval, LongSupplier nanoTime) {
		this.database = database;
		this.interval = interval;
		this.nanoTime = nanoTime;
		this.thread = new ThreadPoolExecutor(1, 1, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(1), (task) -> {
			Thread checking = new Thread(task, "leader-election-check-" + database.name());
			checking.setDaemon(true);
			return checking;
		}, new ThreadPoolExecutor.DiscardPolicy());
		this.thread.allowCoreThreadTimeOut(true);
	}

	/**
	 * Return why the database cannot be reached, and begin another check if one is due.
	 * Returns at once.
	 * @return the reason, or {@code null} if it can, or was not checked yet
	 */
	synchronized @Nullable String reasonAgainst() {
		long now = this.nanoTime.getAsLong();
		if (!this.begun || now - this.last >= this.interval.toNanos()) {
			this.begun = true;
			this.last = now;
			if (this.running.compareAndSet(false, true)) {
				this.thread.execute(this::check);
			}
			else {
				failed("no answer yet");
			}
		}
		return this.reason;
	}

	boolean isRunning() {
		return this.running.get();
	}

	private void check() {
		try (Connection connection = this.database.dataSource().getConnection()) {
			if (connection.isValid(VALIDATION_SECONDS)) {
				succeeded();
			}
			else {
				failed("the connection is not valid");
			}
		}
		catch (SQLException | RuntimeException ex) {
			failed(String.valueOf(ex.getMessage()));
		}
		finally {
			this.running.set(false);
		}
	}

	private synchronized void succeeded() {
		this.failures = 0;
		this.successes++;
		if (this.successes >= SUCCESSES) {
			this.reason = null;
		}
	}

	private synchronized void failed(String detail) {
		this.successes = 0;
		this.failures++;
		if (this.failures >= FAILURES && this.reason == null) {
			this.reason = "The database '%s' cannot be reached: %s".formatted(this.database.name(), detail);
		}
	}

	@Override
	public void close() {
		this.thread.shutdownNow();
	}

}
