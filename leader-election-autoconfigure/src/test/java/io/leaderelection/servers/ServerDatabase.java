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
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Database of its own on a shared server, created before the tests of a class and
 * dropped, with its sessions, after them.
 */
public interface ServerDatabase extends BeforeAllCallback, AfterAllCallback {

	@Override
	default void beforeAll(ExtensionContext context) {
		create();
	}

	@Override
	default void afterAll(ExtensionContext context) {
		drop();
	}

	/**
	 * Create the database, for use without JUnit.
	 * @return this database
	 */
	ServerDatabase create();

	/**
	 * End the sessions in the database and drop it.
	 */
	void drop();

	/**
	 * Return the JDBC URL.
	 * @return the URL
	 */
	String url();

	/**
	 * Return the name of a user who may do everything.
	 * @return the name
	 */
	String user();

	/**
	 * Return that user's password.
	 * @return the password
	 */
	String password();

	/**
	 * Return a DataSource that opens a session for each connection.
	 * @return the DataSource
	 */
	default DataSource dataSource() {
		return dataSource(user(), password());
	}

	/**
	 * Return a DataSource that opens a session for each connection as another user.
	 * @param user the user's name
	 * @param password the user's password
	 * @return the DataSource
	 */
	DataSource dataSource(String user, String password);

	/**
	 * Return a connection pool, to be closed by the caller.
	 * @param size the most connections
	 * @return the pool
	 */
	default HikariDataSource pool(int size) {
		HikariDataSource pool = new HikariDataSource();
		pool.setJdbcUrl(url());
		pool.setUsername(user());
		pool.setPassword(password());
		pool.setMaximumPoolSize(size);
		pool.setMinimumIdle(0);
		pool.setConnectionTimeout(5000);
		return pool;
	}

	/**
	 * Return a query for the identifiers of the sessions that sit in a transaction.
	 * @return the query
	 */
	String idleTransactions();

	/**
	 * End the session of a connection, as a broken network does.
	 * @param connection the connection
	 */
	void lose(Connection connection) throws SQLException;

	/**
	 * End the session of a connection from another one.
	 * @param connection the connection
	 * @param identifier the query for the identifier of its own session
	 * @param end the statement that ends the session with the identifier {@code %d}
	 */
	default void endSession(Connection connection, String identifier, String end) throws SQLException {
		try (Statement own = connection.createStatement();
				ResultSet session = own.executeQuery(identifier);
				Connection other = dataSource().getConnection();
				Statement ending = other.createStatement()) {
			session.next();
			ending.execute(end.formatted(session.getLong(1)));
		}
	}

}
