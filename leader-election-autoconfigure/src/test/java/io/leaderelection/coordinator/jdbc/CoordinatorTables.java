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

import java.sql.Connection;
import java.sql.SQLException;

import javax.sql.DataSource;

import org.springframework.jdbc.datasource.init.ScriptUtils;

/**
 * Tables of the coordinator in a database under test.
 */
final class CoordinatorTables {

	private CoordinatorTables() {
	}

	/**
	 * Create the tables that are missing.
	 * @param dataSource the database
	 */
	static void create(DataSource dataSource) {
		try (Connection connection = dataSource.getConnection()) {
			ScriptUtils.executeSqlScript(connection, CoordinatorDialect.of(connection).schema());
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
