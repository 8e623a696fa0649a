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
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link TcpRelay}.
 */
class TcpRelayTests {

	private ServerSocket server;

	private TcpRelay relay;

	@BeforeEach
	void open() throws IOException {
		this.server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
		this.relay = new TcpRelay(this.server.getLocalPort());
	}

	@AfterEach
	void close() throws IOException {
		this.relay.close();
		this.server.close();
	}

	@Test
	void bytesPassInBothDirections() throws IOException {
		try (Socket client = connect(); Socket accepted = this.server.accept()) {
			send(client, 1);
			assertThat(receive(accepted)).isEqualTo(1);
			send(accepted, 2);
			assertThat(receive(client)).isEqualTo(2);
		}
	}

	@Test
	void heldAnswerArrivesAfterResumption() throws IOException {
		try (Socket client = connect(); Socket accepted = this.server.accept()) {
			this.relay.hold(TcpRelay.Direction.TO_CLIENT);
			send(client, 1);
			assertThat(receive(accepted)).isEqualTo(1);
			send(accepted, 2);
			assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> receive(client));
			this.relay.resume();
			assertThat(receive(client)).isEqualTo(2);
		}
	}

	@Test
	void heldRequestArrivesWithoutItsCancellation() throws IOException {
		try (Socket client = connect(); Socket accepted = this.server.accept()) {
			send(client, 0);
			assertThat(receive(accepted)).isZero();
			this.relay.holdNextRequest();
			send(client, 1);
			assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> receive(accepted));
			send(client, 2);
			this.relay.resume();
			assertThat(receive(accepted)).isEqualTo(1);
			assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> receive(accepted));
		}
	}

	@Test
	void heldRequestArrivesThoughTheClientHasGone() throws IOException {
		try (Socket client = connect(); Socket accepted = this.server.accept()) {
			this.relay.hold(TcpRelay.Direction.TO_SERVER);
			send(client, 1);
			client.close();
			assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> receive(accepted));
			this.relay.resume();
			assertThat(receive(accepted)).isEqualTo(1);
			assertThat(receive(accepted)).isEqualTo(-1);
		}
	}

	@Test
	void endOfTheServerIsPassedOn() throws IOException {
		try (Socket client = connect(); Socket accepted = this.server.accept()) {
			send(accepted, 1);
			accepted.close();
			assertThat(receive(client)).isEqualTo(1);
			assertThat(receive(client)).isEqualTo(-1);
		}
	}

	@Test
	void refusingRelayIsReachableAfterResumption() throws IOException {
		this.relay.refuse();
		assertThatExceptionOfType(ConnectException.class).isThrownBy(this::connect);
		this.relay.resume();
		bytesPassInBothDirections();
	}

	@RepeatedTest(300)
	void nobodyGetsThroughOnceTheRelayRefuses() {
		this.relay.refuse();
		assertThatExceptionOfType(ConnectException.class).isThrownBy(this::connect);
	}

	@Test
	void cutEndsConnectionsAndAcceptsNewOnes() throws IOException {
		try (Socket client = connect(); Socket accepted = this.server.accept()) {
			send(client, 1);
			assertThat(receive(accepted)).isEqualTo(1);
			this.relay.cut();
			assertThat(receive(client)).isEqualTo(-1);
			assertThat(receive(accepted)).isEqualTo(-1);
		}
		bytesPassInBothDirections();
	}

	private Socket connect() throws IOException {
		Socket socket = new Socket(InetAddress.getLoopbackAddress(), this.relay.port());
		socket.setTcpNoDelay(true);
		return socket;
	}

	private static void send(Socket socket, int value) throws IOException {
		socket.getOutputStream().write(value);
	}

	private static int receive(Socket socket) throws IOException {
		socket.setSoTimeout(400);
		return socket.getInputStream().read();
	}

}
