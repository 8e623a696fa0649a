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
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import javax.sql.DataSource;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.CallTimeout;
import io.leaderelection.autoconfigure.ConfiguredElections;
import io.leaderelection.autoconfigure.ElectionEngineAutoConfiguration;
import io.leaderelection.autoconfigure.GateAutoConfiguration;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.StartUpFailure;
import io.leaderelection.autoconfigure.etcd.EtcdCoordinatorAutoConfiguration;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.etcd.EtcdCoordinator;
import io.leaderelection.coordinator.jdbc.JdbcCoordinator;
import io.leaderelection.servers.PostgresDatabase;
import io.leaderelection.servers.PostgresServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link JdbcCoordinatorAutoConfiguration}.
 */
@ExtendWith(OutputCaptureExtension.class)
class JdbcCoordinatorAutoConfigurationTests {

	private static final String NOBODY_LISTENS = "leader-election.jdbc.url=jdbc:postgresql://127.0.0.1:1/none";

	private static final String ALWAYS = "leader-election.jdbc.initialize-schema=always";

	@RegisterExtension
	static final PostgresDatabase database = PostgresServer.database();

	private final ApplicationContextRunner silentRunner = new ApplicationContextRunner()
		.withPropertyValues("spring.application.name=payments")
		.withConfiguration(
				AutoConfigurations.of(DataSourceAutoConfiguration.class, EtcdCoordinatorAutoConfiguration.class,
						JdbcCoordinatorAutoConfiguration.class, LeaderElectionAutoConfiguration.class));

	private final ApplicationContextRunner contextRunner = this.silentRunner
		.withPropertyValues("leader-election.coordinator=jdbc");

	private final ApplicationContextRunner engineRunner = this.contextRunner
		.withConfiguration(AutoConfigurations.of(ElectionEngineAutoConfiguration.class, GateAutoConfiguration.class));

	private final JdbcTemplate observer = new JdbcTemplate(database.dataSource());

	@AfterEach
	void dropTables() {
		this.observer.execute("DROP TABLE IF EXISTS leader_namespace, leader_session, leader_election,"
				+ " leader_candidate, leader_history CASCADE");
	}

	@ParameterizedTest
	@ValueSource(strings = { "jdbc", "JDBC" })
	void databaseIsTheCoordinatorIfItWasChosen(String chosen) {
		this.silentRunner.withPropertyValues(NOBODY_LISTENS, "leader-election.coordinator=" + chosen).run((context) -> {
			assertThat(context).hasSingleBean(JdbcCoordinator.class);
			assertThat(context.getBean(Coordinator.class).type()).isEqualTo("jdbc");
		});
	}

	@Test
	void databaseIsNeverChosenSilently() {
		this.silentRunner
			.withConfiguration(
					AutoConfigurations.of(ElectionEngineAutoConfiguration.class, GateAutoConfiguration.class))
			.withPropertyValues(NOBODY_LISTENS)
			.run((context) -> {
				FailureAnalysis analysis = analyze(context);
				assertThat(analysis.getDescription())
					.contains("'leader-election.jdbc.url' alone does not choose the database");
				assertThat(analysis.getAction()).contains("'leader-election.coordinator' to 'jdbc'");
			});
	}

	@Test
	void choiceWinsOverEndpointsOfEtcd() {
		this.contextRunner.withPropertyValues(NOBODY_LISTENS, "leader-election.etcd.endpoints=http://127.0.0.1:2379")
			.run((context) -> assertThat(context).hasSingleBean(JdbcCoordinator.class)
				.doesNotHaveBean(EtcdCoordinator.class));
	}

	@Test
	void usersCoordinatorWins() {
		this.contextRunner.withPropertyValues(NOBODY_LISTENS)
			.withBean(Coordinator.class, () -> mock(Coordinator.class))
			.run((context) -> assertThat(context).doesNotHaveBean(JdbcCoordinator.class));
	}

