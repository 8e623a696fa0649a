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

import javax.sql.DataSource;

import io.leaderelection.servers.H2FileServer;

/**
 * H2 that the coordinator's contract is tried on.
 */
final class H2UnderTest implements DatabaseUnderTest {

	private static final int TIMEOUT = 2000;

	private final H2FileServer server = H2FileServer.start();

	private H2UnderTest() {
		CoordinatorTables.create(H2FileServer.dataSource(port(), 0));
	}

	/**
	 * Return the server that all tests of this JVM share. It ends with the JVM.
	 * @return the server
	 */
	static H2UnderTest shared() {
		return Shared.DATABASE;
	}

	@Override
	public int port() {
		return this.server.port();
	}

	@Override
	public DataSource dataSource(int port) {
		return H2FileServer.dataSource(port, TIMEOUT);
	}

	@Override
	public void restart() {
		this.server.restart();
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

		private static final H2UnderTest DATABASE = new H2UnderTest();

	}

}
