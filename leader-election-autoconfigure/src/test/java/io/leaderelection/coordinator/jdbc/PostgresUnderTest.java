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

import java.nio.file.Path;

import javax.sql.DataSource;

import io.leaderelection.servers.PostgresProcess;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * PostgreSQL that the coordinator's contract is tried on.
 */
final class PostgresUnderTest implements ServerUnderTest {

	private final PostgresProcess server = PostgresProcess.start();

	private PostgresUnderTest() {
		CoordinatorTables.create(this.server.dataSource());
	}

	/**
	 * Return the server that all tests of this JVM share. It ends with the JVM.
	 * @return the server
	 */
	static PostgresUnderTest shared() {
		return Shared.DATABASE;
	}

	@Override
	public PostgresProcess server() {
		return this.server;
	}

	@Override
	public DataSource dataSource(int port) {
		return PostgresProcess.dataSource(port);
	}

	@Override
	public DatabaseAddress address() {
		PGSimpleDataSource dataSource = PostgresProcess.dataSource(port());
		return new DatabaseAddress(dataSource.getURL(), dataSource.getUser(), "");
	}

	@Override
	public String waiting() {
		return "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
	}

	@Override
	public String leftOpen() {
		return "SELECT COUNT(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'";
	}

	@Override
	public Runnable snapshot() {
		Path backup = this.server.backUp();
		return () -> this.server.restore(backup);
	}

	private static final class Shared {

		private static final PostgresUnderTest DATABASE = new PostgresUnderTest();

	}

}