	@Test
	void disabledElectionsNeedNoCoordinator() {
		this.contextRunner.withPropertyValues(NOBODY_LISTENS, "leader-election.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(Coordinator.class));
	}

	@ParameterizedTest
	@CsvSource({ "leader-election.ttl, 900ms", "leader-election.elections.settlement.ttl, 500ms",
			"leader-election.elections[settlement/*].ttl, 999ms" })
	void tooShortTimeToLiveStopsTheStart(String property, String value) {
		this.contextRunner.withPropertyValues(NOBODY_LISTENS, property + "=" + value).run((context) -> {
			FailureAnalysis analysis = analyze(context);
			assertThat(analysis.getDescription()).startsWith("'" + property + "' is " + value).contains("at least 1s");
			assertThat(analysis.getAction()).contains("1s");
		});
	}

	@ParameterizedTest
	@CsvSource({ "call-timeout, 0s", "call-timeout, -1s", "poll-interval, 0s", "poll-interval, -5ms", "heartbeat, 0s" })
	void timeThatIsNotPositiveStopsTheStart(String name, String value) {
		this.contextRunner.withPropertyValues(NOBODY_LISTENS, "leader-election.jdbc." + name + "=" + value)
			.run((context) -> assertThat(analyze(context).getDescription())
				.startsWith("'leader-election.jdbc." + name + "' is "));
	}

	@ParameterizedTest
	@CsvSource({ "call-timeout, soon", "poll-interval, 5parsecs", "heartbeat, often", "initialize-schema, sometimes" })
	void valueThatCannotBeReadStopsTheStart(String name, String value) {
		this.contextRunner.withPropertyValues(NOBODY_LISTENS, "leader-election.jdbc." + name + "=" + value)
			.run((context) -> assertThat(analyze(context).getDescription()).contains("leader-election.jdbc." + name)
				.contains(value));
	}

	@Test
	void callTimeoutThatOutlastsALeaseStopsTheStart() {
		this.contextRunner
			.withPropertyValues(NOBODY_LISTENS, "leader-election.jdbc.call-timeout=60s",
					"leader-election.elections.settlement.ttl=5s")
			.run((context) -> assertThat(analyze(context).getDescription())
				.startsWith("'leader-election.jdbc.call-timeout' is 1m, but the time-to-live"
						+ " 'leader-election.elections.settlement.ttl' is 5s"));
	}

	@Test
	void pollIntervalThatOutlastsALeaseStopsTheStart() {
		this.contextRunner
			.withPropertyValues(NOBODY_LISTENS, "leader-election.jdbc.poll-interval=5s", "leader-election.ttl=5s")
			.run((context) -> assertThat(analyze(context).getDescription())
				.startsWith("'leader-election.jdbc.poll-interval' is 5s, but the time-to-live 'leader-election.ttl'"));
	}

	@Test
	void callTimeoutFitsIntoTheShortestTimeToLiveByDefault() {
		this.contextRunner.withPropertyValues(NOBODY_LISTENS, "leader-election.ttl=1s").run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(CallTimeout.resolve("call-timeout", null, context.getBean(ConfiguredElections.class)))
				.isEqualTo(Duration.ofMillis(750));
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "jdbc:postgresql://payments:s3cret@db/payments",
			"jdbc:mariadb://payments:s3/cret@db/payments", "jdbc:postgresql://payments:s3?cret@db/payments" })
	void userBeforeTheHostIsExplainedWithoutThePassword(String url) {
		this.contextRunner.withPropertyValues("leader-election.jdbc.url=" + url).run((context) -> {
			FailureAnalysis analysis = analyze(context);
			assertThat(analysis.getDescription() + analysis.getAction()).contains("leader-election.jdbc.url")
				.doesNotContain("s3", "cret");
		});
		this.contextRunner.withPropertyValues("leader-election.jdbc.url=jdbc:postgresql://payments:s3cret@db/payments")
			.run((context) -> assertThat(analyze(context).getAction()).isEqualTo(
					"Write 'jdbc:postgresql://host/database', and set 'leader-election.jdbc.username' and 'leader-election.jdbc.password'."));
	}

