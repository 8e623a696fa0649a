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

package io.leaderelection.actuate;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.Principal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;

import com.jayway.jsonpath.Configuration;
import com.jayway.jsonpath.JsonPath;
import com.jayway.jsonpath.Option;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.awaitility.Awaitility;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/**
 * Running application with an HTTP port on the loopback interface, which takes part in
 * two elections.
 */
public final class Worker implements AutoCloseable {

	public static final String ELECTION = "settlement";

	public static final String NESTED = "settlement/eu";

	public static final String USER_HEADER = "X-Test-User";

	private final HttpClient http = HttpClient.newHttpClient();

	private final ConfigurableApplicationContext context;

	private Worker(ConfigurableApplicationContext context) {
		this.context = context;
	}

	static Worker start(Map<String, String> properties,
			ApplicationContextInitializer<ConfigurableApplicationContext> initializer) {
		Map<String, Object> all = new LinkedHashMap<>(Map.of("spring.application.name", "endpoint",
				"spring.main.banner-mode", "off", "spring.docker.compose.enabled", "false", "server.port", "0",
				"server.address", "127.0.0.1", "management.endpoints.web.exposure.include", "leader"));
		all.putAll(properties);
		return new Worker(new SpringApplicationBuilder(Application.class).web(WebApplicationType.SERVLET)
			.registerShutdownHook(false)
			.initializers(initializer)
			.properties(all)
			.run());
	}

	public ConfigurableApplicationContext context() {
		return this.context;
	}

	public LeaderElection election() {
		return this.context.getBean(LeaderElections.class).get(ELECTION);
	}

	public String instance() {
		return this.context.getBean(LeaderElections.class).instance();
	}

	public Worker awaitLeader() {
		await(() -> election().isLeader());
		return this;
	}

	public static void await(Callable<Boolean> condition) {
		Awaitility.await().atMost(Duration.ofSeconds(20)).pollInterval(Duration.ofMillis(20)).until(condition);
	}

	Reply get(String path) {
		return send(request("/actuator/leader" + path).GET());
	}

	Reply order(String election, String json) {
		return post(election, "application/json", json.replace('\'', '"'));
	}

	Reply post(String path, String type, String body) {
		return postTo("/actuator/leader/" + path, type, body);
	}

	Reply postTo(String path, String type, String body) {
		return send(request(path).header("Content-Type", type)
			.header(USER_HEADER, "alice")
			.POST(BodyPublishers.ofString(body)));
	}

	public List<AuditEvent> audit() {
		return this.context.getBean(AuditTrail.class).events;
	}

	public AuditEvent lastAudit() {
		List<AuditEvent> events = audit();
		return events.get(events.size() - 1);
	}

	/**
	 * Return an address of this worker.
	 * @param path the path
	 * @return the address
	 */
	public URI uri(String path) {
		return URI.create("http://127.0.0.1:" + this.context.getEnvironment().getProperty("local.server.port") + path);
	}

	private HttpRequest.Builder request(String path) {
		return HttpRequest.newBuilder(URI
			.create("http://127.0.0.1:" + this.context.getEnvironment().getProperty("local.management.port") + path));
	}

	private Reply send(HttpRequest.Builder request) {
		try {
			HttpResponse<String> response = this.http.send(request.build(), BodyHandlers.ofString());
			return new Reply(response.statusCode(), response.body());
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		this.context.close();
	}

	/**
	 * Answer to a request.
	 *
	 * @param status the status code
	 * @param body the body
	 */
	record Reply(int status, String body) {

		private static final Configuration LENIENT = Configuration.builder()
			.options(Option.DEFAULT_PATH_LEAF_TO_NULL, Option.SUPPRESS_EXCEPTIONS)
			.build();

		@SuppressWarnings("TypeParameterUnusedInFormals") // as JsonPath itself
		<T> T at(String path) {
			return JsonPath.using(LENIENT).parse(this.body).read(path);
		}

		Reply election(String name) {
			List<Object> found = at("$.elections[?(@.name == '" + name + "')]");
			return new Reply(this.status, Configuration.defaultConfiguration().jsonProvider().toJson(found.get(0)));
		}

	}

	@org.springframework.context.annotation.Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		InitializingBean participation(LeaderElections elections) {
			return () -> List.of(ELECTION, NESTED).forEach(elections::get);
		}

		@Bean
		AuditTrail auditTrail() {
			return new AuditTrail();
		}

		/**
		 * Stands in for whatever authenticates users.
		 */
		@Bean
		FilterRegistrationBean<Filter> userFilter() {
			FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) -> {
				String user = ((HttpServletRequest) request).getHeader(USER_HEADER);
				chain.doFilter((user != null) ? new HttpServletRequestWrapper((HttpServletRequest) request) {

					@Override
					public Principal getUserPrincipal() {
						return () -> user;
					}

				} : request, response);
			});
			registration.setOrder(0);
			return registration;
		}

	}

	/**
	 * Stands in for a repository of audit events.
	 */
	static class AuditTrail implements ApplicationListener<AuditApplicationEvent> {

		private final List<AuditEvent> events = new CopyOnWriteArrayList<>();

		@Override
		public void onApplicationEvent(AuditApplicationEvent event) {
			this.events.add(event.getAuditEvent());
		}

	}

}
