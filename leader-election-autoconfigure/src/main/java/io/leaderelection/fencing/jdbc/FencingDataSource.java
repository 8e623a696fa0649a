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

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.datasource.DataSourceUtils;

/**
 * DataSource whose connections take part in the transactions of the DataSource behind it
 * and fence all writes. What is behind a connection cannot be reached through it.
 */
final class FencingDataSource implements DataSource {

	private final JdbcFencing fencing;

	private final FencedDatabase database;

	private final TokenResolver tokens;

	FencingDataSource(JdbcFencing fencing, FencedDatabase database, @Nullable String election) {
		this.fencing = fencing;
		this.database = database;
		this.tokens = new TokenResolver(fencing, database, election);
	}

	@Override
	public Connection getConnection() throws SQLException {
		Connection connection = DataSourceUtils.doGetConnection(this.database.dataSource());
		return FencedConnection.of(new ConnectionFence(this.fencing, this.database, this.tokens, connection));
	}

	@Override
	public Connection getConnection(String username, String password) throws SQLException {
		throw new SQLFeatureNotSupportedException("A fenced connection belongs to the user of its DataSource");
	}

	@Override
	public PrintWriter getLogWriter() throws SQLException {
		return this.database.dataSource().getLogWriter();
	}

	@Override
	public void setLogWriter(PrintWriter out) throws SQLException {
		this.database.dataSource().setLogWriter(out);
	}

	@Override
	public void setLoginTimeout(int seconds) throws SQLException {
		this.database.dataSource().setLoginTimeout(seconds);
	}

	@Override
	public int getLoginTimeout() throws SQLException {
		return this.database.dataSource().getLoginTimeout();
	}

	@Override
	public Logger getParentLogger() throws SQLFeatureNotSupportedException {
		return this.database.dataSource().getParentLogger();
	}

	@Override
	public <T> T unwrap(Class<T> type) throws SQLException {
		if (type.isInstance(this)) {
			return type.cast(this);
		}
		throw new SQLException("A fenced DataSource cannot be unwrapped; inject the DataSource itself");
	}

	@Override
	public boolean isWrapperFor(Class<?> type) {
		return type.isInstance(this);
	}

	@Override
	public String toString() {
		return "FencingDataSource[" + this.database.name() + "]";
	}

}
