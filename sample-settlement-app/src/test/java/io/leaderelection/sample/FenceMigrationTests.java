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

package io.leaderelection.sample;

import java.util.List;

import io.leaderelection.sample.demo.Database;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the migration that creates the fence's tables.
 */
class FenceMigrationTests {

	@ParameterizedTest
	@CsvSource({ "R__leader_election_fence.sql, leader_fence%", "R__leader_election_runs.sql, leader_run%" })
	void createsTheTablesOfTheLibrary(String script, String tables) {
		Database database = TestDatabase.empty();
		new ResourceDatabasePopulator(new ClassPathResource("io/leaderelection/jdbc/postgresql/" + script))
			.execute(database.dataSource());
		Database migrated = TestDatabase.migrated();
		List<String> expected = columns(database.jdbc(), tables);
		assertThat(expected).isNotEmpty();
		assertThat(columns(migrated.jdbc(), tables)).isEqualTo(expected);
		assertThat(indexes(migrated.jdbc(), tables)).isEqualTo(indexes(database.jdbc(), tables));
	}

	private static List<String> indexes(JdbcTemplate jdbc, String tables) {
		return anonymous(jdbc.queryForList("SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema()"
				+ " AND tablename LIKE ? ORDER BY indexname", String.class, tables));
	}

	private static List<String> columns(JdbcTemplate jdbc, String tables) {
		return anonymous(jdbc
			.queryForList("SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default,"
					+ " pg_get_indexdef(indexrelid)) FROM information_schema.columns"
					+ " LEFT JOIN pg_index ON indrelid = table_name::regclass AND indisprimary"
					+ " WHERE table_schema = current_schema() AND table_name LIKE ?"
					+ " ORDER BY table_name, ordinal_position", String.class, tables));
	}

	private static List<String> anonymous(List<String> definitions) {
		return definitions.stream().map((text) -> text.replaceAll("settlement_[0-9a-f]+", "schema")).toList();
	}

}
