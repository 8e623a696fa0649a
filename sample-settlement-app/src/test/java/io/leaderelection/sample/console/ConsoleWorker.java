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

package io.leaderelection.sample.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

import io.leaderelection.sample.WorkerProcess;

/**
 * Worker whose page is opened. It keeps its port when it is started again.
 */
final class ConsoleWorker {

	private final String name;

	private final String databaseUrl;

	private final String contextPath;

	private final int port = freePort();

	private WorkerProcess process;

	/**
	 * Start a worker, which need not be up yet.
	 * @param name its name
	 * @param databaseUrl its database
	 * @param contextPath its context path, empty for none
	 */
	ConsoleWorker(String name, String databaseUrl, String contextPath) throws IOException {
		this.name = name;
		this.databaseUrl = databaseUrl;
		this.contextPath = contextPath;
		this.process = launch();
	}

	private WorkerProcess launch() throws IOException {
		List<String> options = new ArrayList<>(List.of("--server.port=" + this.port));
		Stream.of(this.contextPath)
			.filter((path) -> !path.isEmpty())
			.map((path) -> "--server.servlet.context-path=" + path)
			.forEach(options::add);
		return WorkerProcess.start(this.name, this.databaseUrl, options.toArray(String[]::new));
	}

	// Below those that systems hand out by themselves, also while the worker is away.
	private static int freePort() {
		while (true) {
			int port = ThreadLocalRandom.current().nextInt(10000, 30000);
			try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
				return socket.getLocalPort();
			}
			catch (BindException ex) {
				// Another process has it.
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}
	}

	String name() {
		return this.name;
	}

	String origin() {
		this.process.awaitPort();
		return "http://127.0.0.1:" + this.port;
	}

	String path() {
		return this.contextPath + "/leader-console";
	}

	void kill() {
		this.process.kill();
	}

	/**
	 * Start it again, if it is not alive.
	 */
	void revive() throws IOException {
		if (!this.process.isAlive()) {
			this.process = launch();
			this.process.awaitPort();
		}
	}

	@Override
	public String toString() {
		return this.name;
	}

}
