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

package io.leaderelection.autoconfigure.jdbc;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.leaderelection.ElectionObservation;
import io.leaderelection.LeaderControl;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElectionEvent;
import io.leaderelection.LeaderElections;
import io.leaderelection.actuate.LeaderEndpoint;
import io.leaderelection.health.LeaderElectionHealthIndicator;
import io.leaderelection.servers.PostgresDatabase;
import io.leaderelection.servers.TcpRelay;
import io.leaderelection.spi.Eligibility;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;

/**
 * Instance of an application that takes part in an election, and reaches the database
 * that it protects by a way of its own, which can be disturbed.
 */
final class CandidateInstance implements AutoCloseable {

	static final String ELECTION = "settlement";

	private final TcpRelay wayToDatabase;

	private final ConfigurableApplicationContext context;

	private final String name;

	private final Events events;

	CandidateInstance(String name, String etcd, PostgresDatabase database, String... arguments) {
		this.wayToDatabase = new TcpRelay(URI.create(database.url().substring("jdbc:".length())).getPort());
		this.context = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.registerShutdownHook(false)
			.properties(Map.ofEntries(Map.entry("spring.main.banner-mode", "off"),
					Map.entry("spring.docker.compose.enabled", "false"),
					Map.entry("spring.datasource.url", throughRelay(database.url())),
					Map.entry("spring.datasource.username", database.user()),
					Map.entry("spring.datasource.password", database.password()),
					Map.entry("spring.datasource.hikari.connection-timeout", "500"),
					Map.entry("spring.datasource.hikari.validation-timeout", "500"),
					Map.entry("management.endpoints.web.exposure.include", "leader"),
					Map.entry("leader-election.instance-id", name), Map.entry("leader-election.etcd.endpoints", etcd),
					Map.entry("leader-election.ttl", "3s"),
					Map.entry("leader-election.jdbc.initialize-schema", "always"),
					Map.entry("leader-election.jdbc.check.interval", "200ms")))
			.run(arguments);
		this.name = this.context.getBean(LeaderElections.class).instance();
		this.events = this.context.getBean(Events.class);
		election();
	}

	private String throughRelay(String url) {
		return url.replaceFirst("//[^/]*/", "//127.0.0.1:" + this.wayToDatabase.port() + "/");
	}

	LeaderElection election() {
		return election(ELECTION);
	}

	LeaderElection election(String name) {
		return this.context.getBean(LeaderElections.class).get(name);
	}

	LeaderControl control() {
		return this.context.getBean(LeaderControl.class);
	}

	boolean leads() {
		return election().isLeader();
	}

	long term() {
		return election().leadership().orElseThrow().token().term();
	}

	String name() {
		return this.name;
	}

	/**
	 * Return whether another instance is a candidate, as far as this one has seen.
	 */
	boolean sees(CandidateInstance other) {
		ElectionObservation observation = election().status().observation();
		return observation != null && observation.candidates().containsKey(other.name());
	}

	TcpRelay wayToDatabase() {
		return this.wayToDatabase;
	}

	LeaderEndpoint endpoint() {
		return this.context.getBean(LeaderEndpoint.class);
	}

	@SuppressWarnings("unchecked")
	Map<String, Object> health() {
		Map<String, Object> elections = (Map<String, Object>) this.context.getBean(LeaderElectionHealthIndicator.class)
			.health()
			.getDetails()
			.get("elections");
		return (Map<String, Object>) elections.get(ELECTION);
	}

	MeterRegistry meters() {
		return this.context.getBean(MeterRegistry.class);
	}

	<E extends LeaderElectionEvent> Stream<E> events(Class<E> type) {
		return this.events.received.stream().filter(type::isInstance).map(type::cast);
	}

	/**
	 * Say that this instance cannot do its work.
	 * @param reason the reason, or {@code null} if it can
	 */
	void say(@Nullable String reason) {
		this.context.getBean(Word.class).reason = reason;
	}

	/**
	 * Begin to close the context, which ends no sooner than the latch is open.
	 * @param latch the latch
	 * @return the thread that closes
	 */
	Thread beginToClose(CountDownLatch latch) {
		this.context.addApplicationListener((ApplicationListener<ContextClosedEvent>) (event) -> {
			try {
				latch.await(1, TimeUnit.MINUTES);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		});
		Thread closing = new Thread(this.context::close, "closes-" + name());
		closing.start();
		return closing;
	}

	@Override
	public void close() {
		this.context.close();
		this.wayToDatabase.close();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		Events events() {
			return new Events();
		}

		@Bean
		Word word() {
			return new Word();
		}

	}

	static final class Events implements ApplicationListener<LeaderElectionEvent> {

		private final List<LeaderElectionEvent> received = new CopyOnWriteArrayList<>();

		@Override
		public void onApplicationEvent(LeaderElectionEvent event) {
			this.received.add(event);
		}

	}

	static final class Word implements Eligibility {

		private volatile @Nullable String reason;

		@Override
		public @Nullable String reasonAgainst(String election) {
			return this.reason;
		}

	}

}
