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

import java.sql.SQLException;

import org.h2.engine.SysProperties;
import org.h2.tools.Server;

import org.springframework.util.StringUtils;

/**
 * H2 that all tests of this JVM share. It listens on the loopback address and ends with
 * the JVM.
 */
public final class H2Server {

	private static final String BIND_ADDRESS = "h2.bindAddress";

	private static final String LOOPBACK = "127.0.0.1";

	private H2Server() {
	}

	/**
	 * Return a database in memory that exists, empty at first, while one test class runs.
	 * To be registered as a static extension.
	 * @return the database
	 */
	public static H2Database database() {
		return new H2Database();
	}

	static int port() {
		return Shared.SERVER.getPort();
	}

	/**
	 * Start a server on a free port of the loopback address.
	 * @param arguments further arguments
	 * @return the server
	 */
	static Server start(String... arguments) {
		System.setProperty(BIND_ADDRESS, LOOPBACK);
		if (!LOOPBACK.equals(SysProperties.BIND_ADDRESS)) {
			throw new IllegalStateException("H2 was loaded before and would listen on all interfaces: run with -D"
					+ BIND_ADDRESS + "=" + LOOPBACK);
		}
		try {
			return Server
				.createTcpServer(
						StringUtils.concatenateStringArrays(new String[] { "-tcpDaemon", "-ifNotExists" }, arguments))
				.start();
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static final class Shared {

		private static final Server SERVER = start("-tcpPort", Integer.toString(Ports.free()));

	}

}
