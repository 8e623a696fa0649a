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

import java.net.URI;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.jdbc.Dialect;
import io.leaderelection.jdbc.FenceSql;
import io.leaderelection.servers.TcpRelay;
import io.leaderelection.spi.SealOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.AdditionalAnswers;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.BDDMockito.willReturn;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link JdbcFenceSealer} on PostgreSQL.
 */
class PostgresJdbcFenceSealerTests extends AbstractJdbcFenceSealerTests {

	@Override
	TestDatabase database() {
		return TestDatabase.postgres();
	}

	@Test
	void fenceThatNobodyHoldsIsRaisedWithItsIntentInOneTransaction() {
		seal(5);
		assertThat(isOneTransaction()).as("the first seal has to create the rows").isFalse();
		seal(6);
		assertThat(isOneTransaction()).isTrue();
		assertThat(fence()).isEqualTo("6 grant-6 lineage holder-6, intent 6");
	}

	@Test
	void fenceThatNobodyHoldsIsRaisedInTwoRoundTrips() {
		seal(5);
		URI server = URI.create(this.fixture.home.url().substring("jdbc:".length()));
		try (TcpRelay relay = new TcpRelay(server.getPort());
				SingleConnectionDataSource connection = new SingleConnectionDataSource(
						this.fixture.home.url().replace(":" + server.getPort(), ":" + relay.port()),
						this.fixture.home.user(), this.fixture.home.password(), true)) {
			JdbcFenceSealer near = sealerOf(Map.of("near", connection));
			seal(near, FencingFixture.token(6), "lineage", BOUND);
			int before = relay.roundTrips();
			assertThat(seal(near, FencingFixture.token(7), "lineage", BOUND)).isInstanceOf(SealOutcome.Sealed.class);
			assertThat(relay.roundTrips() - before).as("the statements, and the commit").isEqualTo(2);
			near.close();
		}
		assertThat(fence()).isEqualTo("7 grant-7 lineage holder-7, intent 7");
	}

	@ParameterizedTest
	@ValueSource(strings = { "simple", "extendedForPrepared", "extendedCacheEverything" })
	void fenceIsRaisedHoweverTheDriverSendsStatements(String mode) {
		seal(5);
		String url = this.fixture.home.url();
		DriverManagerDataSource dataSource = new DriverManagerDataSource(
				url + (url.contains("?") ? "&" : "?") + "preferQueryMode=" + mode, this.fixture.home.user(),
				this.fixture.home.password());
		JdbcFenceSealer other = sealerOf(Map.of("other", dataSource));
		assertThat(seal(other, FencingFixture.token(6), "lineage", BOUND)).isInstanceOf(SealOutcome.Sealed.class);
		assertThat(isOneTransaction()).isTrue();
		assertThat(seal(other, FencingFixture.token(5), "lineage", BOUND))
			.isEqualTo(new SealOutcome.Ahead(6, "grant-6", "other"));
		other.close();
	}

	@Test
	void decidedWishIsToldThoughAMigrationLocksTheTable() throws SQLException {
		seal(7);
		try (Connection migration = this.fixture.home.dataSource().getConnection();
				Statement statement = migration.createStatement()) {
			migration.setAutoCommit(false);
			statement.execute("LOCK TABLE leader_fence IN SHARE MODE");
			Duration bound = Duration.ofSeconds(2);
			assertThat(seal(this.sealer, FencingFixture.token(6), "lineage", bound))
				.isEqualTo(new SealOutcome.Ahead(7, "grant-7", "payments"));
			assertThat(seal(this.sealer, FencingFixture.token(8), "restored", bound))
				.isEqualTo(new SealOutcome.ForeignLineage("lineage", "payments"));
			assertThat(seal(this.sealer, FencingFixture.token(7), "lineage", bound))
				.isInstanceOf(SealOutcome.Sealed.class);
			migration.rollback();
		}
	}

	@Test
	void refusalToRaiseIsToldIfNothingIsDecided() {
		seal(5);
		this.fixture.admin.execute(
				"CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE 'not now'; END$$");
		this.fixture.admin
			.execute("CREATE TRIGGER refuse BEFORE UPDATE ON leader_fence FOR EACH ROW EXECUTE FUNCTION refuse()");
		try {
			assertThat(seal(6)).isInstanceOfSatisfying(SealOutcome.Failed.class,
					(failed) -> assertThat(failed.detail()).contains("not now"));
			assertThat(fence()).isEqualTo("5 grant-5 lineage holder-5, intent 5");
		}
		finally {
			this.fixture.admin.execute("DROP TRIGGER refuse ON leader_fence");
		}
	}

	@Test
	void fenceThatSomebodyHoldsIsLeftAloneAndSoIsTheIntent() throws SQLException {
		seal(5);
		try (Connection leader = this.fixture.home.dataSource().getConnection()) {
			holdFence(leader);
			assertThat(raiseUnheld(6)).isZero();
			commit(leader);
		}
		assertThat(fence()).isEqualTo("5 grant-5 lineage holder-5, intent 5");
	}

