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
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.jdbc.datasource.AbstractDataSource;

/**
 * DataSource of a database that knows nobody.
 */
final class RefusingDataSource extends AbstractDataSource {

	private final AtomicInteger attempts;

	RefusingDataSource(AtomicInteger attempts) {
		this.attempts = attempts;
	}

	@Override
	public Connection getConnection() throws SQLException {
		this.attempts.incrementAndGet();
		throw new SQLException("no such user", "28000");
	}

	@Override
	public Connection getConnection(String username, String password) throws SQLException {
		return getConnection();
	}

}
