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

import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.fencing.MissingFenceTableException;
import io.leaderelection.jdbc.UnsupportedDatabaseException;
import io.leaderelection.servers.PostgresDatabase;
import io.leaderelection.servers.PostgresServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.mockito.Answers;

import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link FenceSchemaInitializer}.
 */
class FenceSchemaInitializerTests {

	@RegisterExtension
	static final PostgresDatabase database = PostgresServer.database();

	@AfterEach
	void dropTables() {
		jdbc().execute("DROP TABLE IF EXISTS leader_fence, leader_fence_intent");
	}

	@Test
	void missingTableIsAnErrorWithTheStatementsThatMendIt() {
		assertThatExceptionOfType(MissingFenceTableException.class)
			.isThrownBy(() -> initialize(DatabaseInitializationMode.NEVER, database.dataSource()))
			.withMessageContaining("'settlements'")
			.satisfies((ex) -> jdbc().execute(ex.getDdl()));
		assertThatCode(() -> initialize(DatabaseInitializationMode.NEVER, database.dataSource()))
			.doesNotThrowAnyException();
	}

	@Test
	void oneOfTwoTablesIsNotEnough() {
		initialize(DatabaseInitializationMode.ALWAYS, database.dataSource());
		jdbc().execute("DROP TABLE leader_fence_intent");
		assertThatExceptionOfType(MissingFenceTableException.class)
			.isThrownBy(() -> initialize(DatabaseInitializationMode.NEVER, database.dataSource()));
	}

	@Test
	void embeddedMeansThatServersAreLeftAlone() {
		assertThatExceptionOfType(MissingFenceTableException.class)
			.isThrownBy(() -> initialize(DatabaseInitializationMode.EMBEDDED, database.dataSource()));
	}

	@Test
	void instancesThatStartTogetherMayAllCreateTheTables() throws Exception {
		ExecutorService instances = Executors.newFixedThreadPool(8);
		try {
			Callable<Boolean> start = () -> {
				initialize(DatabaseInitializationMode.ALWAYS, database.dataSource());
				return true;
			};
			for (Future<Boolean> started : instances.invokeAll(List.of(start, start, start, start, start, start))) {
				assertThat(started.get()).isTrue();
			}
		}
		finally {
			instances.shutdown();
		}
		assertThat(jdbc().queryForObject("SELECT count(*) FROM leader_fence", Integer.class)).isZero();
	}

	@Test
	void unreachableDatabaseIsNoFailure() {
		DataSource nobodyListens = new DriverManagerDataSource("jdbc:postgresql://127.0.0.1:1/none", "me", "");
		assertThatCode(() -> initialize(DatabaseInitializationMode.NEVER, nobodyListens)).doesNotThrowAnyException();
		try (HikariDataSource pool = new HikariDataSource()) {
			pool.setJdbcUrl("jdbc:postgresql://127.0.0.1:1/none");
			pool.setConnectionTimeout(250);
			assertThatCode(() -> initialize(DatabaseInitializationMode.NEVER, pool)).doesNotThrowAnyException();
		}
	}

	@Test
	void databaseThatCannotBeFencedIsNamed() throws SQLException {
		DataSource oracle = mock(DataSource.class, Answers.RETURNS_DEEP_STUBS);
		given(oracle.getConnection().getMetaData().getDatabaseProductName()).willReturn("Oracle");
		assertThatExceptionOfType(UnsupportedDatabaseException.class)
			.isThrownBy(() -> initialize(DatabaseInitializationMode.ALWAYS, oracle))
			.withMessageContaining("'Oracle");
	}

	@Test
	void tablesOfAnEmbeddedDatabaseAreCreated() {
		DataSource embedded = new DriverManagerDataSource("jdbc:h2:mem:embedded;DB_CLOSE_DELAY=-1");
		initialize(DatabaseInitializationMode.EMBEDDED, embedded);
		assertThatCode(() -> initialize(DatabaseInitializationMode.NEVER, embedded)).doesNotThrowAnyException();
		new JdbcTemplate(embedded).execute("SHUTDOWN");
	}

	private static void initialize(DatabaseInitializationMode mode, DataSource dataSource) {
		new FenceSchemaInitializer(mode)
			.initialize(ProtectedDatabases.single(new FencedDatabase("settlements", dataSource)));
	}

	private static JdbcTemplate jdbc() {
		return new JdbcTemplate(database.dataSource());
	}

}
