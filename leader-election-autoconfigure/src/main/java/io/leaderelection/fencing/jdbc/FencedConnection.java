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

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import io.leaderelection.fencing.jdbc.sql.SqlStatement;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.datasource.DataSourceUtils;

/**
 * Handler of the calls on a fenced connection.
 */
final class FencedConnection extends FencedObject {

	private boolean closed;

	private FencedConnection(ConnectionFence fence) {
		super(fence);
	}

	static Connection of(ConnectionFence fence) {
		return Delegation.proxy(Connection.class, new FencedConnection(fence));
	}

	@Override
	@Nullable Object call(Object proxy, Method method, @Nullable Object[] args) throws Throwable {
		return switch (method.getName()) {
			case "toString" -> "Fenced connection [" + fence().connection() + "]";
			case "isClosed" -> this.closed;
			case "close" -> close();
			default -> use((Connection) proxy, method, args);
		};
	}

	private @Nullable Object use(Connection proxy, Method method, @Nullable Object[] args) throws Throwable {
		if (this.closed) {
			throw new SQLException("The connection is closed");
		}
		return switch (method.getName()) {
			case "prepareStatement", "prepareCall" -> prepare(proxy, method, args);
			case "createStatement" -> createStatement(proxy, method, args);
			case "getMetaData" -> metaData(proxy);
			case "commit" -> commit(method, args);
			case "rollback" -> rollback(method, args);
			case "setAutoCommit" -> setAutoCommit(method, args);
			case "abort" -> abort(method, args);
			default -> delegate(fence().connection(), method, args);
		};
	}

	private @Nullable Object close() throws SQLException {
		if (!this.closed) {
			this.closed = true;
			fence().release();
			DataSourceUtils.doReleaseConnection(fence().connection(), fence().database().dataSource());
		}
		return null;
	}

	private Object prepare(Connection proxy, Method method, @Nullable Object[] args) throws Throwable {
		String sql = (String) args[0];
		if (sql == null) {
			throw new SQLException("'sql' must not be null");
		}
		refuseUpdatable(args, 2, sql);
		SqlStatement statement = fence().analyze(sql);
		if (statement instanceof SqlStatement.Read) {
			Statement target = (Statement) Delegation.invoke(fence().connection(), method, args);
			return FencedStatement.of(fence(), proxy, withTimeout(target), method.getReturnType());
		}
		StatementFactory factory = (text) -> {
			@Nullable Object[] rewritten = args.clone();
			rewritten[0] = text;
			return withTimeout((Statement) Delegation.invoke(fence().connection(), method, rewritten));
		};
		FencedWrite write = new FencedWrite(fence(), statement, sql);
		return FencedPreparedStatement.of(fence(), proxy, write, factory, method.getReturnType());
	}

	private Object createStatement(Connection proxy, Method method, @Nullable Object[] args) throws Throwable {
		refuseUpdatable(args, 1, null);
		Statement target = (Statement) Delegation.invoke(fence().connection(), method, args);
		return FencedStatement.of(fence(), proxy, withTimeout(target), Statement.class);
	}

	private void refuseUpdatable(@Nullable Object[] args, int position, @Nullable String sql) throws SQLException {
		if (args.length > position && args[position] instanceof Integer concurrency
				&& concurrency == ResultSet.CONCUR_UPDATABLE) {
			throw fence().refuse("updatable result sets are not supported", sql);
		}
	}

	private Statement withTimeout(@Nullable Statement statement) throws SQLException {
		if (statement == null) {
			throw new SQLException("The driver returned no statement");
		}
		DataSourceUtils.applyTransactionTimeout(statement, fence().database().dataSource());
		return statement;
	}

	private DatabaseMetaData metaData(Connection proxy) throws SQLException {
		DatabaseMetaData target = fence().connection().getMetaData();
		return Delegation.proxy(DatabaseMetaData.class, (self, method, args) -> {
			if (method.getName().equals("getConnection")) {
				return proxy;
			}
			Object result = Delegation.invoke(target, method, args);
			return (result instanceof ResultSet resultSet) ? FencedResultSet.of(fence(), null, resultSet) : result;
		});
	}

	private @Nullable Object commit(Method method, @Nullable Object[] args) throws Throwable {
		RuntimeException veto = fence().vetoed();
		if (veto != null) {
			fence().connection().rollback();
			fence().end();
			fence().dropClaim();
			throw veto;
		}
		return end(method, args);
	}

	private @Nullable Object setAutoCommit(Method method, @Nullable Object[] args) throws Throwable {
		// Going back to auto-commit mode commits.
		if (fence().vetoed() != null && !fence().isAutoCommit()) {
			fence().connection().rollback();
		}
		return end(method, args);
	}

	private @Nullable Object rollback(Method method, @Nullable Object[] args) throws Throwable {
		if (args.length == 0) {
			return end(method, args);
		}
		fence().forget();
		return Delegation.invoke(fence().connection(), method, args);
	}

	private @Nullable Object end(Method method, @Nullable Object[] args) throws Throwable {
		fence().end();
		Object result = Delegation.invoke(fence().connection(), method, args);
		fence().dropClaim();
		return result;
	}

	private @Nullable Object abort(Method method, @Nullable Object[] args) throws Throwable {
		fence().end();
		return Delegation.invoke(fence().connection(), method, args);
	}

}
