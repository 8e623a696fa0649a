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
import java.net.Socket;
import java.net.SocketException;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Connection through a {@link TcpRelay}. It lasts until the server ends it: what a client
 * sent before it went away still arrives.
 */
final class Relayed implements AutoCloseable {

	private final Socket client;

	private final Socket server;

	private final Consumer<Relayed> closed;

	private final Map<TcpRelay.Direction, Pump> pumps;

	Relayed(Socket client, Socket server, RoundTrips trips, Consumer<Relayed> closed) throws IOException {
		client.setTcpNoDelay(true);
		server.setTcpNoDelay(true);
		this.client = client;
		this.server = server;
		this.closed = closed;
		this.pumps = Map.of(TcpRelay.Direction.TO_SERVER,
				new Pump(client.getInputStream(), server.getOutputStream(), trips::asked, this::close,
						server::shutdownOutput),
				TcpRelay.Direction.TO_CLIENT,
				new Pump(server.getInputStream(), client.getOutputStream(), trips::answered, this::close, this::close));
	}

	Pump pump(TcpRelay.Direction direction) {
		return this.pumps.get(direction);
	}

	void start() {
		this.pumps.values().forEach(Pump::start);
	}

	void release() {
		this.pumps.values().forEach(Pump::release);
	}

	@Override
	public void close() {
		this.closed.accept(this);
		this.pumps.values().forEach(Pump::end);
		try {
			this.client.close();
			this.server.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Run a task on a daemon thread until one of its sockets is closed.
	 * @param name the name of the thread
	 * @param task the task
	 * @return the thread
	 */
	static Thread startThread(String name, Task task) {
		Thread thread = new Thread(() -> {
			try {
				task.run();
			}
			catch (SocketException | InterruptedException ex) {
				// The end of a connection is what a relay is for.
				Thread.currentThread().interrupt();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}, name);
		thread.setDaemon(true);
		thread.start();
		return thread;
	}

	/**
	 * Task that blocks on sockets.
	 */
	@FunctionalInterface
	interface Task {

		void run() throws IOException, InterruptedException;

	}

}
