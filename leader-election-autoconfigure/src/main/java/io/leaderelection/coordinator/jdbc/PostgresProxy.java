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

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.postgresql.PGConnection;

/**
 * Proxy between this process and PostgreSQL, such as PgBouncer. One that gives a session
 * to somebody else after each transaction must not stand there; scripts go through it
 * nevertheless.
 */
final class PostgresProxy {

	private static final Log logger = LogFactory.getLog(PostgresProxy.class);

	private PostgresProxy() {
	}

	/**
	 * Prepare no statement on a connection through a proxy, as the next session would not
	 * know it. Without a proxy prepared statements save two thirds of a script's time.
	 * @param connection the connection
	 * @param session the number of the session that the server tells
	 * @throws SQLException if the driver refuses
	 */
	static void tolerate(Connection connection, int session) throws SQLException {
		if (!connection.isWrapperFor(PGConnection.class)) {
			return;
		}
		PGConnection driver = connection.unwrap(PGConnection.class);
		if (driver.getBackendPID() != session) {
			driver.setPrepareThreshold(0);
			logger.warn("A proxy stands between this instance and PostgreSQL. Unless it gives each connection a session"
					+ " of its own, let 'leader-election.jdbc.url' lead past it: timeouts and durable commits are"
					+ " settings of the session, which such a proxy hands to others");
		}
	}

}
