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

import org.h2.jdbc.JdbcConnection;
import org.h2.jdbcx.JdbcDataSource;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Database of its own on the shared H2 server, reached over TCP as by another process. It
 * is dropped, with its sessions, after the tests of a class.
 */
public class H2Database implements ServerDatabase {

	private static final String USER = "sa";

	private final String name = "test_" + UUID.randomUUID().toString().replace("-", "");

	@Override
	public H2Database create() {
		new JdbcTemplate(dataSource()).execute("SET DB_CLOSE_DELAY -1");
		return this;
	}

	@Override
	public void drop() {
		new JdbcTemplate(dataSource()).execute("SHUTDOWN IMMEDIATELY");
	}

	@Override
	public String url() {
		return "jdbc:h2:tcp://127.0.0.1:" + H2Server.port() + "/mem:" + this.name;
	}

	@Override
	public String user() {
		return USER;
	}

	@Override
	public String password() {
		return "";
	}

	@Override
	public DataSource dataSource(String user, String password) {
		// The server first, as it has a say in what H2 reads when it is loaded.
		String url = url();
		JdbcDataSource dataSource = new JdbcDataSource();
		dataSource.setUrl(url);
		dataSource.setUser(user);
		dataSource.setPassword(password);
		return dataSource;
	}

	@Override
	public String idleTransactions() {
		return "SELECT DISTINCT l.session_id FROM INFORMATION_SCHEMA.LOCKS l JOIN INFORMATION_SCHEMA.SESSIONS s"
				+ " ON s.session_id = l.session_id WHERE s.executing_statement IS NULL"
				+ " AND l.session_id <> SESSION_ID()";
	}

	@Override
	public void lose(Connection connection) throws SQLException {
		connection.unwrap(JdbcConnection.class).close();
	}

}
