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

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.leaderelection.actuate.MemoryWorkers;
import io.leaderelection.actuate.Worker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ConsoleServlet} over HTTP: the page and its files.
 */
class ConsoleServletTests {

	private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"#]+)\"");

	private static final Pattern IMPORT = Pattern.compile("from '([^']+)'");

	private static final MemoryWorkers WORKERS = new MemoryWorkers();

	private static Console console;

	private static Console nested;

	@BeforeAll
	static void start() {
		console = new Console(WORKERS.start("worker-1", Console.ENABLED));
		nested = new Console(WORKERS.start("worker-2",
				Console.with(Console.ENABLED, "leader-election.console.path", "/admin/leaders",
						"server.servlet.context-path", "/app", "spring.mvc.servlet.path", "/mvc",
						"server.forward-headers-strategy", "framework")),
				"/app/admin/leaders");
	}

	@AfterAll
	static void close() {
		WORKERS.close();
	}

	static Stream<String> resources() {
		return ConsoleResources.NAMES.stream();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "/" })
	void pageIsServedWithStrictHeaders(String end) {
		HttpResponse<String> page = console.get(end);
		assertThat(page.statusCode()).isEqualTo(200);
		assertThat(page.headers().map()).containsEntry("content-type", List.of("text/html;charset=utf-8"))
			.containsEntry("x-content-type-options", List.of("nosniff"))
			.containsEntry("referrer-policy", List.of("no-referrer"))
			.containsEntry("cache-control", List.of("no-store"));
		assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow().split("; "))
			.containsExactlyInAnyOrder("default-src 'none'", "script-src 'self'", "style-src 'self'",
					"connect-src 'self'", "img-src 'self'", "base-uri 'none'", "form-action 'none'",
					"frame-ancestors 'none'");
	}

	@Test
	void pageHasNothingInlineAndNothingOfOthers() {
		assertThat(console.get("").body()).doesNotContain("style=", "<style", "javascript:", "http:", "https:", "${")
			.doesNotContainPattern(" on[a-z]+=")
			.doesNotContainPattern("<script(?![^>]* src=)");
	}

	@ParameterizedTest
	@MethodSource("resources")
	void filesNeedNothingOfOthers(String name) {
		String content = console.get("/" + name).body().replace("http://www.w3.org/2000/svg", "");
		assertThat(content).doesNotContain("http:", "https:", "innerHTML", "outerHTML", "insertAdjacentHTML",
				"document.write", "eval(", "style.", "'style'", "@import", "url(");
	}

	@ParameterizedTest
	@MethodSource("resources")
	void fileIsServedWithItsTypeAndIsNotSentTwice(String name) {
		HttpResponse<String> file = console.get("/" + name);
		assertThat(file.statusCode()).isEqualTo(200);
		assertThat(file.body()).isNotEmpty();
		assertThat(file.headers().firstValue("Content-Type").orElseThrow())
			.isEqualTo((name.endsWith(".css") ? "text/css" : name.endsWith(".js") ? "text/javascript" : "image/svg+xml")
					+ ";charset=utf-8");
		assertThat(file.headers().firstValue("Cache-Control")).hasValue("no-cache");
		HttpResponse<String> again = console.get("/" + name, "If-None-Match",
				file.headers().firstValue("ETag").orElseThrow());
		assertThat(again.statusCode()).isEqualTo(304);
		assertThat(again.body()).isEmpty();
	}

	@Test
	void everyModuleThatIsImportedIsServed() {
		for (String name : ConsoleResources.NAMES.stream().filter((each) -> each.endsWith(".js")).toList()) {
			Matcher imported = IMPORT.matcher(console.get("/" + name).body());
			while (imported.find()) {
				assertThat(ConsoleResources.NAMES).as(name).contains(imported.group(1).substring("./".length()));
			}
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "/" })
	void linksAreRightBelowAContextPathWithAndWithoutSlash(String end) {
		HttpResponse<String> page = nested.get(end);
		assertThat(page.statusCode()).isEqualTo(200);
		Matcher link = LINK.matcher(page.body());
		int links = 0;
		while (link.find()) {
			links++;
			assertThat(nested.send(HttpRequest.newBuilder(page.uri().resolve(link.group(1)))).statusCode())
				.as(link.group(1))
				.isEqualTo(200);
		}
		assertThat(links).isEqualTo(3);
	}

	@Test
	void linksAreRightBehindAProxyThatAddsAPrefix() {
		assertThat(nested
			.get("", "X-Forwarded-Prefix", "/gateway", "X-Forwarded-Host", "ops.example", "X-Forwarded-Proto", "https")
			.body()).contains("src=\"leaders/console.js\"");
	}

	@ParameterizedTest
	@CsvSource({ "POST,'',405,'GET, HEAD'", "DELETE,/events,405,'GET, HEAD'", "GET,/orders,405,POST",
			"PUT,/console.js,405,'GET, HEAD'", "GET,/other,404,", "GET,/console.html,404,",
			"GET,/ConsoleServlet.class,404,", "GET,/events/more,404," })
	void whatIsNotThereIsAProblem(String method, String below, int status, String allowed) {
		HttpResponse<String> answer = console.send(method, below);
		assertThat(answer.statusCode()).isEqualTo(status);
		assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
		assertThat(answer.body()).contains("\"status\":" + status);
		assertThat(answer.headers().firstValue("Allow").orElse(null)).isEqualTo(allowed);
	}

	@Test
	void headersAloneCanBeAskedFor() {
		HttpResponse<String> page = console.send("HEAD", "");
		assertThat(page.statusCode()).isEqualTo(200);
		assertThat(page.body()).isEmpty();
		assertThat(console.send("HEAD", "/events").statusCode()).isEqualTo(200);
	}

	@Test
	void consoleIsOffByDefault() {
		Worker worker = WORKERS.start("worker-3", Map.of());
		assertThat(new Console(worker).get("").statusCode()).isEqualTo(404);
		assertThat(worker.context().getBeanNamesForType(ConsoleFeed.class)).isEmpty();
	}

	@Test
	void consoleWorksWithoutTheEndpoint() {
		Worker worker = WORKERS.start("worker-4",
				Console.with(Console.ENABLED, "management.endpoints.web.exposure.include", "health",
						"management.endpoints.jmx.exposure.exclude", "*"));
		assertThat(worker.context().containsBean("leaderEndpoint")).isFalse();
		try (Console.Stream events = new Console(worker).events()) {
			assertThat(events.next()).contains(worker.instance());
		}
	}

}
