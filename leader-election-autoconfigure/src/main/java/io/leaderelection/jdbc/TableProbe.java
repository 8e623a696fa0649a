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

package io.leaderelection.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Look at a table by a query that returns nothing, so that its name means what it means
 * in any other statement. For databases where an error does not end the transaction.
 */
final class TableProbe {

	private final Dialect dialect;

	TableProbe(Dialect dialect) {
		this.dialect = dialect;
	}

	boolean hasTable(Connection connection, String table) throws SQLException {
		try (Statement statement = connection.createStatement();
				ResultSet nothing = statement.executeQuery("SELECT 1 FROM " + table + " WHERE 1 = 0")) {
			return !nothing.next();
		}
		catch (SQLException ex) {
			if (this.dialect.fault(ex) == SqlFault.MISSING_TABLE) {
				return false;
			}
			throw ex;
		}
	}

	FenceColumn fenceColumn(Connection connection, String table) throws SQLException {
		try (Statement statement = connection.createStatement();
				ResultSet nothing = statement
					.executeQuery("SELECT " + FenceColumn.NAME + " FROM " + table + " WHERE 1 = 0")) {
			boolean notNull = nothing.getMetaData().isNullable(1) == ResultSetMetaData.columnNoNulls;
			return notNull ? FenceColumn.NOT_NULL : FenceColumn.NULLABLE;
		}
		catch (SQLException ex) {
			return switch (this.dialect.fault(ex)) {
				case MISSING_COLUMN -> FenceColumn.ABSENT;
				case MISSING_TABLE -> FenceColumn.UNKNOWN;
				default -> throw ex;
			};
		}
	}

}
