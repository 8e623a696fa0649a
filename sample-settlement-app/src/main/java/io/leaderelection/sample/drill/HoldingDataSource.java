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

package io.leaderelection.sample.drill;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Data source whose transactions pass the {@link HoldPoint} before their first write, or
 * their check of the fence, reaches the driver.
 */
class HoldingDataSource extends DelegatingDataSource {

	private static final Pattern WRITES_OR_CHECKS_FENCE = Pattern
		.compile("\\s*(INSERT|UPDATE|DELETE)\\b|.*\\bleader_fence\\b", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

	private final Supplier<HoldPoint> holdPoint;

	HoldingDataSource(DataSource delegate, Supplier<HoldPoint> holdPoint) {
		super(delegate);
		this.holdPoint = holdPoint;
	}

	@Override
	public Connection getConnection() throws SQLException {
		return new Use().proxy(Connection.class, super.getConnection(), null);
	}

	@Override
	public Connection getConnection(String username, String password) throws SQLException {
		return new Use().proxy(Connection.class, super.getConnection(username, password), null);
	}

	/**
	 * Use of a connection from when it is taken to when it is given back, which is no
	 * shorter than a transaction.
	 */
	private final class Use {

		private boolean written;

		private <T> T proxy(Class<T> type, T target, @Nullable String prepared) {
			return type.cast(Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { type },
					(proxy, method, arguments) -> invoke(target, method, arguments, prepared)));
		}

		private @Nullable Object invoke(Object target, Method method, Object @Nullable [] arguments,
				@Nullable String prepared) throws Throwable {
			String text = (arguments != null && arguments.length > 0 && arguments[0] instanceof String sql) ? sql
					: prepared;
			if (target instanceof Statement && method.getName().startsWith("execute") && text != null) {
				beforeSending(text);
			}
			try {
				Object result = method.invoke(target, arguments);
				if (target instanceof Connection && result instanceof Statement statement) {
					return wrap(statement, text);
				}
				return result;
			}
			catch (InvocationTargetException ex) {
				throw ex.getTargetException();
			}
		}

		private void beforeSending(String sql) {
			if (!this.written && WRITES_OR_CHECKS_FENCE.matcher(sql).lookingAt()) {
				this.written = true;
				HoldingDataSource.this.holdPoint.get().beforeFirstWrite();
			}
		}

		private Statement wrap(Statement statement, @Nullable String sql) {
			if (statement instanceof CallableStatement callable) {
				return proxy(CallableStatement.class, callable, sql);
			}
			if (statement instanceof PreparedStatement preparedStatement) {
				return proxy(PreparedStatement.class, preparedStatement, sql);
			}
			return proxy(Statement.class, statement, null);
		}

	}

}
