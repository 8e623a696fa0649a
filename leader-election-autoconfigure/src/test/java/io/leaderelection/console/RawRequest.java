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

package io.leaderelection.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

import io.leaderelection.actuate.Worker;

/**
 * Request that is written byte by byte, as no client of HTTP would.
 */
final class RawRequest {

	private RawRequest() {
	}

	/**
	 * Send a request of which perhaps not all is sent.
	 * @param worker the receiver
	 * @param text the text, with line feeds for the ends of its lines
	 * @return the first line of the answer
	 */
	static String statusLine(Worker worker, String text) {
		URI address = worker.uri("");
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort())) {
			// Shorter than a server waits for the rest of a request.
			socket.setSoTimeout(10_000);
			socket.getOutputStream().write(text.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
			return new String(socket.getInputStream().readNBytes("HTTP/1.1 200".length()), StandardCharsets.US_ASCII);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
