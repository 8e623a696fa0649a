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
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Database of its own on the shared PostgreSQL server, created before the tests of a
 * class and dropped, with its sessions, after them.
 */
public class PostgresDatabase implements ServerDatabase {

	private final String name = "test_" + UUID.randomUUID().toString().replace("-", "");

	private @Nullable PostgresServer server;

	@Override
	public PostgresDatabase create() {
		PostgresServer created = PostgresServer.shared();
		created.administer("CREATE DATABASE " + this.name);
		this.server = created;
		return this;
	}

	@Override
	public void drop() {
		server().administer("DROP DATABASE " + this.name + " WITH (FORCE)");
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
		PGSimpleDataSource dataSource = new PGSimpleDataSource();
		dataSource.setUrl(url());
		dataSource.setUser(user);
		dataSource.setPassword(password);
		return dataSource;
	}

	@Override
	public String idleTransactions() {
		return "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
				+ " AND state = 'idle in transaction' AND pid <> pg_backend_pid()";
	}

	@Override
	public void lose(Connection connection) throws SQLException {
		endSession(connection, "SELECT pg_backend_pid()", "SELECT pg_terminate_backend(%d)");
	}

	private PostgresServer server() {
		if (this.server == null) {
			throw new IllegalStateException("The database is created before the tests of the class: register it");
		}
		return this.server;
	}

}
