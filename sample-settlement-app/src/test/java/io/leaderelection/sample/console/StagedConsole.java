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
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * Server of the files of the operators' page that shows a state which a test makes up,
 * for what workers only show with luck.
 */
final class StagedConsole implements AutoCloseable {

	private static final String PATH = "/leader-console/";

	private final CountDownLatch lost = new CountDownLatch(1);

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final HttpServer server;

	private final String state;

	/**
	 * Start a server.
	 * @param state the state as JSON, with single quotes
	 */
	StagedConsole(String state) throws IOException {
		this.state = state.replace('\'', '"').replaceAll("\\s*\n\\s*", " ");
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.setExecutor(this.threads);
		this.server.createContext(PATH, this::file);
		this.server.createContext(PATH + "events", this::events);
		this.server.start();
	}

	String origin() {
		return "http://127.0.0.1:" + this.server.getAddress().getPort();
	}

	String path() {
		return PATH;
	}

	/**
	 * End the stream of events, and answer no new one.
	 */
	void lose() {
		this.lost.countDown();
	}

	private void file(HttpExchange exchange) throws IOException {
		String name = exchange.getRequestURI().getPath().substring(PATH.length());
		try (exchange; InputStream file = open(name.isEmpty() ? "console.html" : name)) {
			if (file == null) {
				exchange.sendResponseHeaders(404, -1);
				return;
			}
			String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
			String page = name.isEmpty() ? text.replaceAll("\\$\\{[a-z-]+}", "") : text;
			byte[] content = page.getBytes(StandardCharsets.UTF_8);
			exchange.getResponseHeaders().add("Content-Type", type(name));
			exchange.sendResponseHeaders(200, content.length);
			exchange.getResponseBody().write(content);
		}
	}

	private static InputStream open(String name) {
		return StagedConsole.class.getResourceAsStream("/io/leaderelection/console/" + name);
	}

	private static String type(String name) {
		return switch (name.substring(name.lastIndexOf('.') + 1)) {
			case "js" -> "text/javascript";
			case "css" -> "text/css";
			case "svg" -> "image/svg+xml";
			default -> "text/html;charset=utf-8";
		};
	}

	private void events(HttpExchange exchange) throws IOException {
		try (exchange) {
			if (this.lost.getCount() == 0) {
				exchange.sendResponseHeaders(503, -1);
				return;
			}
			exchange.getResponseHeaders().add("Content-Type", "text/event-stream;charset=utf-8");
			exchange.sendResponseHeaders(200, 0);
			OutputStream body = exchange.getResponseBody();
			body.write("event: elections\ndata: %s\n\n".formatted(this.state).getBytes(StandardCharsets.UTF_8));
			body.flush();
			this.lost.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public void close() {
		this.lost.countDown();
		this.server.stop(0);
		this.threads.shutdownNow();
	}

}
