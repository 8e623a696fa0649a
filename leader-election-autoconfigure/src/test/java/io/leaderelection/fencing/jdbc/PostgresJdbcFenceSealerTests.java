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
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.spi.SealOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

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
