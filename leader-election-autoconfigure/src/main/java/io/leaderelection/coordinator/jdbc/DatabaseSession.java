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
 * Connection that is ready for scripts. Used by one thread only.
 *
 * @param connection the connection
 * @param dialect the dialect of the database behind it
 */
record DatabaseSession(Connection connection, CoordinatorDialect dialect) {

	/**
	 * Execute a script.
	 * @param script the script
	 * @return the results, all of them committed
	 * @throws SQLException see {@link ScriptRunner}
	 */
	ScriptAnswer run(Script script) throws SQLException {
		return this.dialect.runner().run(this.connection, script);
	}

	/**
	 * End the transaction that a script which failed may have left open.
	 * @throws SQLException see {@link ScriptRunner}
	 */
	void rollBack() throws SQLException {
		this.dialect.runner().rollBack(this.connection);
	}

}
