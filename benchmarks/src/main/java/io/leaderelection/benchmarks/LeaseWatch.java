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

package io.leaderelection.benchmarks;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.leaderelection.benchmarks.FailoverWorker.Contestant;

/**
 * What the database knows of the lease of a contestant's leader, read in the same way for
 * all. Times are readings of this process's monotonic clock.
 */
final class LeaseWatch implements AutoCloseable {

	// A renewal is in the database a moment after it was due. To wait for longer would
	// miss the first part of the interval each time.
	private static final Duration LOOK = Duration.ofMillis(2);

	private final Connection connection;

	private final String query;

	private final Duration ttl;

	private final Duration interval;

	/**
	 * Create a watch.
	 * @param url the URL of the database
	 * @param contestant the contestant
	 * @param ttl the time-to-live, four times the interval of renewal
	 */
	LeaseWatch(String url, Contestant contestant, Duration ttl) throws SQLException {
		this.connection = DriverManager.getConnection(url);
		this.query = contestant.remaining;
		this.ttl = ttl;
		this.interval = ttl.dividedBy(4);
	}

	/**
	 * Return when the lease ends unless it is renewed.
	 * @return the end
	 */
	long end() throws SQLException {
		long before = System.nanoTime();
		try (Statement statement = this.connection.createStatement();
				ResultSet row = statement.executeQuery(this.query)) {
			if (!row.next()) {
				throw new IllegalStateException("Nobody leads");
			}
			long remaining = (long) (row.getDouble(1) * TimeUnit.SECONDS.toNanos(1));
			return before + (System.nanoTime() - before) / 2 + remaining;
		}
	}

	/**
	 * Wait until a certain part of the interval has passed since the last renewal.
	 * @param phase the part, from zero to one
	 */
	void awaitPhase(double phase) throws SQLException, InterruptedException {
		long wanted = (long) (phase * this.interval.toNanos());
		long rest = end() - this.ttl.toNanos() + wanted - System.nanoTime();
		while (rest < 0) {
			TimeUnit.NANOSECONDS.sleep(Math.max(LOOK.toNanos(), rest - wanted + this.interval.toNanos()));
			rest = end() - this.ttl.toNanos() + wanted - System.nanoTime();
		}
		TimeUnit.NANOSECONDS.sleep(rest);
	}

	@Override
	public void close() throws SQLException {
		this.connection.close();
	}

}
