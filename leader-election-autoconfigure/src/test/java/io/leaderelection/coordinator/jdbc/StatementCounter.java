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
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

/**
 * Keeper of the text of every statement that is executed on its connections.
 */
final class StatementCounter {

	private final List<String> statements = Collections.synchronizedList(new ArrayList<>());

	private final Duration distance;

	StatementCounter() {
		this(Duration.ZERO);
	}

	/**
	 * Create a counter.
	 * @param distance how much longer each statement takes, as if the database were far
	 * away
	 */
	StatementCounter(Duration distance) {
		this.distance = distance;
	}

	/**
	 * Return a DataSource whose statements are kept.
	 */
	DataSource of(DataSource dataSource) {
		return proxy(DataSource.class, dataSource, null);
	}

	/**
	 * Forget what was executed so far.
	 */
	void reset() {
		this.statements.clear();
	}

	long count(Predicate<String> condition) {
		synchronized (this.statements) {
			return this.statements.stream().filter(condition).count();
		}
	}

	long count() {
		return this.statements.size();
	}

	static boolean isRenewal(String sql) {
		return sql.contains("UPDATE leader_session SET expires_at") && !sql.contains("UPDATE leader_namespace");
	}

	private <T> T proxy(Class<T> type, T target, @Nullable String prepared) {
		InvocationHandler handler = (proxy, method, arguments) -> {
			String name = method.getName();
			if (name.startsWith("execute")) {
				this.statements.add((prepared != null) ? prepared : String.valueOf(arguments[0]));
				LockSupport.parkNanos(this.distance.toNanos());
			}
			Object result;
			try {
				result = method.invoke(target, arguments);
			}
			catch (InvocationTargetException ex) {
				throw ex.getCause();
			}
			if (result instanceof PreparedStatement statement && name.equals("prepareStatement")) {
				return proxy(PreparedStatement.class, statement, String.valueOf(arguments[0]));
			}
			if (result instanceof Statement statement && name.equals("createStatement")) {
				return proxy(Statement.class, statement, null);
			}
			if (result instanceof Connection connection && target instanceof DataSource) {
				return proxy(Connection.class, connection, null);
			}
			return result;
		};
		return type.cast(Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { type }, handler));
	}

}
