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
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

import com.microsoft.playwright.BrowserContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link WatchedPage}, in {@link Chromium}.
 */
class WatchedPageTests {

	private static Chromium chromium;

	private HttpServer server;

	private BrowserContext profile;

	private String policy = "default-src 'self'";

	private String body = "";

	@BeforeAll
	static void startBrowser() {
		chromium = Chromium.start();
	}

	@AfterAll
	static void stopBrowser() {
		chromium.close();
	}

	@BeforeEach
	void start() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.createContext("/page", (exchange) -> answer(exchange, 200, "text/html", this.body));
		this.server.createContext("/favicon.ico", (exchange) -> answer(exchange, 200, "image/png", ""));
		this.server.createContext("/fault.js",
				(exchange) -> answer(exchange, 200, "text/javascript", "throw new Error('broken')"));
		this.server.start();
		this.profile = chromium.browser().newContext();
	}

	@AfterEach
	void stop() {
		this.profile.close();
		this.server.stop(0);
	}

	@Test
	void findsNoFaultWithAPageThatHasNone() {
		this.body = "<!doctype html><title>Page</title><h1>Hello</h1>";
		try (WatchedPage page = open()) {
			assertThat(page.page().locator("h1").textContent()).isEqualTo("Hello");
			assertThat(page.faults()).isEmpty();
		}
	}

	@Test
	void notesAScriptInThePageThatThePolicyForbids() {
		this.body = "<!doctype html><script>document.title = 'forbidden'</script>";
		try (WatchedPage page = open()) {
			assertThat(page.page().title()).isNotEqualTo("forbidden");
			page.page().waitForCondition(() -> !page.faults().isEmpty());
			assertThat(page.faults()).singleElement().asString().contains("Content Security Policy");
		}
	}

	@Test
	void notesAnErrorOfAScript() {
		this.body = "<!doctype html><script src='/fault.js'></script>";
		try (WatchedPage page = open()) {
			page.page().waitForCondition(() -> !page.faults().isEmpty());
			assertThat(page.faults()).singleElement().asString().startsWith("script:").contains("broken");
		}
	}

	@Test
	void notesARequestToAnotherServer() {
		this.policy = "default-src *";
		this.body = "<!doctype html><img src='http://127.0.0.1:9/elsewhere.png'>";
		try (WatchedPage page = open()) {
			page.page().waitForCondition(() -> !page.faults().isEmpty());
			assertThat(page.faults()).contains("request: http://127.0.0.1:9/elsewhere.png");
		}
	}

	@Test
	void notesAPartThatIsNotThere() {
		this.body = "<!doctype html><link rel='stylesheet' href='/missing.css'>";
		try (WatchedPage page = open()) {
			page.page().waitForCondition(() -> !page.faults().isEmpty());
			assertThat(page.faults()).singleElement().asString().startsWith("answer: 404").endsWith("/missing.css");
		}
	}

	private WatchedPage open() {
		return new WatchedPage(this.profile, "http://127.0.0.1:" + this.server.getAddress().getPort(), "/page");
	}

	private void answer(HttpExchange exchange, int status, String type, String text) {
		try (exchange) {
			byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
			exchange.getResponseHeaders().add("Content-Type", type);
			exchange.getResponseHeaders().add("Content-Security-Policy", this.policy);
			exchange.sendResponseHeaders(status, (bytes.length > 0) ? bytes.length : -1);
			exchange.getResponseBody().write(bytes);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