	@Test
	void settingsOfAnotherCoordinatorAreReported(CapturedOutput output) {
		this.engineRunner
			.withPropertyValues(NOBODY_LISTENS, "leader-election.etcd.endpoints[0]=http://127.0.0.1:1",
					"leader-election.etcd.user=payments")
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).contains("Leaders are decided by jdbc, so these settings have no effect:"
				+ " leader-election.etcd.endpoints, leader-election.etcd.user");
	}

	@Test
	void noDatabaseStopsTheStart() {
		this.contextRunner.withClassLoader(new FilteredClassLoader("org.h2", "com.zaxxer"))
			.run((context) -> assertThat(analyze(context).getDescription()).contains("not known where it is"));
	}

	@Test
	void severalDatabasesStopTheStart() {
		this.contextRunner.withBean("ledger", DataSource.class, database::dataSource)
			.withBean("archive", DataSource.class, database::dataSource)
			.run((context) -> {
				assertThat(analyze(context).getDescription()).contains("'ledger'").contains("'archive'");
				assertThat(analyze(context).getAction()).contains("@LeaderElectionDataSource");
			});
	}

	@Test
	void missingDriverStopsTheStart() {
		this.contextRunner.withPropertyValues(NOBODY_LISTENS)
			.withClassLoader(new FilteredClassLoader("org.postgresql"))
			.run((context) -> {
				assertThat(analyze(context).getDescription()).contains("'org.postgresql.Driver'");
				assertThat(analyze(context).getAction()).contains("Depend on the driver");
			});
	}

	@Test
	void missingSupportForDatabasesStopsTheStart() {
		new ApplicationContextRunner()
			.withPropertyValues("spring.application.name=payments", "leader-election.coordinator=jdbc", NOBODY_LISTENS)
			.withConfiguration(AutoConfigurations.of(ElectionEngineAutoConfiguration.class, GateAutoConfiguration.class,
					JdbcCoordinatorAutoConfiguration.class, LeaderElectionAutoConfiguration.class))
			.withClassLoader(new FilteredClassLoader("org.springframework.boot.jdbc", "org.springframework.jdbc"))
			.run((context) -> {
				assertThat(analyze(context).getDescription()).contains("not on the class path");
				assertThat(analyze(context).getAction()).contains("'leader-election-starter'");
			});
	}

	@Test
	void databaseOfAnotherKindStopsTheStart() {
		this.contextRunner.withUserConfiguration(OracleDataSource.class).run((context) -> {
			assertThat(analyze(context).getDescription()).contains("DataSource 'elections'").contains("Oracle");
			assertThat(analyze(context).getAction()).contains("'etcd'");
		});
	}

	@Test
	void databaseInTheMemoryOfThisProcessIsWarnedAbout(CapturedOutput output) {
		this.contextRunner.withPropertyValues("leader-election.jdbc.url=jdbc:h2:mem:elections")
			.run((context) -> assertThat(output).contains("lives in the memory of this process")
				.contains("use it for tests"));
	}

	@Test
	void missingTablesStopTheStartAndAreShown() {
		this.contextRunner.withPropertyValues(own()).run((context) -> {
			FailureAnalysis analysis = analyze(context);
			assertThat(analysis.getDescription()).contains("'leader-election.jdbc.url'").contains("has no tables");
			assertThat(analysis.getAction()).contains("'leader-election.jdbc.initialize-schema' to 'always'");
			this.observer.execute(analysis.getAction().substring(analysis.getAction().indexOf("CREATE TABLE")));
		});
		this.contextRunner.withPropertyValues(own()).run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void oneMissingTableStopsTheStart() {
		this.contextRunner.withPropertyValues(own())
			.withPropertyValues(ALWAYS)
			.run((context) -> assertThat(context).hasNotFailed());
		this.observer.execute("DROP TABLE leader_history");
		this.contextRunner.withPropertyValues(own())
			.run((context) -> assertThat(analyze(context).getDescription()).contains("has no tables"));
	}

	@Test
	void userWithoutPrivilegesStopsTheStart() {
		this.contextRunner.withPropertyValues(own())
			.withPropertyValues(ALWAYS)
			.run((context) -> assertThat(context).hasNotFailed());
		withRole(
				"GRANT SELECT, INSERT, UPDATE ON leader_namespace, leader_session, leader_election,"
						+ " leader_candidate, leader_history TO elector",
				() -> this.contextRunner.withPropertyValues(elector()).run((context) -> {
					assertThat(analyze(context).getDescription()).contains("does not let 'elector' read and change");
					assertThat(analyze(context).getAction()).contains("DELETE").contains("leader_history");
				}));
		withRole("GRANT SELECT, INSERT, UPDATE, DELETE ON leader_namespace, leader_session, leader_election TO elector",
				() -> this.contextRunner.withPropertyValues(elector())
					.run((context) -> assertThat(analyze(context).getDescription())
						.contains("does not let 'elector' read and change")));
		withRole(
				"GRANT SELECT, INSERT, UPDATE, DELETE ON leader_namespace, leader_session, leader_election,"
						+ " leader_candidate, leader_history TO elector",
				() -> this.contextRunner.withPropertyValues(elector())
					.run((context) -> assertThat(context).hasNotFailed()));
	}

	@Test
	void userWhoMayNotCreateTablesIsShownWhatToCreate() {
		withRole("GRANT USAGE ON SCHEMA public TO elector",
				() -> this.contextRunner.withPropertyValues(elector()).withPropertyValues(ALWAYS).run((context) -> {
					assertThat(analyze(context).getDescription()).contains("does not let 'elector' create them");
					assertThat(analyze(context).getAction()).contains("CREATE TABLE IF NOT EXISTS leader_namespace");
				}));
	}

	/** Lesson 21. */
	@Test
	void unreachableDatabaseIsNoReasonNotToStart(CapturedOutput output) {
		this.engineRunner.withPropertyValues(NOBODY_LISTENS).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output).contains("Cannot use the database that decides who leads ('leader-election.jdbc.url')");
			LeaderElection election = context.getBean(LeaderElections.class).get("settlement");
			assertThat(election.isLeader()).isFalse();
			Awaitility.await()
				.atMost(Duration.ofSeconds(20))
				.until(() -> context.getBean(Coordinator.class).status().lastError() != null);
		});
	}

	@Test
	void refusedLoginIsToldWithoutThePassword(CapturedOutput output) {
		this.engineRunner
			.withPropertyValues("leader-election.jdbc.url=" + database.url(), "leader-election.jdbc.username=nobody",
					"leader-election.jdbc.password=geheim")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(output).contains("Cannot use the database that decides who leads").contains("nobody");
				Awaitility.await()
					.atMost(Duration.ofSeconds(20))
					.until(() -> context.getBean(Coordinator.class).status().lastError() != null);
				assertThat(output).doesNotContain("geheim");
			});
	}

	@Test
	void databaseThatComesLaterGetsItsTables() {
		this.engineRunner.withPropertyValues(ALWAYS).withUserConfiguration(LateDatabase.class).run((context) -> {
			assertThat(context).hasNotFailed();
			LeaderElection election = context.getBean(LeaderElections.class).get("settlement");
			assertThat(election.isLeader()).isFalse();
			context.getBean(AtomicBoolean.class).set(true);
			Awaitility.await().atMost(Duration.ofSeconds(30)).until(election::isLeader);
		});
	}

	private void withRole(String privileges, Runnable test) {
		this.observer.execute("CREATE ROLE elector LOGIN PASSWORD 'secret'");
		try {
			this.observer.execute(privileges);
			test.run();
		}
		finally {
			this.observer.execute("DROP OWNED BY elector");
			this.observer.execute("DROP ROLE elector");
		}
	}

	private static String[] own() {
		return new String[] { "leader-election.jdbc.url=" + database.url(),
				"leader-election.jdbc.username=" + database.user(),
				"leader-election.jdbc.password=" + database.password() };
	}

	private static String[] elector() {
		return new String[] { "leader-election.jdbc.url=" + database.url(), "leader-election.jdbc.username=elector",
				"leader-election.jdbc.password=secret" };
	}

	private static FailureAnalysis analyze(AssertableApplicationContext context) {
		FailureAnalysis analysis = StartUpFailure.analyze(context.getStartupFailure());
		assertThat(analysis).isNotNull();
		return analysis;
	}

	@Configuration(proxyBeanMethods = false)
	static class OracleDataSource {

		@Bean(defaultCandidate = false)
		@LeaderElectionDataSource
		DataSource elections() throws SQLException {
			DatabaseMetaData metaData = mock(DatabaseMetaData.class);
			given(metaData.getDatabaseProductName()).willReturn("Oracle");
			given(metaData.getURL()).willReturn("jdbc:oracle:thin:@db:1521/payments");
			Connection connection = mock(Connection.class);
			given(connection.getMetaData()).willReturn(metaData);
			DataSource dataSource = mock(DataSource.class);
			given(dataSource.getConnection()).willReturn(connection);
			return dataSource;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LateDatabase {

		@Bean
		AtomicBoolean reachable() {
			return new AtomicBoolean();
		}

		@Bean(defaultCandidate = false)
		@LeaderElectionDataSource
		DataSource elections(AtomicBoolean reachable) {
			return new DelegatingDataSource(database.dataSource()) {

				@Override
				public Connection getConnection() throws SQLException {
					if (!reachable.get()) {
						throw new SQLException("Connection refused", "08001");
					}
					return super.getConnection();
				}

			};
		}

	}

}
