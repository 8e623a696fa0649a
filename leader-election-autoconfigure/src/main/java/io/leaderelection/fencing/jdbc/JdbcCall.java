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
import java.sql.SQLException;

import org.jspecify.annotations.Nullable;

/**
 * Call on a JDBC object that may be made again on another one.
 */
final class JdbcCall {

	private final Method method;

	private final @Nullable Object[] arguments;

	JdbcCall(Method method, @Nullable Object[] arguments) {
		this.method = method;
		this.arguments = arguments;
	}

	/**
	 * Make the call.
	 * @param target the object
	 * @throws SQLException if the driver refuses
	 */
	void make(Object target) throws SQLException {
		make(target, this.arguments);
	}

	/**
	 * Make the call for another parameter.
	 * @param target the statement
	 * @param position the position of the parameter
	 * @throws SQLException if the driver refuses
	 */
	void makeFor(Object target, int position) throws SQLException {
		@Nullable Object[] moved = this.arguments.clone();
		moved[0] = position;
		make(target, moved);
	}

	private void make(Object target, @Nullable Object[] with) throws SQLException {
		try {
			Delegation.invoke(target, this.method, with);
		}
		catch (SQLException | RuntimeException | Error ex) {
			throw ex;
		}
		catch (Throwable ex) {
			throw new SQLException(ex);
		}
	}

}
