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

/**
 * Way in which a database executes a script.
 */
interface ScriptRunner {

	/**
	 * Execute a script. If it throws, the connection must not be used any more unless it
	 * has been rolled back.
	 * @param connection a connection in the mode that the dialect prepared
	 * @param script the script
	 * @return the results, all of them committed
	 * @throws SQLException if a statement failed, so that nothing was changed, or if the
	 * connection did, so that the outcome is unknown
	 */
	ScriptAnswer run(Connection connection, Script script) throws SQLException;

	/**
	 * End the transaction that a script which failed may have left open.
	 * @param connection the connection
	 * @throws SQLException if the connection is no longer in the mode that the dialect
	 * prepared, or may have a transaction, so that it must not be used any more
	 */
	void rollBack(Connection connection) throws SQLException;

}
