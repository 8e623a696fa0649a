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

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * DataSource whose connections cannot be rolled back.
 */
final class UnrollableDataSource extends DelegatingDataSource {

	UnrollableDataSource(DataSource dataSource) {
		super(dataSource);
	}

	@Override
	public Connection getConnection() throws SQLException {
		return proxy(Connection.class, super.getConnection());
	}

	private static <T> T proxy(Class<T> type, T target) {
		InvocationHandler handler = (proxy, method, arguments) -> {
			boolean statement = arguments != null && arguments.length == 1 && "ROLLBACK".equals(arguments[0]);
			if (statement || method.getName().equals("rollback")) {
				throw new SQLException("no roll-back today", "XX000");
			}
			try {
				Object result = method.invoke(target, arguments);
				return method.getName().equals("createStatement") ? proxy(Statement.class, (Statement) result) : result;
			}
			catch (InvocationTargetException ex) {
				throw ex.getCause();
			}
		};
		return type.cast(
				Proxy.newProxyInstance(UnrollableDataSource.class.getClassLoader(), new Class<?>[] { type }, handler));
	}

}
