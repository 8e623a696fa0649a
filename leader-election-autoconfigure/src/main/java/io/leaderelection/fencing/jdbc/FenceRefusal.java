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

import java.sql.SQLException;

import io.leaderelection.LeaderElectionException;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.support.SQLExceptionTranslator;

/**
 * Carrier of a refusal through JDBC. Templates return the connection of a stream only for
 * an {@link SQLException}; a refusal thrown as it is would leak it.
 */
final class FenceRefusal extends SQLException {

	FenceRefusal(LeaderElectionException refusal) {
		super(refusal.getMessage(), refusal);
	}

	/**
	 * Return a translator that throws what is carried.
	 * @param translator the translator of all other exceptions
	 * @return the translator
	 */
	static SQLExceptionTranslator unpacking(SQLExceptionTranslator translator) {
		return new SQLExceptionTranslator() {

			@Override
			public @Nullable DataAccessException translate(String task, @Nullable String sql, SQLException ex) {
				if (ex instanceof FenceRefusal && ex.getCause() instanceof LeaderElectionException refusal) {
					throw refusal;
				}
				return translator.translate(task, sql, ex);
			}

		};
	}

}
