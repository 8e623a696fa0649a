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

package io.leaderelection.sample;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.UUID;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SettlementApplication}, whichever coordinator elects.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "reporting.interval=200ms")
abstract class AbstractSettlementApplicationTests {

	private final HttpClient http = HttpClient.newHttpClient();

	@LocalServerPort
	private int port;

	@Autowired
	JdbcTemplate jdbc;

	@DynamicPropertySource
	static void database(DynamicPropertyRegistry registry) {
		registry.add("spring.datasource.url", TestDatabase.empty()::url);
	}

	@Test
	void settlesAndReportsWhatArrivesByRest() throws Exception {
		UUID id = UUID.randomUUID();
		HttpResponse<String> answer = post("/payments", "application/json",
				"{\"id\": \"%s\", \"merchant\": \"solo\", \"amount\": 1000, \"currency\": \"CHF\"}".formatted(id));
		assertThat(answer.statusCode()).isEqualTo(201);
		Awaitility.await()
			.until(() -> this.jdbc.queryForList("SELECT net FROM merchant_statement WHERE currency = 'CHF'", Long.class)
				.equals(List.of(986L)));
		assertThat(this.jdbc.queryForObject("SELECT status FROM payment WHERE id = ?", String.class, id))
			.isEqualTo("SETTLED");
	}

	@Test
	void operatorsSeeAndSteerTheElections() throws Exception {
		Awaitility.await().until(() -> get("/actuator/leader/settlement").body().contains("\"state\":\"LEADER\""));
		assertThat(get("/actuator/leader").body()).contains("\"name\":\"reporting\"", "\"name\":\"settlement\"")
			.contains("\"available\":true")
			.doesNotContainIgnoringCase("password");
		HttpResponse<String> paused = post("/actuator/leader/reporting", "application/json",
				"{\"action\": \"pause\", \"reason\": \"maintenance\"}");
		assertThat(paused.statusCode()).isEqualTo(200);
		assertThat(paused.body()).contains("\"fencing\":\"fenced\"");
		assertThat(get("/actuator/leader/reporting").body()).contains("\"paused\":{\"by\":\"anonymous\"");
		HttpResponse<String> resumed = post("/actuator/leader/reporting", "application/json",
				"{\"action\": \"resume\", \"reason\": \"done\"}");
		assertThat(resumed.statusCode()).isEqualTo(200);
		Awaitility.await().until(() -> get("/actuator/leader/reporting").body().contains("\"state\":\"LEADER\""));
	}

	private HttpResponse<String> get(String path) throws Exception {
		return this.http.send(HttpRequest.newBuilder(URI.create("http://localhost:" + this.port + path)).build(),
				BodyHandlers.ofString());
	}

	HttpResponse<String> post(String path, String type, String body) throws Exception {
		return this.http.send(HttpRequest.newBuilder(URI.create("http://localhost:" + this.port + path))
			.header("Content-Type", type)
			.POST(BodyPublishers.ofString(body))
			.build(), BodyHandlers.ofString());
	}

}