	@ParameterizedTest
	@ValueSource(strings = { "fence_token = 6", "fence_token = 7", "lineage = 'another'" })
	void fenceIsNotRaisedAtOncePastAnIntentThatCameMeanwhile(String intent) throws SQLException {
		seal(5);
		this.fixture.admin.execute("UPDATE leader_fence_intent SET " + intent);
		assertThat(raiseUnheld(6)).isZero();
		assertThat(fence()).startsWith("5 grant-5 lineage holder-5");
		assertThat(this.fixture.admin.queryForObject("SELECT count(*) FROM leader_fence_intent WHERE " + intent,
				Integer.class))
			.isOne();
	}

	@ParameterizedTest
	@ValueSource(strings = { "fence_token = 6", "fence_token = 7", "lineage = 'another'" })
	void fenceIsNotRaisedAtOncePastOneThatIsNotBelow(String fence) throws SQLException {
		seal(5);
		this.fixture.admin.execute("UPDATE leader_fence SET " + fence);
		assertThat(raiseUnheld(6)).isZero();
		assertThat(fence()).endsWith("holder-5, intent 5");
	}

	@Test
	void fenceThatWasRaisedBeforeCommitsTurnedOutNotToBeDurableIsLeftAlone() throws SQLException {
		seal(5);
		try (Connection connection = this.fixture.home.dataSource().getConnection()) {
			FenceSql postgres = Dialect.of(connection).fence();
			FenceSql careless = mock(FenceSql.class, AdditionalAnswers.delegatesTo(postgres));
			willReturn("SELECT 1 AS session, 'fsync must be on' AS problem").given(careless).sealer();
			connection.setAutoCommit(false);
			try (SealingSession session = new SealingSession(connection, careless)) {
				assertThatExceptionOfType(SQLException.class)
					.isThrownBy(() -> session.begin(BOUND,
							postgres.raiseUnheld("shop", FencingFixture.token(6), "lineage", "holder-6")))
					.withMessageContaining("fsync must be on");
			}
		}
		assertThat(fence()).isEqualTo("5 grant-5 lineage holder-5, intent 5");
	}

	private int raiseUnheld(long term) throws SQLException {
		try (Connection connection = this.fixture.home.dataSource().getConnection();
				PreparedStatement statement = new FencedDatabase("payments", this.fixture.home.dataSource())
					.dialect(connection)
					.fence()
					.raiseUnheld("shop", FencingFixture.token(term), "lineage", "holder-" + term)
					.prepare(connection)) {
			return statement.executeUpdate();
		}
	}

	private boolean isOneTransaction() {
		return this.fixture.admin.queryForObject(
				"SELECT f.xmin = i.xmin FROM leader_fence f CROSS JOIN leader_fence_intent i", Boolean.class);
	}

	@Test
	void migrationThatLocksTheTableIsNotTerminatedAndTheSealIsBounded() throws SQLException {
		seal(5);
		try (Connection migration = this.fixture.home.dataSource().getConnection();
				Statement statement = migration.createStatement()) {
			migration.setAutoCommit(false);
			statement.execute("LOCK TABLE leader_fence IN SHARE MODE");
			long start = System.nanoTime();
			assertThat(seal(this.sealer, FencingFixture.token(6), "lineage", Duration.ofSeconds(1)))
				.isInstanceOf(SealOutcome.Failed.class);
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
			migration.rollback();
		}
	}

	@Test
	void commitOfTheSealIsDurableThoughTheDatabaseSaysOtherwise() {
		this.fixture.admin.execute("ALTER ROLE CURRENT_USER SET synchronous_commit = off");
		try (HikariDataSource careless = this.fixture.home.pool(2)) {
			JdbcFenceSealer durable = sealerOf(Map.of("careless", careless));
			assertThat(new JdbcTemplate(careless).queryForObject("SHOW synchronous_commit", String.class))
				.isEqualTo("off");
			this.fixture.admin.execute("CREATE OR REPLACE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN"
					+ " NEW.holder = current_setting('synchronous_commit') || ' ' || current_setting('application_name');"
					+ " RETURN NEW; END$$");
			this.fixture.admin.execute(
					"CREATE TRIGGER note BEFORE INSERT OR UPDATE ON leader_fence FOR EACH ROW EXECUTE FUNCTION note()");
			assertThat(seal(durable, FencingFixture.token(5), "lineage", BOUND)).isInstanceOf(SealOutcome.Sealed.class);
			assertThat(fence()).contains("on leader-election-sealer");
			assertThat(new JdbcTemplate(careless).queryForObject("SHOW application_name", String.class))
				.isNotEqualTo("leader-election-sealer");
			durable.close();
		}
		finally {
			this.fixture.admin.execute("DROP TRIGGER IF EXISTS note ON leader_fence");
			this.fixture.admin.execute("ALTER ROLE CURRENT_USER RESET synchronous_commit");
		}
	}

}
