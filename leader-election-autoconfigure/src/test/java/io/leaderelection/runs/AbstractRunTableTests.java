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

package io.leaderelection.runs;

import javax.sql.DataSource;

import io.leaderelection.fencing.jdbc.FenceSchemaInitializer;
import io.leaderelection.fencing.jdbc.FencedDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link RunTable}.
 */
abstract class AbstractRunTableTests {

	abstract DataSource dataSource();

	@BeforeEach
	void dropTable() {
		jdbc().execute("DROP TABLE IF EXISTS leader_run");
	}

	@Test
	void tableIsCreatedWhereThatIsWanted() {
		table(DatabaseInitializationMode.ALWAYS, dataSource()).prepare();
		assertThat(jdbc().queryForObject("SELECT count(*) FROM leader_run", Integer.class)).isZero();
	}

	@Test
	void missingTableIsAnErrorWithTheStatementThatMendsIt() {
		RunTable table = table(DatabaseInitializationMode.NEVER, dataSource());
		assertThatExceptionOfType(MissingRunTableException.class).isThrownBy(table::prepare)
			.withMessageContaining("'payments'")
			.satisfies((ex) -> jdbc().execute(ex.getDdl()));
		assertThatCode(table::prepare).doesNotThrowAnyException();
	}

	@Test
	void databaseThatCannotBeReachedIsLookedAtBeforeTheFirstRun() {
		RunTable table = table(DatabaseInitializationMode.ALWAYS,
				new DriverManagerDataSource("jdbc:postgresql://127.0.0.1:1/none", "me", ""));
		assertThatCode(table::prepare).doesNotThrowAnyException();
		assertThatExceptionOfType(DataAccessResourceFailureException.class).isThrownBy(table::require);
	}

	private static RunTable table(DatabaseInitializationMode mode, DataSource dataSource) {
		return new RunTable(new FencedDatabase("payments", dataSource), new FenceSchemaInitializer(mode));
	}

	private JdbcTemplate jdbc() {
		return new JdbcTemplate(dataSource());
	}

}
