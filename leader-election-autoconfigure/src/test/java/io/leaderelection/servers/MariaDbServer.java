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
import java.sql.Statement;
import java.util.Properties;

import org.testcontainers.DockerClientFactory;

/**
 * Real MariaDB that is killed, frozen and started again on demand. It comes from, in this
 * order, a Docker engine that answers, {@code mariadbd} on the PATH, or the package of
 * the distribution, unpacked into {@code target/mariadb}. If none of them works the tests
 * fail; they are never skipped. A server that was started here ends with the JVM.
 */
public interface MariaDbServer extends TestServer {

	/**
	 * Start a server that belongs to one test.
	 * @return the server, which answers
	 */
	static MariaDbServer start() {
		if (DockerClientFactory.instance().isDockerAvailable()) {
			return MariaDbContainer.start();
		}
		return MariaDbProcess.start(MariaDbBinaries.find());
	}

	/**
	 * Return the server that all tests of this JVM share, started at the first call. It
	 * is neither killed nor frozen.
	 * @return the server
	 */
	static MariaDbServer shared() {
		return MariaDbDatabase.Shared.SERVER;
	}

	/**
	 * Return a database that exists, empty at first, while one test class runs. To be
	 * registered as a static extension.
	 * @return the database
	 */
	static MariaDbDatabase database() {
		return new MariaDbDatabase();
	}

	/**
	 * Return the JDBC URL of a database on this server.
	 * @param database the name of the database, or nothing for none
	 * @return the URL
	 */
	default String url(String database) {
		return "jdbc:mariadb://127.0.0.1:" + port() + "/" + database;
	}

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
	 * Run a statement outside of any test's database.
	 * @param sql the statement
	 */
	default void administer(String sql) {
		try (Connection connection = connect(); Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
		catch (SQLException ex) {
			throw new IllegalStateException("MariaDB at " + url("") + " refused: " + sql, ex);
		}
	}

	/**
	 * Return whether the server answers.
	 * @return whether it does
	 */
	default boolean answers() {
		try (Connection connection = connect()) {
			return connection.isValid(1);
		}
		catch (SQLException ex) {
			return false;
		}
	}

	private Connection connect() throws SQLException {
		Properties properties = new Properties();
		properties.setProperty("user", user());
		properties.setProperty("password", password());
		properties.setProperty("connectTimeout", "2000");
		return new org.mariadb.jdbc.Driver().connect(url(""), properties);
	}

}
