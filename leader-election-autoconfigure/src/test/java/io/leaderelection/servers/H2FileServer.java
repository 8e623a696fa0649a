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
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

import org.h2.jdbcx.JdbcDataSource;
import org.h2.tools.Server;

/**
 * H2 with its data in a temporary folder, reached over TCP as by another process. It is
 * crashed and started again on demand, and ends with the JVM.
 */
public final class H2FileServer {

	private final Path folder;

	private final int port = Ports.free();

	private Server server;

	private H2FileServer(Path folder) {
		this.folder = folder;
		this.server = serve();
	}

	/**
	 * Start a server.
	 * @return the server
	 */
	public static H2FileServer start() {
		try {
			Path folder = Files.createTempDirectory("leader-election-h2");
			ServerWatchdog.watch(folder, folder.resolve("no-pid"));
			return new H2FileServer(folder);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private Server serve() {
		return H2Server.start("-tcpPort", Integer.toString(this.port), "-baseDir", this.folder.toString());
	}

	/**
	 * Return the port on the loopback address.
	 * @return the port, which stays the same across restarts
	 */
	public int port() {
		return this.port;
	}

	/**
	 * Return a DataSource that opens a session for each connection.
	 * @param relayPort the port of the server or of a relay in front of it
	 * @param timeout the longest time to wait for an answer, in milliseconds
	 * @return the DataSource
	 */
	public static JdbcDataSource dataSource(int relayPort, int timeout) {
		JdbcDataSource dataSource = new JdbcDataSource();
		dataSource.setUrl("jdbc:h2:tcp://127.0.0.1:" + relayPort + "/./data;NETWORK_TIMEOUT=" + timeout);
		dataSource.setUser("sa");
		dataSource.setPassword("");
		return dataSource;
	}

	/**
	 * Let the database crash and start the server again.
	 */
	public void restart() {
		try (Connection connection = dataSource(this.port, 0).getConnection();
				Statement statement = connection.createStatement()) {
			statement.execute("SHUTDOWN IMMEDIATELY");
		}
		catch (SQLException ex) {
			// The connection ends with the database.
			if (!"90098".equals(ex.getSQLState()) && !"90067".equals(ex.getSQLState())) {
				throw new IllegalStateException(ex);
			}
		}
		this.server.stop();
		this.server = serve();
	}

}
