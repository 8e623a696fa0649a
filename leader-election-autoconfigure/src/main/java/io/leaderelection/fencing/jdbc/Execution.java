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

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import org.jspecify.annotations.Nullable;

/**
 * Execution of one statement by the driver.
 *
 * @param statement the statement of the driver
 * @param call the call that executes it
 * @param parameters its parameters
 */
record Execution(Statement statement, Call call, StatementParameters parameters) {

	@Nullable Object run() throws Throwable {
		return this.call.run();
	}

	/**
	 * Return whether at least one row was changed.
	 * @param result the result of the execution
	 * @return whether the count is not zero, or rows were returned
	 * @throws SQLException if the driver does not tell
	 */
	boolean hasChanged(@Nullable Object result) throws SQLException {
		if (result instanceof Number count) {
			return count.longValue() > 0;
		}
		if (result instanceof ResultSet rows) {
			return rows.isBeforeFirst();
		}
		if (Boolean.TRUE.equals(result)) {
			ResultSet rows = this.statement.getResultSet();
			return rows != null && rows.isBeforeFirst();
		}
		return this.statement.getUpdateCount() > 0;
	}

	/**
	 * Let the driver read all rows at once, as a cursor would end with the transaction.
	 * @throws SQLException if the driver refuses
	 */
	void prepareForTransaction() throws SQLException {
		this.statement.setFetchSize(0);
	}

	/**
	 * Call of the driver.
	 */
	@FunctionalInterface
	interface Call {

		@Nullable Object run() throws Throwable;

	}

}
