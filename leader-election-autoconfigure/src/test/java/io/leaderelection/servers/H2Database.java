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

import java.util.UUID;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Database of its own on the shared H2 server, reached over TCP as by another process. It
 * is dropped, with its sessions, after the tests of a class.
 */
public final class H2Database implements BeforeAllCallback, AfterAllCallback {

	private static final String USER = "sa";

	private final String name = "test_" + UUID.randomUUID().toString().replace("-", "");

	@Override
	public void beforeAll(ExtensionContext context) {
		create();
	}

	@Override
	public void afterAll(ExtensionContext context) {
		drop();
	}

	/**
	 * Create the database, for use without JUnit.
	 * @return this database
	 */
	public H2Database create() {
		new JdbcTemplate(dataSource()).execute("SET DB_CLOSE_DELAY -1");
		return this;
	}

	/**
	 * End the sessions in the database and drop it.
	 */
	public void drop() {
		new JdbcTemplate(dataSource()).execute("SHUTDOWN IMMEDIATELY");
	}

	/**
	 * Return the JDBC URL.
	 * @return the URL
	 */
	public String url() {
		return "jdbc:h2:tcp://127.0.0.1:" + H2Server.port() + "/mem:" + this.name;
	}

	/**
	 * Return the name of a user who may do everything.
	 * @return the name
	 */
	public String user() {
		return USER;
	}

	/**
	 * Return that user's password.
	 * @return the password
	 */
	public String password() {
		return "";
	}

	/**
	 * Return a DataSource that opens a session for each connection.
	 * @return the DataSource
	 */
	public DataSource dataSource() {
		return dataSource(user(), password());
	}

	/**
	 * Return a DataSource that opens a session for each connection as another user.
	 * @param user the user's name
	 * @param password the user's password
	 * @return the DataSource
	 */
	public DataSource dataSource(String user, String password) {
		// The server first, as it has a say in what H2 reads when it is loaded.
		String url = url();
		JdbcDataSource dataSource = new JdbcDataSource();
		dataSource.setUrl(url);
		dataSource.setUser(user);
		dataSource.setPassword(password);
		return dataSource;
	}

	/**
	 * Return a connection pool, to be closed by the caller.
	 * @param size the most connections
	 * @return the pool
	 */
	public HikariDataSource pool(int size) {
		HikariDataSource pool = new HikariDataSource();
		pool.setJdbcUrl(url());
		pool.setUsername(user());
		pool.setPassword(password());
		pool.setMaximumPoolSize(size);
		pool.setMinimumIdle(0);
		pool.setConnectionTimeout(5000);
		return pool;
	}

}
