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

import io.leaderelection.jdbc.BoundSql;

/**
 * Adoption of fences by another lineage, after the data of the coordinator was lost or an
 * application moved to another coordinator.
 */
public final class FenceLineage {

	private final JdbcFencing fencing;

	/**
	 * Create an adoption.
	 * @param fencing the fencing
	 */
	public FenceLineage(JdbcFencing fencing) {
		this.fencing = fencing;
	}

	/**
	 * Let the fences of an election belong to a lineage, in all databases that it
	 * protects. For an operator who knows that no instance of the former lineage runs any
	 * more. Terms stay as they are, so that the coordinator has to go beyond them.
	 * @param election the name of the election
	 * @param lineage the present lineage of the coordinator
	 * @throws SQLException if a database refuses
	 */
	public void adopt(String election, String lineage) throws SQLException {
		for (FencedDatabase database : this.fencing.databases().of(election)) {
			adopt(database, election, lineage);
		}
	}

	void adopt(FencedDatabase database, String election, String lineage) throws SQLException {
		try (Connection connection = database.dataSource().getConnection()) {
			connection.setAutoCommit(true);
			BoundSql.executeAll(connection,
					database.dialect(connection).fence().adoptLineage(this.fencing.namespace(), election, lineage));
		}
	}

}
