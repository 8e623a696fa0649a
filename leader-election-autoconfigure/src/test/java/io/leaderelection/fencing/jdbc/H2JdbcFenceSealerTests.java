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
import java.util.Map;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.jdbc.Dialect;
import io.leaderelection.servers.H2Database;
import io.leaderelection.spi.SealOutcome;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JdbcFenceSealer} on H2.
 */
class H2JdbcFenceSealerTests extends AbstractJdbcFenceSealerTests {

	@Override
	TestDatabase database() {
		return TestDatabase.h2();
	}

	@Test
	void sessionOfTheSealerGetsItsLockTimeoutBack() {
		try (HikariDataSource pool = this.fixture.home.pool(1)) {
			pool.setConnectionInitSql("SET LOCK_TIMEOUT 1234");
			JdbcFenceSealer careful = sealerOf(Map.of("payments", pool));
			assertThat(seal(careful, FencingFixture.token(5), "lineage", BOUND)).isInstanceOf(SealOutcome.Sealed.class);
			assertThat(new JdbcTemplate(pool).queryForObject("SELECT LOCK_TIMEOUT()", Integer.class)).isEqualTo(1234);
			careful.close();
		}
	}

	@Test
	void userWhoMayNotEndSessionsIsToldAndTheSealStaysBounded() throws SQLException {
		seal(5);
		this.fixture.admin.execute("CREATE USER IF NOT EXISTS plain_user PASSWORD 'secret'");
		for (String table : List.of("leader_fence", "leader_fence_intent")) {
			this.fixture.admin.execute("GRANT ALL ON " + table + " TO plain_user");
		}
		DataSource plain = ((H2Database) this.fixture.home).dataSource("plain_user", "secret");
		JdbcFenceSealer powerless = sealerOf(Map.of("payments", plain));
		try (Connection frozen = this.fixture.home.dataSource().getConnection();
				Statement statement = frozen.createStatement()) {
			try (Connection powerlessSession = plain.getConnection()) {
				assertThat(Dialect.of(powerlessSession).fence().terminationProblem(powerlessSession))
					.contains("administrators");
			}
			frozen.setAutoCommit(false);
			statement.execute(this.fixture.home.lockFence());
			long start = System.nanoTime();
			assertThat(seal(powerless, FencingFixture.token(6), "lineage", Duration.ofSeconds(1)))
				.isInstanceOf(SealOutcome.Failed.class);
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
			frozen.rollback();
		}
		powerless.close();
	}

}
