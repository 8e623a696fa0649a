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

import java.sql.SQLException;

import javax.sql.DataSource;

import io.leaderelection.servers.MariaDbDatabase;
import io.leaderelection.servers.MariaDbServer;
import org.mariadb.jdbc.MariaDbDataSource;

/**
 * MariaDB that the coordinator's contract is tried on.
 */
final class MariaDbUnderTest implements ServerUnderTest {

	private final MariaDbServer server = MariaDbServer.start();

	private final MariaDbDatabase database = new MariaDbDatabase().create(this.server);

	private MariaDbUnderTest() {
		CoordinatorTables.create(dataSource(port()));
	}

	/**
	 * Return the server that all tests of this JVM share. It ends with the JVM.
	 * @return the server
	 */
	static MariaDbUnderTest shared() {
		return Shared.DATABASE;
	}

	@Override
	public MariaDbServer server() {
		return this.server;
	}

	@Override
	public DataSource dataSource(int port) {
		return dataSource(port, this.server.user(), this.server.password());
	}

	DataSource dataSource(int port, String user, String password) {
		try {
			MariaDbDataSource dataSource = new MariaDbDataSource(url(port));
			dataSource.setUser(user);
			dataSource.setPassword(password);
			return dataSource;
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private String url(int port) {
		return "jdbc:mariadb://127.0.0.1:" + port + "/" + this.database.name()
				+ "?allowMultiQueries=true&connectTimeout=2000&socketTimeout=2000";
	}

	@Override
	public DatabaseAddress address() {
		return new DatabaseAddress(url(port()), this.server.user(), this.server.password());
	}

	// The views of InnoDB stand still while somebody reads them more often than each 100
	// ms.
	@Override
	public String waiting() {
		return "SELECT CAST(variable_value AS INTEGER) FROM information_schema.global_status"
				+ " WHERE variable_name = 'INNODB_ROW_LOCK_CURRENT_WAITS'";
	}

	@Override
	public String leftOpen() {
		return "SELECT COUNT(*) FROM information_schema.innodb_trx t JOIN information_schema.processlist p"
				+ " ON p.id = t.trx_mysql_thread_id WHERE p.command = 'Sleep'";
	}

	@Override
	public Runnable snapshot() {
		TableSnapshot snapshot = new TableSnapshot(dataSource(port()));
		return () -> {
			snapshot.restore();
			restart();
		};
	}

	private static final class Shared {

		private static final MariaDbUnderTest DATABASE = new MariaDbUnderTest();

	}

}
