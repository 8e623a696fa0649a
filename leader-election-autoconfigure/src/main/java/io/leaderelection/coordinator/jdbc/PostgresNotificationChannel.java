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
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * LISTEN of PostgreSQL.
 */
final class PostgresNotificationChannel implements NotificationChannel {

	private final Connection connection;

	private final PGConnection notifying;

	/**
	 * Begin to listen.
	 * @param connection the connection, which serves nothing else
	 * @param channel the name of the channel
	 * @throws SQLException if the database refuses
	 */
	PostgresNotificationChannel(Connection connection, String channel) throws SQLException {
		this.connection = connection;
		this.notifying = connection.unwrap(PGConnection.class);
		execute("LISTEN " + channel);
	}

	@Override
	public List<Announcement> await(Duration patience) throws SQLException {
		PGNotification[] arrived = this.notifying.getNotifications((int) patience.toMillis());
		if (arrived.length == 0) {
			execute("SELECT 1");
		}
		return Arrays.stream(arrived).map(PGNotification::getParameter).distinct().map(Announcement::parse).toList();
	}

	private void execute(String sql) throws SQLException {
		try (Statement statement = this.connection.createStatement()) {
			statement.execute(sql);
		}
	}

}
