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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

import org.testcontainers.DockerClientFactory;

/**
 * PostgreSQL server that all tests of this JVM share. It comes from, in this order, the
 * environment variable {@code DATABASE_URL}, a Docker engine that answers, or binaries
 * that are unpacked into a temporary folder. If none of them works the tests fail; they
 * are never skipped. A server that was started here ends with the JVM.
 */
public final class PostgresServer {

	private static final String IMAGE = "postgres:17-alpine";

	private final String url;

	private final String user;

	private final String password;

	PostgresServer(String url, String user, String password) {
		this.url = url;
		this.user = user;
		this.password = password;
	}

	/**
	 * Return the shared server, started at the first call.
	 */
	public static PostgresServer shared() {
		return Shared.SERVER;
	}

	/**
	 * Return a database that exists, empty at first, while one test class runs. To be
	 * registered as a static extension.
	 */
	public static PostgresDatabase database() {
		return new PostgresDatabase();
	}

	private static PostgresServer start() {
		String databaseUrl = System.getenv("DATABASE_URL");
		if (databaseUrl != null && !databaseUrl.isBlank()) {
			return DatabaseUrl.parse(databaseUrl).server();
		}
		if (DockerClientFactory.instance().isDockerAvailable()) {
			return PostgresContainer.start(IMAGE);
		}
		try {
			return UnpackedPostgres.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("No PostgreSQL server: set DATABASE_URL (postgres://user:password@host/db),"
					+ " start a Docker engine, or run on a platform that the embedded binaries support", ex);
		}
	}

	/**
	 * Return the JDBC URL of the given database on this server.
	 */
	String url(String database) {
		int path = this.url.indexOf('/', "jdbc:postgresql://".length());
		int query = this.url.indexOf('?');
		return this.url.substring(0, path + 1) + database + ((query != -1) ? this.url.substring(query) : "");
	}

	String user() {
		return this.user;
	}

	String password() {
		return this.password;
	}

	/**
	 * Run a statement outside of any test's database.
	 */
	void administer(String sql) {
		Properties properties = new Properties();
		properties.setProperty("user", this.user);
		properties.setProperty("password", this.password);
		try (Connection connection = new org.postgresql.Driver().connect(this.url, properties);
				Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
		catch (SQLException ex) {
			throw new IllegalStateException("PostgreSQL at " + this.url + " refused: " + sql, ex);
		}
	}

	private static final class Shared {

		private static final PostgresServer SERVER = start();

	}

}
