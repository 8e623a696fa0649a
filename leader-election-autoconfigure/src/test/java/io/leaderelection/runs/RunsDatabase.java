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

package io.leaderelection.runs;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.servers.H2Database;
import io.leaderelection.servers.H2Server;
import io.leaderelection.servers.MariaDbDatabase;
import io.leaderelection.servers.MariaDbServer;
import io.leaderelection.servers.PostgresDatabase;
import io.leaderelection.servers.PostgresServer;
import org.h2.jdbc.JdbcConnection;

/**
 * Database that a ledger of runs can be kept in, with the statements that only databases
 * of this kind have.
 */
public interface RunsDatabase {

	/**
	 * Return a database of PostgreSQL, MariaDB or H2.
	 * @return the database, which is still to be created
	 */
	static RunsDatabase postgres() {
		return new Postgres(PostgresServer.database());
	}

	static RunsDatabase mariaDb() {
		return new MariaDb(MariaDbServer.database());
	}

	static RunsDatabase h2() {
		return new H2(H2Server.database());
	}

	void create();

	void drop();

	HikariDataSource pool(int size);

	DataSource dataSource();

	String url();

	String user();

	String password();

	/** Query for the identifiers of the sessions that sit in a transaction. */
	String idleTransactions();

	/** End the session of a connection, as a broken network does. */
	void lose(Connection connection) throws SQLException;

	private static void end(DataSource dataSource, Connection connection, String identifier, String end)
			throws SQLException {
		try (Statement own = connection.createStatement();
				ResultSet session = own.executeQuery(identifier);
				Connection other = dataSource.getConnection();
				Statement ending = other.createStatement()) {
			session.next();
			ending.execute(end.formatted(session.getLong(1)));
		}
	}

	record Postgres(PostgresDatabase database) implements RunsDatabase {

		@Override
		public void create() {
			this.database.create();
		}

		@Override
		public void drop() {
			this.database.drop();
		}

		@Override
		public HikariDataSource pool(int size) {
			return this.database.pool(size);
		}

		@Override
		public DataSource dataSource() {
			return this.database.dataSource();
		}

		@Override
		public String url() {
			return this.database.url();
		}

		@Override
		public String user() {
			return this.database.user();
		}

		@Override
		public String password() {
			return this.database.password();
		}

		@Override
		public String idleTransactions() {
			return "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
					+ " AND state = 'idle in transaction' AND pid <> pg_backend_pid()";
		}

		@Override
		public void lose(Connection connection) throws SQLException {
			end(dataSource(), connection, "SELECT pg_backend_pid()", "SELECT pg_terminate_backend(%d)");
		}

	}

	record MariaDb(MariaDbDatabase database) implements RunsDatabase {

		@Override
		public void create() {
			this.database.create();
		}

		@Override
		public void drop() {
			this.database.drop();
		}

		@Override
		public HikariDataSource pool(int size) {
			return this.database.pool(size);
		}

		@Override
		public DataSource dataSource() {
			return this.database.dataSource();
		}

		@Override
		public String url() {
			return this.database.url();
		}

		@Override
		public String user() {
			return this.database.user();
		}

		@Override
		public String password() {
			return this.database.password();
		}

		@Override
		public String idleTransactions() {
			return "SELECT p.id FROM information_schema.innodb_trx t"
					+ " JOIN information_schema.processlist p ON p.id = t.trx_mysql_thread_id"
					+ " WHERE p.db = DATABASE() AND p.command = 'Sleep'";
		}

		@Override
		public void lose(Connection connection) throws SQLException {
			end(dataSource(), connection, "SELECT CONNECTION_ID()", "KILL %d");
		}

	}

	record H2(H2Database database) implements RunsDatabase {

		@Override
		public void create() {
			this.database.create();
		}

		@Override
		public void drop() {
			this.database.drop();
		}

		@Override
		public HikariDataSource pool(int size) {
			return this.database.pool(size);
		}

		@Override
		public DataSource dataSource() {
			return this.database.dataSource();
		}

		@Override
		public String url() {
			return this.database.url();
		}

		@Override
		public String user() {
			return this.database.user();
		}

		@Override
		public String password() {
			return this.database.password();
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

}
