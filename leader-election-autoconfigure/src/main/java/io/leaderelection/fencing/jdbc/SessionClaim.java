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
import java.sql.Statement;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * What a session claims towards triggers beyond the end of its transaction, where the
 * database does not forget it by itself. It is taken back before the session serves
 * anybody else. Used by one thread at a time.
 */
final class SessionClaim {

	private static final Log logger = LogFactory.getLog(SessionClaim.class);

	private @Nullable Connection connection;

	private @Nullable String drop;

	/**
	 * Take note of a claim.
	 * @param claiming the connection whose session claims
	 * @param statement the statement that takes it back
	 */
	void made(Connection claiming, String statement) {
		this.connection = claiming;
		this.drop = statement;
	}

	/**
	 * Take the claim back, if there is one. A session that cannot be told so is ended.
	 */
	void drop() {
		Connection claiming = this.connection;
		String sql = this.drop;
		this.connection = null;
		this.drop = null;
		if (claiming != null && sql != null) {
			drop(claiming, sql);
		}
	}

	private static void drop(Connection connection, String sql) {
		try {
			if (connection.isClosed()) {
				logger.warn("A connection was given back before the end of its transaction was told, so that whoever"
						+ " gets it next may write to tables with triggers while the same leader leads");
				return;
			}
			try (Statement statement = connection.createStatement()) {
				statement.execute(sql);
			}
		}
		catch (SQLException ex) {
			logger.debug("The session cannot be told that its transaction is over", ex);
			end(connection);
		}
	}

	private static void end(Connection connection) {
		try {
			connection.abort(Runnable::run);
		}
		catch (SQLException ex) {
			logger.warn("A session that claims a grant could not be ended", ex);
		}
	}

}
