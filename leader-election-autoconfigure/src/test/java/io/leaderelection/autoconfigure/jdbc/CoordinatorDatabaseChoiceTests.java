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
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.servers.PostgresDatabase;
import io.leaderelection.servers.PostgresServer;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.jdbc.datasource.lookup.MapDataSourceLookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link CoordinatorDatabaseChoice} and {@link DriverDataSources}.
 */
@ExtendWith(OutputCaptureExtension.class)
class CoordinatorDatabaseChoiceTests {

	private static final String OWN = "leader-election.jdbc.url=jdbc:postgresql://own/elections";

	private static final String APPLICATION = "spring.datasource.url=jdbc:postgresql://db/payments";

	@RegisterExtension
	static final PostgresDatabase database = PostgresServer.database();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withUserConfiguration(Properties.class)
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class));

	@Test
	void ownUrlWinsOverTheApplicationsDatabase() {
		this.contextRunner
			.withPropertyValues(APPLICATION, OWN, "leader-election.jdbc.username=elector",
					"leader-election.jdbc.password=secret")
			.run((context) -> {
				SimpleDriverDataSource chosen = chooseDriver(context);
				assertThat(chosen.getUrl()).isEqualTo("jdbc:postgresql://own/elections");
				assertThat(chosen.getUsername()).isEqualTo("elector");
				assertThat(chosen.getPassword()).isEqualTo("secret");
				assertThat(chosen.getDriver()).isInstanceOf(org.postgresql.Driver.class);
				assertThat(choose(context).origin()).isEqualTo("'leader-election.jdbc.url'");
			});
	}

	@Test
	void ownUrlWinsOverAnAnnotatedDataSource() {
		this.contextRunner.withPropertyValues(OWN)
			.withUserConfiguration(AnnotatedDataSource.class)
			.run((context) -> assertThat(chooseDriver(context).getUrl()).isEqualTo("jdbc:postgresql://own/elections"));
	}

	@Test
	void annotatedDataSourceIsUsedAsItIs() {
		this.contextRunner.withPropertyValues(APPLICATION)
			.withUserConfiguration(AnnotatedDataSource.class)
			.run((context) -> {
				assertThat(context).hasBean("dataSource");
				assertThat(choose(context).dataSource()).isSameAs(context.getBean("elections"));
				assertThat(choose(context).origin()).isEqualTo("DataSource 'elections'");
			});
	}

	@Test
	void severalAnnotatedDataSourcesStopTheStart() {
		this.contextRunner.withUserConfiguration(AnnotatedDataSource.class, AnotherAnnotatedDataSource.class)
			.run(refused((failure) -> failure.withMessageContaining("'elections'")
				.withMessageContaining("'others'")
				.withMessageContaining("@LeaderElectionDataSource")));
	}

	@Test
	void applicationsPoolIsNotUsedButItsDatabaseIs() {
		this.contextRunner
			.withPropertyValues(APPLICATION, "spring.datasource.username=app", "spring.datasource.password=secret",
					"spring.datasource.hikari.schema=elections",
					"spring.datasource.hikari.data-source-properties.sslmode=require")
			.run((context) -> {
				assertThat(context).hasSingleBean(HikariDataSource.class);
				SimpleDriverDataSource chosen = chooseDriver(context);
				assertThat(chosen.getUrl()).isEqualTo("jdbc:postgresql://db/payments");
				assertThat(chosen.getUsername()).isEqualTo("app");
				assertThat(chosen.getPassword()).isEqualTo("secret");
				assertThat(chosen.getSchema()).isEqualTo("elections");
				assertThat(chosen.getConnectionProperties()).containsEntry("sslmode", "require");
				assertThat(choose(context).origin()).isEqualTo("DataSource 'dataSource'");
			});
	}

	@Test
	void ownUserMayUseTheApplicationsDatabase() {
		this.contextRunner
			.withPropertyValues(APPLICATION, "spring.datasource.username=app", "spring.datasource.password=secret",
					"leader-election.jdbc.username=elector", "leader-election.jdbc.password=other")
			.run((context) -> {
				SimpleDriverDataSource chosen = chooseDriver(context);
				assertThat(chosen.getUrl()).isEqualTo("jdbc:postgresql://db/payments");
				assertThat(chosen.getUsername()).isEqualTo("elector");
				assertThat(chosen.getPassword()).isEqualTo("other");
			});
	}

	@Test
	void primaryOfSeveralDataSourcesIsTheApplications() {
		this.contextRunner.withUserConfiguration(SeveralDataSources.class, PrimaryDataSource.class)
			.run((context) -> assertThat(chooseDriver(context).getUrl())
				.isEqualTo("jdbc:postgresql://primary/payments"));
	}

	@Test
	void severalDataSourcesOfWhichNoneIsPrimaryStopTheStart() {
		this.contextRunner.withUserConfiguration(SeveralDataSources.class)
			.run(refused((failure) -> failure.withMessageContaining("'archive', 'ledger'")
				.withMessageContaining("'leader-election.jdbc.url'")
				.withMessageContaining("@LeaderElectionDataSource")
				.withMessageContaining("primary")));
	}

	@Test
	void connectionDetailsAreUsedWhereThereIsNoDataSource() {
		new ApplicationContextRunner().withUserConfiguration(Properties.class)
			.withBean(JdbcConnectionDetails.class, CoordinatorDatabaseChoiceTests::details)
			.run((context) -> {
				SimpleDriverDataSource chosen = chooseDriver(context);
				assertThat(chosen.getUrl()).isEqualTo("jdbc:postgresql://container/test");
				assertThat(chosen.getUsername()).isEqualTo("test");
				assertThat(chosen.getPassword()).isEqualTo("secret");
			});
	}

	@Test
	void noDatabaseAtAllStopsTheStartAndNamesTheChoices() {
		new ApplicationContextRunner().withUserConfiguration(Properties.class)
			.run(refused((failure) -> failure.withMessageContaining("'leader-election.jdbc.url'")
				.withMessageContaining("@LeaderElectionDataSource")
				.withMessageContaining("'spring.datasource.url'")));
	}

	@Test
	void routingDataSourceOfTheApplicationStopsTheStart() {
		this.contextRunner.withBean("routing", DataSource.class, CoordinatorDatabaseChoiceTests::routing)
			.run(refused((failure) -> failure.withMessageContaining("'routing' picks another one at each call")
				.withMessageContaining("'leader-election.jdbc.url'")));
	}

	@Test
	void annotatedRoutingDataSourceIsWarnedAbout(CapturedOutput output) {
		this.contextRunner.withUserConfiguration(AnnotatedRoutingDataSource.class).run((context) -> {
			assertThat(choose(context).dataSource()).isInstanceOf(AbstractRoutingDataSource.class);
			assertThat(output).contains("DataSource 'elections' picks another one at each call");
		});
	}

	@Test
	void dataSourceThatDoesNotTellHowItConnectsStopsTheStart() {
		this.contextRunner.withBean("opaque", DataSource.class, OpaqueDataSource::new)
			.run(refused((failure) -> failure.withMessageContaining("'opaque'")
				.withMessageContaining(OpaqueDataSource.class.getName())
				.withMessageContaining("'leader-election.jdbc.url'")));
	}

	@Test
	void poolOfADriversDataSourceStopsTheStart() {
		this.contextRunner.withBean("pool", DataSource.class, () -> {
			HikariDataSource pool = new HikariDataSource();
			pool.setDataSourceClassName("org.postgresql.ds.PGSimpleDataSource");
			return pool;
		}).run(refused((failure) -> failure.withMessageContaining("'pool' (com.zaxxer.hikari.HikariDataSource)")));
	}

	@ParameterizedTest
	@CsvSource({ "postgresql://db/payments, no JDBC URL",
			"jdbc:nosuch://user:secret@db/payments?password=secret, jdbc:nosuch://db/payments",
			"jdbc:oracle:thin:@db:1521/payments, oracle.jdbc.OracleDriver" })
	void urlThatNobodyUnderstandsStopsTheStart(String url, String problem) {
		this.contextRunner.withPropertyValues("leader-election.jdbc.url=" + url)
			.run(refused((failure) -> failure.withMessageContaining(problem)
				.withMessageContaining("'leader-election.jdbc.url'")
				.withMessageNotContaining("secret")));
	}

	@ParameterizedTest
	@ValueSource(strings = { "jdbc:postgresql://db/payments?user=app&password=secret",
			"jdbc:mariadb://db/payments?password=secret", "jdbc:h2:mem:payments;USER=sa" })
	void twoUsersStopTheStart(String url) {
		this.contextRunner
			.withPropertyValues("leader-election.jdbc.url=" + url, "leader-election.jdbc.username=elector")
			.run(refused((failure) -> failure.withMessageContaining("names a user or a password")
				.withMessageContaining("'leader-election.jdbc.username'")
				.withMessageNotContaining("secret")));
	}

	@Test
	void userOfTheApplicationsUrlIsNotOverruledWithoutAWord() {
		this.contextRunner.withBean("pool", DataSource.class, () -> {
			HikariDataSource pool = new HikariDataSource();
			pool.setJdbcUrl("jdbc:postgresql://db/payments?user=app");
			return pool;
		})
			.withPropertyValues("leader-election.jdbc.username=elector")
			.run(refused((failure) -> failure.withMessageContaining("names a user or a password")));
	}

	@Test
	void passwordWithoutAUserStopsTheStart() {
		this.contextRunner
			.withPropertyValues("leader-election.jdbc.url=jdbc:postgresql://db/payments",
					"leader-election.jdbc.password=secret")
			.run(refused((failure) -> failure.withMessageContaining("'leader-election.jdbc.password' is set without")
				.withMessageNotContaining("secret")));
	}

	@ParameterizedTest
	@ValueSource(strings = { "jdbc:h2:mem:", "jdbc:h2:mem:;MODE=PostgreSQL" })
	void databaseThatEachConnectionHasForItselfStopsTheStart(String url) {
		this.contextRunner.withPropertyValues("leader-election.jdbc.url=" + url)
			.run(refused((failure) -> failure.withMessageContaining("another database for each connection")
				.withMessageContaining("'jdbc:h2:mem:elections'")));
	}

	@ParameterizedTest
	@CsvSource({ "com.example.NoDriver, cannot be loaded", "java.lang.String, cannot be loaded",
			"org.h2.Driver, The driver 'org.h2.Driver' does not understand 'jdbc:postgresql://own/elections'" })
	void wrongDriverStopsTheStart(String driver, String problem) {
		this.contextRunner.withPropertyValues(OWN, "leader-election.jdbc.driver-class-name=" + driver)
			.run(refused((failure) -> failure.withMessageContaining(problem)
				.withMessageContaining("'leader-election.jdbc.driver-class-name'")));
	}

	@Test
	void eachCallOpensAConnectionThatSaysWhoseItIs() throws SQLException {
		this.contextRunner
			.withPropertyValues("spring.datasource.url=" + database.url(),
					"spring.datasource.username=" + database.user(),
					"spring.datasource.password=" + database.password(), "spring.datasource.hikari.maximum-pool-size=1")
			.run((context) -> {
				DataSource chosen = choose(context).dataSource();
				try (Connection ofTheApplication = context.getBean(DataSource.class).getConnection();
						Connection first = chosen.getConnection();
						Connection second = chosen.getConnection()) {
					assertThat(ofTheApplication.isValid(1)).isTrue();
					assertThat(programs(first)).isEqualTo(2);
					assertThat(second.getNetworkTimeout()).isEqualTo(2000);
				}
			});
	}

	@Test
	void parametersOfTheUrlWinOverOurs() {
		String separator = database.url().contains("?") ? "&" : "?";
		this.contextRunner
			.withPropertyValues("leader-election.jdbc.url=" + database.url() + separator + "socketTimeout=7",
					"leader-election.jdbc.username=" + database.user(),
					"leader-election.jdbc.password=" + database.password())
			.run((context) -> {
				try (Connection connection = choose(context).dataSource().getConnection()) {
					assertThat(connection.getNetworkTimeout()).isEqualTo(7000);
				}
			});
	}

	@ParameterizedTest
	@CsvSource({ "jdbc:mariadb://db/payments, allowMultiQueries, true",
			"jdbc:mariadb://db/payments, socketTimeout, 1500",
			"jdbc:postgresql://db/payments, targetServerType, primary" })
	void driverIsToldWhatTheCoordinatorNeeds(String url, String setting, String value) {
		assertThat(DriverSettings.of(url, Duration.ofMillis(1500))).containsEntry(setting, value);
	}

	@Test
	void driverThatRefusesUnknownSettingsIsToldNothing() {
		assertThat(DriverSettings.of("jdbc:h2:mem:elections", Duration.ofMillis(1500))).isEmpty();
	}

	private static int programs(Connection connection) {
		Integer count = new JdbcTemplate(new SingleConnectionDataSource(connection, true))
			.queryForObject("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'leader-election'"
					+ " AND datname = current_database()", Integer.class);
		return (count != null) ? count : 0;
	}

	private static CoordinatorDatabase choose(AssertableApplicationContext context) {
		return new CoordinatorDatabaseChoice(context.getBeanFactory(), context.getBean(JdbcCoordinatorProperties.class),
				Duration.ofMillis(1500))
			.choose();
	}

	private static SimpleDriverDataSource chooseDriver(AssertableApplicationContext context) {
		return (SimpleDriverDataSource) choose(context).dataSource();
	}

	private static ContextConsumer<AssertableApplicationContext> refused(
			Consumer<ThrowableAssertAlternative<LeaderElectionConfigurationException>> expected) {
		return (context) -> expected.accept(assertThatExceptionOfType(LeaderElectionConfigurationException.class)
			.isThrownBy(() -> choose(context)));
	}

	private static JdbcConnectionDetails details() {
		JdbcConnectionDetails details = mock(JdbcConnectionDetails.class);
		given(details.getJdbcUrl()).willReturn("jdbc:postgresql://container/test");
		given(details.getUsername()).willReturn("test");
		given(details.getPassword()).willReturn("secret");
		given(details.getDriverClassName()).willReturn("org.postgresql.Driver");
		return details;
	}

	private static DataSource routing() {
		AbstractRoutingDataSource routing = new AbstractRoutingDataSource() {

			@Override
			protected Object determineCurrentLookupKey() {
				return "primary";
			}

		};
		routing.setDataSourceLookup(new MapDataSourceLookup(Map.of()));
		routing.setTargetDataSources(Map.of("primary", simple("jdbc:postgresql://primary/payments")));
		routing.afterPropertiesSet();
		return routing;
	}

	private static DataSource simple(String url) {
		return new SimpleDriverDataSource(new org.postgresql.Driver(), url);
	}

	@Configuration(proxyBeanMethods = false)
	@EnableConfigurationProperties(JdbcCoordinatorProperties.class)
	static class Properties {

	}

	@Configuration(proxyBeanMethods = false)
	static class AnnotatedDataSource {

		@Bean(defaultCandidate = false)
		@LeaderElectionDataSource
		DataSource elections() {
			return simple("jdbc:postgresql://annotated/elections");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class AnotherAnnotatedDataSource {

		@Bean(defaultCandidate = false)
		@LeaderElectionDataSource
		DataSource others() {
			return simple("jdbc:postgresql://annotated/others");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class AnnotatedRoutingDataSource {

		@Bean
		@LeaderElectionDataSource
		DataSource elections() {
			return routing();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class SeveralDataSources {

		@Bean
		DataSource archive() {
			return simple("jdbc:postgresql://archive/payments");
		}

		@Bean
		DataSource ledger() {
			return simple("jdbc:postgresql://ledger/payments");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class PrimaryDataSource {

		@Bean
		@Primary
		DataSource payments() {
			return simple("jdbc:postgresql://primary/payments");
		}

	}

	static class OpaqueDataSource extends AbstractDataSource {

		@Override
		public Connection getConnection() throws SQLException {
			throw new SQLException("Not to be called");
		}

		@Override
		public Connection getConnection(String username, String password) throws SQLException {
			throw new SQLException("Not to be called");
		}

	}

}
