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
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.Duration;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

/**
 * Source of connections that are ready for scripts, and what the last one of them told
 * about the database.
 */
final class Connector {

	private final DataSource dataSource;

	private final Duration callTimeout;

	private volatile @Nullable Server server;

	Connector(DataSource dataSource, Duration callTimeout) {
		this.dataSource = dataSource;
		this.callTimeout = callTimeout;
	}

	/**
	 * Open a connection. Blocks for as long as the DataSource does.
	 * @return the connection
	 * @throws SQLException if there is none to be had
	 */
	DatabaseSession connect() throws SQLException {
		Connection connection = this.dataSource.getConnection();
		try {
			connection.setNetworkTimeout(Runnable::run, (int) this.callTimeout.toMillis());
			CoordinatorDialect dialect = CoordinatorDialect.of(connection);
			dialect.prepare(connection, this.callTimeout);
			this.server = Server.of(connection.getMetaData());
			return new DatabaseSession(connection, dialect);
		}
		catch (SQLException | RuntimeException ex) {
			discard(connection, ex);
			throw ex;
		}
	}

	@Nullable Server server() {
		return this.server;
	}

	private static void discard(Connection connection, Exception cause) {
		try {
			connection.close();
		}
		catch (SQLException ex) {
			cause.addSuppressed(ex);
		}
	}

	/**
	 * What a database tells about itself.
	 *
	 * @param url where it is, without any parameters
	 * @param version its product and version
	 */
	record Server(String url, String version) {

		private static Server of(DatabaseMetaData metaData) throws SQLException {
			String url = (metaData.getURL() != null) ? metaData.getURL() : "jdbc";
			return new Server(withoutCredentials(url),
					metaData.getDatabaseProductName() + " " + metaData.getDatabaseProductVersion());
		}

		static String withoutCredentials(String url) {
			String bare = url.split("[?;]", 2)[0];
			int authority = bare.indexOf("//");
			int at = bare.lastIndexOf('@');
			return (authority >= 0 && at > authority) ? bare.substring(0, authority + 2) + bare.substring(at + 1)
					: bare;
		}

	}

}
