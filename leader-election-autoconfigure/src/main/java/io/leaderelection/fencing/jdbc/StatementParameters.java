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
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Parameters that were set on a prepared statement.
 */
final class StatementParameters {

	private final Map<Integer, JdbcCall> settings;

	StatementParameters() {
		this(new LinkedHashMap<>());
	}

	private StatementParameters(Map<Integer, JdbcCall> settings) {
		this.settings = settings;
	}

	static boolean isSetting(Method method) {
		// The position, or a name, comes before the value.
		return method.getParameterCount() > 1 && method.getName().startsWith("set");
	}

	void record(Method method, @Nullable Object[] arguments) {
		if (arguments[0] instanceof Integer position) {
			this.settings.put(position, new JdbcCall(method, arguments));
		}
	}

	void clear() {
		this.settings.clear();
	}

	StatementParameters copy() {
		return new StatementParameters(new LinkedHashMap<>(this.settings));
	}

	/**
	 * Set parameters of another statement.
	 * @param statement the statement
	 * @param sources for each of its parameters, the position of the one whose value it
	 * takes
	 * @throws SQLException if the driver refuses
	 */
	void apply(PreparedStatement statement, List<Integer> sources) throws SQLException {
		for (int i = 0; i < sources.size(); i++) {
			JdbcCall setting = this.settings.get(sources.get(i));
			if (setting != null) {
				setting.makeFor(statement, i + 1);
			}
		}
	}

}
