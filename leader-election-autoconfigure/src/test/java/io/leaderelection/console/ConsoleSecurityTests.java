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

import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.leaderelection.actuate.MemoryWorkers;
import io.leaderelection.actuate.OrderAudit;
import io.leaderelection.actuate.Worker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the page behind Spring Security.
 */
class ConsoleSecurityTests {

	private static final String BASIC = "Basic Ym9iOnNlY3JldA==";

	private static final Pattern META = Pattern
		.compile("<meta name=\"(?:console|security)-token\" data-header=\"([^\"]*)\" content=\"([^\"]*)\">");

	private static final String PAUSE = "{\"election\": \"settlement\", \"action\": \"pause\", \"reason\": \"test\"}";

	private final MemoryWorkers workers = new MemoryWorkers();

	@AfterEach
	void close() {
		this.workers.close();
	}

	@Test
	void nothingIsServedWithoutAuthentication() {
		Console console = new Console(start());
		assertThat(console.get("").statusCode()).isEqualTo(401);
		assertThat(console.get("/events").statusCode()).isEqualTo(401);
	}

	@Test
	void streamIsServedToTheUser() {
		Worker worker = start();
		try (Console.Stream events = new Console(worker).events("Authorization", BASIC)) {
			assertThat(events.next()).contains(worker.instance());
			assertThat(events.response().headers().firstValue("Content-Security-Policy").orElseThrow())
				.startsWith("default-src 'none'");
		}
	}

	@Test
	void pageCarriesTheTokenOfSpringSecurityAlongAndTheOrderIsAuditedWithTheUser() {
		Worker worker = start().awaitLeader();
		Console console = new Console(worker);
		HttpResponse<String> page = console.get("", "Authorization", BASIC);
		Matcher tokens = META.matcher(page.body());
		assertThat(tokens.find()).isTrue();
		String[] own = { tokens.group(1), tokens.group(2) };
		assertThat(tokens.find()).isTrue();
		String[] security = { tokens.group(1), tokens.group(2) };
		assertThat(security).doesNotContain("");
		String cookie = page.headers().firstValue("Set-Cookie").orElseThrow();
		String session = cookie.substring(0, cookie.indexOf(';'));
		assertThat(console
			.post(PAUSE, "Authorization", BASIC, "Content-Type", "application/json", "Cookie", session, own[0], own[1])
			.statusCode()).isEqualTo(403);
		assertThat(worker.election().isLeader()).isTrue();
		HttpResponse<String> answer = console.post(PAUSE, "Authorization", BASIC, "Content-Type", "application/json",
				"Cookie", session, own[0], own[1], security[0], security[1]);
		assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
		assertThat(worker.lastAudit().getType()).isEqualTo(OrderAudit.ORDERED);
		assertThat(worker.lastAudit().getPrincipal()).isEqualTo("bob");
	}

	private Worker start() {
		return this.workers.start("worker-1", Console.UNRESTRICTED, (context) -> context.registerBean(Secured.class));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableWebSecurity
	static class Secured {

		@Bean
		SecurityFilterChain securityFilterChain(HttpSecurity http) {
			return http.authorizeHttpRequests((requests) -> requests.anyRequest().authenticated())
				.httpBasic(Customizer.withDefaults())
				.build();
		}

		@Bean
		UserDetailsService userDetailsService() {
			return new InMemoryUserDetailsManager(
					List.of(User.withUsername("bob").password("{noop}secret").roles("OPS").build()));
		}

	}

}
