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
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import javax.sql.DataSource;

import io.leaderelection.servers.PostgresDatabase;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link MultixactMeters}.
 */
class MultixactMetersTests {

	private static final String AGE = "leader.election.fence.multixact.age";

	@RegisterExtension
	static final PostgresDatabase database = new PostgresDatabase();

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private final AtomicLong nanos = new AtomicLong();

	@Test
	void sharedLocksShowAndAreSampledOnlyWhenTheLastSampleIsOld() throws SQLException {
		AtomicInteger connections = new AtomicInteger();
		DataSource counted = new DelegatingDataSource(database.dataSource()) {

			@Override
			public Connection getConnection() throws SQLException {
				connections.incrementAndGet();
				return super.getConnection();
			}

		};
		try (MultixactMeters meters = bind(counted)) {
			await().until(() -> gauge(AGE) != null);
			assertThat(gauge("leader.election.fence.multixact.limit").value()).isEqualTo(400_000_000);
			double before = gauge(AGE).value();
			shareLock();
			assertThat(gauge(AGE).value()).isEqualTo(before);
			assertThat(connections).hasValue(1);
			this.nanos.addAndGet(Duration.ofMinutes(1).toNanos());
			await().until(() -> gauge(AGE).value() > before);
		}
	}

	@Test
	void otherDatabasesHaveNoSuchMeter() throws InterruptedException {
		CountDownLatch asked = new CountDownLatch(1);
		DataSource other = new DelegatingDataSource(new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID())) {

			@Override
			public Connection getConnection() throws SQLException {
				asked.countDown();
				return super.getConnection();
			}

		};
		try (MultixactMeters meters = bind(other)) {
			asked.await();
			assertThat(gauge(AGE)).isNull();
		}
	}

	private MultixactMeters bind(DataSource dataSource) {
		MultixactMeters meters = new MultixactMeters(List.of(new FencedDatabase("ledger", dataSource)),
				Duration.ofMinutes(1), this.nanos::get);
		meters.bindTo(this.registry);
		return meters;
	}

	private static void shareLock() throws SQLException {
		JdbcTemplate jdbc = new JdbcTemplate(database.dataSource());
		jdbc.execute("create table shared (id int primary key)");
		jdbc.execute("insert into shared values (1)");
		try (Connection first = database.dataSource().getConnection();
				Connection second = database.dataSource().getConnection()) {
			first.setAutoCommit(false);
			second.setAutoCommit(false);
			lock(first);
			lock(second);
		}
	}

	private static void lock(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			statement.execute("select * from shared for share");
		}
	}

	private Gauge gauge(String name) {
		return this.registry.find(name).tag("database", "ledger").gauge();
	}

}
