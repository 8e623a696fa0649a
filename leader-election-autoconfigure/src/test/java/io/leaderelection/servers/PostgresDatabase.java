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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Database of its own on the shared PostgreSQL server, created before the tests of a
 * class and dropped, with its sessions, after them.
 */
public final class PostgresDatabase implements BeforeAllCallback, AfterAllCallback {

	private final String name = "test_" + UUID.randomUUID().toString().replace("-", "");

	private @Nullable PostgresServer server;

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
	 */
	public PostgresDatabase create() {
		PostgresServer created = PostgresServer.shared();
		created.administer("CREATE DATABASE " + this.name);
		this.server = created;
		return this;
	}

	/**
	 * Drop the database and end the sessions in it.
	 */
	public void drop() {
		server().administer("DROP DATABASE " + this.name + " WITH (FORCE)");
	}

	public String url() {
		return server().url(this.name);
	}

	public String user() {
		return server().user();
	}

	public String password() {
		return server().password();
	}

	/**
	 * Return a DataSource that opens a session for each connection.
	 */
	public DataSource dataSource() {
		return dataSource(user(), password());
	}

	/**
	 * Return a DataSource that opens a session for each connection as another user.
	 */
	public DataSource dataSource(String user, String password) {
		PGSimpleDataSource dataSource = new PGSimpleDataSource();
		dataSource.setUrl(url());
		dataSource.setUser(user);
		dataSource.setPassword(password);
		return dataSource;
	}

	/**
	 * Return a connection pool, to be closed by the caller.
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

	private PostgresServer server() {
		if (this.server == null) {
			throw new IllegalStateException("The database is created before the tests of the class: register it");
		}
		return this.server;
	}

}
