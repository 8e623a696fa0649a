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

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.jayway.jsonpath.JsonPath;
import io.leaderelection.actuate.Worker;

/**
 * What a browser does with the page of a worker.
 */
final class Console {

	static final Map<String, String> ENABLED = Map.of("leader-election.console.enabled", "true");

	static final Map<String, String> UNRESTRICTED = Map.of("leader-election.console.enabled", "true",
			"leader-election.console.access", "unrestricted");

	private static final Pattern TOKEN = Pattern
		.compile("<meta name=\"console-token\" data-header=\"([^\"]+)\" content=\"([^\"]+)\">");

	private final HttpClient http = HttpClient.newHttpClient();

	private final Worker worker;

	private final String path;

	Console(Worker worker) {
		this(worker, "/leader-console");
	}

	Console(Worker worker, String path) {
		this.worker = worker;
		this.path = path;
	}

	static Map<String, String> with(Map<String, String> properties, String... more) {
		Map<String, String> all = new LinkedHashMap<>(properties);
		for (int i = 0; i < more.length; i += 2) {
			all.put(more[i], more[i + 1]);
		}
		return all;
	}

	/**
	 * Return the header that orders have to carry.
	 * @param page the page
	 * @return the line
	 */
	static String token(String page) {
		Matcher token = TOKEN.matcher(page);
		if (!token.find()) {
			throw new IllegalStateException("The page has no token");
		}
		return token.group(1) + ": " + token.group(2);
	}

	HttpResponse<String> get(String below, String... headers) {
		HttpRequest.Builder request = HttpRequest.newBuilder(this.worker.uri(this.path + below)).GET();
		if (headers.length > 0) {
			request.headers(headers);
		}
		return send(request);
	}

	HttpResponse<String> send(String method, String below) {
		return send(HttpRequest.newBuilder(this.worker.uri(this.path + below)).method(method, BodyPublishers.noBody()));
	}

	/**
	 * Send an order as the page does.
	 * @param json the order, with single quotes
	 * @param headers further headers
	 * @return the answer
	 */
	HttpResponse<String> order(String json, String... headers) {
		Matcher token = TOKEN.matcher(get("").body());
		if (!token.find()) {
			throw new IllegalStateException("The page has no token");
		}
		List<String> all = new ArrayList<>(List.of(token.group(1), token.group(2), "Content-Type", "application/json",
				Worker.USER_HEADER, "alice"));
		all.addAll(List.of(headers));
		return post(json.replace('\'', '"'), all.toArray(String[]::new));
	}

	HttpResponse<String> post(String body, String... headers) {
		return send(HttpRequest.newBuilder(this.worker.uri(this.path + "/orders"))
			.headers(headers)
			.POST(BodyPublishers.ofString(body)));
	}

	HttpResponse<String> send(HttpRequest.Builder request) {
		return send(request, BodyHandlers.ofString());
	}

	private <T> HttpResponse<T> send(HttpRequest.Builder request, HttpResponse.BodyHandler<T> handler) {
		try {
			return this.http.send(request.build(), handler);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	Stream events(String... headers) {
		HttpRequest.Builder request = HttpRequest.newBuilder(this.worker.uri(this.path + "/events")).GET();
		if (headers.length > 0) {
			request.headers(headers);
		}
		return new Stream(send(request, BodyHandlers.ofInputStream()));
	}

	static Map<String, Object> election(String state) {
		List<Map<String, Object>> found = JsonPath.read(state,
				"$.elections[?(@.election.name == '" + Worker.ELECTION + "')]");
		return found.get(0);
	}

	/**
	 * Stream of events.
	 */
	static final class Stream implements AutoCloseable {

		private final HttpResponse<InputStream> response;

		private final BufferedReader reader;

		Stream(HttpResponse<InputStream> response) {
			this.response = response;
			this.reader = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
		}

		HttpResponse<InputStream> response() {
			return this.response;
		}

		/**
		 * Read the next event.
		 * @return the state, or {@code null} at the end of the stream
		 */
		String next() {
			try {
				String name = "";
				for (String line = this.reader.readLine(); line != null; line = this.reader.readLine()) {
					if (line.startsWith("event: ")) {
						name = line;
					}
					else if (line.startsWith("data: ") && name.equals("event: elections")) {
						return line.substring("data: ".length());
					}
				}
				return null;
			}
			catch (IOException ex) {
				return null;
			}
		}

		/**
		 * Read until a state is as expected.
		 * @param expected the expectation of {@link Worker#ELECTION}
		 * @return the state of the election
		 */
		Map<String, Object> until(Predicate<Map<String, Object>> expected) {
			for (int i = 0; i < 100; i++) {
				String state = next();
				if (state == null) {
					break;
				}
				Map<String, Object> election = election(state);
				if (expected.test(election)) {
					return election;
				}
			}
			throw new IllegalStateException("The stream did not show what was expected");
		}

		@Override
		public void close() {
			try {
				this.reader.close();
			}
			catch (IOException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

}
