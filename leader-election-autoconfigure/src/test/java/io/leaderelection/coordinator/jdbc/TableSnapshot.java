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

package io.leaderelection.coordinator.jdbc;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import javax.sql.DataSource;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * All rows of the coordinator's tables at one moment.
 */
final class TableSnapshot {

	private static final List<String> TABLES = List.of("leader_namespace", "leader_session", "leader_election",
			"leader_candidate", "leader_history");

	private final DataSource dataSource;

	private final JdbcTemplate sql;

	private final Map<String, List<Map<String, Object>>> rows = new LinkedHashMap<>();

	TableSnapshot(DataSource dataSource) {
		this.dataSource = dataSource;
		this.sql = new JdbcTemplate(dataSource);
		TABLES.forEach((table) -> this.rows.put(table, this.sql.queryForList("SELECT * FROM " + table)));
	}

	/**
	 * Make the tables what they were, at one moment.
	 */
	void restore() {
		new TransactionTemplate(new DataSourceTransactionManager(this.dataSource))
			.executeWithoutResult((transaction) -> this.rows.forEach((table, stored) -> {
				this.sql.update("DELETE FROM " + table);
				stored.forEach((row) -> insert(table, row));
			}));
	}

	private void insert(String table, Map<String, Object> row) {
		String marks = row.keySet().stream().map((column) -> "?").collect(Collectors.joining(", "));
		this.sql.update("INSERT INTO " + table + " (" + String.join(", ", row.keySet()) + ") VALUES (" + marks + ")",
				row.values().toArray());
	}

}
