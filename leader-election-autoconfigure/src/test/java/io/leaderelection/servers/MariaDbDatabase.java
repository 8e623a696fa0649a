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

package io.leaderelection.servers;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.mariadb.jdbc.MariaDbDataSource;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Database of its own on the shared MariaDB server, created before the tests of a class
 * and dropped, with its sessions, after them.
 */
public class MariaDbDatabase implements ServerDatabase {

	private final String name = "test_" + UUID.randomUUID().toString().replace("-", "");

	private @Nullable MariaDbServer server;

	@Override
	public MariaDbDatabase create() {
		return create(MariaDbServer.shared());
	}

	/**
	 * Create the database on a server of the test's own.
	 * @param server the server
	 * @return this database
	 */
	public MariaDbDatabase create(MariaDbServer server) {
		server.administer("CREATE DATABASE " + this.name + " CHARACTER SET utf8mb4");
		this.server = server;
		return this;
	}

	@Override
	public void drop() {
		JdbcTemplate sessions = new JdbcTemplate(dataSource());
		// One statement a session, as each statement comes on a session of its own here.
		sessions
			.queryForList("SELECT id FROM information_schema.processlist WHERE db = ? AND id <> connection_id()",
					Long.class, this.name)
			.forEach((session) -> server()
				.administer("BEGIN NOT ATOMIC DECLARE CONTINUE HANDLER FOR 1094 BEGIN END; KILL " + session + "; END"));
		server().administer("DROP DATABASE " + this.name);
	}

	/**
	 * Return the name of the database.
	 * @return the name
	 */
	public String name() {
		return this.name;
	}

	@Override
	public String url() {
		return server().url(this.name);
	}

	@Override
	public String user() {
		return server().user();
	}

	@Override
	public String password() {
		return server().password();
	}

	@Override
	public DataSource dataSource(String user, String password) {
		try {
			MariaDbDataSource dataSource = new MariaDbDataSource(url());
			dataSource.setUser(user);
			dataSource.setPassword(password);
			return dataSource;
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public String idleTransactions() {
		return "SELECT p.id FROM information_schema.innodb_trx t"
				+ " JOIN information_schema.processlist p ON p.id = t.trx_mysql_thread_id"
				+ " WHERE p.db = DATABASE() AND p.command = 'Sleep'";
	}

	@Override
	public void lose(Connection connection) throws SQLException {
		endSession(connection, "SELECT CONNECTION_ID()", "KILL %d");
	}

	private MariaDbServer server() {
		if (this.server == null) {
			throw new IllegalStateException("The database is created before the tests of the class: register it");
		}
		return this.server;
	}

	static final class Shared {

		static final MariaDbServer SERVER = MariaDbServer.start();

	}

}
