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
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Relay on the loopback address that disturbs the way between a client and a server.
 */
public final class TcpRelay implements AutoCloseable {

	private final int serverPort;

	private final int port;

	private final Set<Relayed> connections = ConcurrentHashMap.newKeySet();

	private final Set<Direction> held = EnumSet.noneOf(Direction.class);

	private final RoundTrips trips = new RoundTrips();

	private ServerSocket listener;

	private Thread acceptor;

	private boolean refusing;

	/**
	 * Create a relay.
	 * @param serverPort the port of the server on the loopback address
	 */
	public TcpRelay(int serverPort) {
		this.serverPort = serverPort;
		this.listener = listen(0);
		this.port = this.listener.getLocalPort();
		this.acceptor = accept(this.listener);
	}

	/**
	 * Return the port that clients connect to.
	 * @return the port
	 */
	public int port() {
		return this.port;
	}

	/**
	 * Return how many connections are relayed now.
	 * @return the number
	 */
	public int connections() {
		return this.connections.size();
	}

	/**
	 * Return how often a client has asked something, whatever number of packets it took.
	 * The number is right if the relay has one connection, which is used by one thread.
	 * @return the number
	 */
	public int roundTrips() {
		return this.trips.count();
	}

	/**
	 * Cut all connections; new ones are accepted.
	 */
	public void cut() {
		this.connections.forEach(Relayed::close);
	}

	/**
	 * Cut all connections and refuse new ones until {@link #resume()}.
	 */
	public void refuse() {
		synchronized (this) {
			this.refusing = true;
			close(this.listener);
			cut();
		}
		awaitAcceptor();
	}

	/**
	 * Hold what is sent in a direction, on present and future connections, as a network
	 * does that lost its way: the connections stay, nothing arrives.
	 * @param direction the direction
	 */
	public synchronized void hold(Direction direction) {
		this.held.add(direction);
		this.connections.forEach((connection) -> connection.pump(direction).hold());
	}

	/**
	 * Return whether a direction is held.
	 * @param direction the direction
	 * @return whether it is
	 */
	public synchronized boolean isHolding(Direction direction) {
		return this.held.contains(direction);
	}

	/**
	 * Hold both directions.
	 */
	public void blackHole() {
		hold(Direction.TO_SERVER);
		hold(Direction.TO_CLIENT);
	}

	/**
	 * Hold what is sent to the server next, and lose what comes a while after it on the
	 * same connection: the request arrives after {@link #resume()}, the client's
	 * cancellation of it does not.
	 */
	public synchronized void holdNextRequest() {
		hold(Direction.TO_SERVER);
		this.connections.forEach((connection) -> connection.pump(Direction.TO_SERVER).loseAfterNextBurst());
	}

	/**
	 * End refusal and holding: what was held arrives.
	 */
	public synchronized void resume() {
		this.held.clear();
		this.connections.forEach(Relayed::release);
		if (this.refusing) {
			this.refusing = false;
			this.listener = listen(this.port);
			this.acceptor = accept(this.listener);
		}
	}

	private static ServerSocket listen(int port) {
		try {
			ServerSocket socket = new ServerSocket();
			socket.setReuseAddress(true);
			socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
			return socket;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private Thread accept(ServerSocket socket) {
		return Relayed.startThread("relay-accept-" + this.port, () -> {
			while (!socket.isClosed()) {
				relay(socket.accept());
			}
		});
	}

	private synchronized void relay(Socket client) throws IOException {
		if (this.refusing) {
			// Accepted just before the listener was closed.
			client.close();
			return;
		}
		Socket server;
		try {
			server = new Socket(InetAddress.getLoopbackAddress(), this.serverPort);
		}
		catch (IOException ex) {
			client.close();
			return;
		}
		Relayed connection = new Relayed(client, server, this.trips, this.connections::remove);
		this.held.forEach((direction) -> connection.pump(direction).hold());
		this.connections.add(connection);
		connection.start();
	}

	@Override
	public void close() {
		synchronized (this) {
			close(this.listener);
			cut();
		}
		awaitAcceptor();
	}

	// A closed socket still takes connections until the call that waits in it has
	// returned.
	private void awaitAcceptor() {
		try {
			this.acceptor.join();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted before the relay ended", ex);
		}
	}

	private static void close(ServerSocket socket) {
		try {
			socket.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Directions of a connection.
	 */
	public enum Direction {

		/**
		 * From the client to the server: requests.
		 */
		TO_SERVER,

		/**
		 * From the server to the client: answers.
		 */
		TO_CLIENT

	}

}
