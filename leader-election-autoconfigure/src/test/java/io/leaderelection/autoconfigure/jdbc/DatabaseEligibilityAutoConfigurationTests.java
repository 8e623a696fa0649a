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

package io.leaderelection.autoconfigure.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import io.leaderelection.HoldBack;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.ElectionEngineAutoConfiguration;
import io.leaderelection.autoconfigure.GateAutoConfiguration;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.memory.MemoryCoordinatorAutoConfiguration;
import io.leaderelection.fencing.jdbc.DatabaseEligibility;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link DatabaseEligibilityAutoConfiguration}.
 */
class DatabaseEligibilityAutoConfigurationTests {

	private final Ledger ledger = new Ledger();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withPropertyValues("spring.application.name=payments", "leader-election.coordinator=memory",
				"leader-election.ttl=2s", "leader-election.jdbc.check.interval=100ms",
				"leader-election.jdbc.initialize-schema=always")
		.withBean(DataSource.class, () -> this.ledger)
		.withConfiguration(AutoConfigurations.of(ElectionEngineAutoConfiguration.class, GateAutoConfiguration.class,
				LeaderElectionAutoConfiguration.class, MemoryCoordinatorAutoConfiguration.class,
				FencingAutoConfiguration.class, FenceSealingAutoConfiguration.class,
				DatabaseEligibilityAutoConfiguration.class));

	@Test
	void instanceThatCannotReachTheDatabaseHoldsBackAndSaysWhyUntilItCan() {
		this.ledger.reachable = false;
		this.contextRunner.run((context) -> {
			LeaderElection election = context.getBean(LeaderElections.class).get("settlement");
			await().atMost(Duration.ofSeconds(30)).until(() -> election.status().holdBack() == HoldBack.NOT_ELIGIBLE);
			assertThat(election.status().holdBackDetail())
				.isEqualTo("The database 'dataSource' cannot be reached: for a test");
			this.ledger.reachable = true;
			await().atMost(Duration.ofSeconds(30)).until(election::isLeader);
		});
	}

	@Test
	void soleCandidateGoesOnToLead() {
		this.contextRunner.run((context) -> {
			LeaderElection election = context.getBean(LeaderElections.class).get("settlement");
			await().atMost(Duration.ofSeconds(30)).until(election::isLeader);
			this.ledger.reachable = false;
			this.ledger.refused.set(0);
			await().atMost(Duration.ofSeconds(30)).until(() -> this.ledger.refused.get() >= 10);
			assertThat(election.isLeader()).isTrue();
		});
	}

	@Test
	void checkCanBeSwitchedOff() {
		this.contextRunner.withPropertyValues("leader-election.jdbc.check.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(DatabaseEligibility.class));
	}

	@Test
	void intervalMustBePositive() {
		this.contextRunner.withPropertyValues("leader-election.jdbc.check.interval=0s")
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.rootCause()
				.hasMessageStartingWith("'leader-election.jdbc.check.interval' is 0s, but must be at least 50ms"));
	}

	/**
	 * Database that can be cut off.
	 */
	private static final class Ledger extends DelegatingDataSource {

		private final AtomicInteger refused = new AtomicInteger();

		private volatile boolean reachable = true;

		private Ledger() {
			super(new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1"));
		}

		@Override
		public Connection getConnection() throws SQLException {
			if (!this.reachable) {
				this.refused.incrementAndGet();
				throw new SQLTransientConnectionException("for a test");
			}
			return super.getConnection();
		}

	}

}
