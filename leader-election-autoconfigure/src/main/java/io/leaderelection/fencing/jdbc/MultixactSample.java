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
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Sample of the multixact ids of one database, which is asked on a thread of its own. It
 * gets its meters once it turned out to be PostgreSQL.
 */
final class MultixactSample implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(MultixactSample.class);

	private static final String SQL = "select mxid_age(datminmxid), current_setting('autovacuum_multixact_freeze_max_age')"
			+ " from pg_database where datname = current_database()";

	private static final int TIMEOUT_SECONDS = 5;

	private final FencedDatabase database;

	private final Duration age;

	private final LongSupplier nanoTime;

	private final AtomicBoolean asking = new AtomicBoolean();

	private volatile boolean closed;

	private volatile boolean bound;

	private volatile long taken;

	private volatile double used = Double.NaN;

	private volatile double limit = Double.NaN;

	MultixactSample(FencedDatabase database, Duration age, LongSupplier nanoTime) {
		this.database = database;
		this.age = age;
		this.nanoTime = nanoTime;
	}

	void bindTo(MeterRegistry registry) {
		inBackground(() -> {
			if (!ask(registry) && !this.closed) {
				CompletableFuture.delayedExecutor(this.age.toNanos(), TimeUnit.NANOSECONDS)
					.execute(() -> bindTo(registry));
			}
		});
	}

	private void register(MeterRegistry registry) {
		gauge(registry, "leader.election.fence.multixact.age", "Age of the oldest multixact id of the database",
				(sample) -> sample.used);
		gauge(registry, "leader.election.fence.multixact.limit", "Age at which PostgreSQL forces a vacuum",
				(sample) -> sample.limit);
	}

	private void gauge(MeterRegistry registry, String name, String description,
			ToDoubleFunction<MultixactSample> value) {
		Gauge.builder(name, this, (sample) -> value.applyAsDouble(sample.refreshed()))
			.description(description)
			.tag("database", this.database.name())
			.strongReference(true)
			.register(registry);
	}

	private MultixactSample refreshed() {
		if (this.bound && !this.closed && this.nanoTime.getAsLong() - this.taken >= this.age.toNanos()) {
			inBackground(this::refresh);
		}
		return this;
	}

	private void inBackground(Runnable task) {
		if (!this.closed && this.asking.compareAndSet(false, true)) {
			Thread thread = new Thread(() -> {
				try {
					task.run();
				}
				finally {
					this.asking.set(false);
				}
			}, "leader-election-multixact");
			thread.setDaemon(true);
			thread.start();
		}
	}

	/**
	 * Ask for the first time.
	 * @param registry where to register the meters
	 * @return whether the kind of database is known now
	 */
	private boolean ask(MeterRegistry registry) {
		try (Connection connection = this.database.dataSource().getConnection()) {
			if (connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
				query(connection);
				this.bound = true;
				register(registry);
			}
			return true;
		}
		catch (SQLException ex) {
			logger.debug("Multixact ids of '%s' are not known yet".formatted(this.database.name()), ex);
			return false;
		}
	}

	private void refresh() {
		try (Connection connection = this.database.dataSource().getConnection()) {
			query(connection);
		}
		catch (SQLException ex) {
			logger.debug("Multixact ids of '%s' could not be read".formatted(this.database.name()), ex);
		}
	}

	private void query(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			statement.setQueryTimeout(TIMEOUT_SECONDS);
			try (ResultSet row = statement.executeQuery(SQL)) {
				if (row.next()) {
					this.used = row.getLong(1);
					this.limit = row.getLong(2);
					this.taken = this.nanoTime.getAsLong();
				}
			}
		}
	}

	@Override
	public void close() {
		this.closed = true;
	}

}
