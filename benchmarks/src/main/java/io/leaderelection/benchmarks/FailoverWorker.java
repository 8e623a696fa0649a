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

package io.leaderelection.benchmarks;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

import javax.sql.DataSource;

import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderGrantedEvent;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Worker that wants to lead, by one of the contestants. It prints {@code READY} when it
 * takes part and {@code LEADER} when it leads; SIGTERM ends it in good order.
 */
public final class FailoverWorker {

	static final String READY = "READY";

	static final String LEADER = "LEADER";

	private static final PrintStream OUTPUT = new PrintStream(new FileOutputStream(FileDescriptor.out), true,
			StandardCharsets.UTF_8);

	private static final String ELECTION = "failover";

	private static final String TTL = "failover.ttl";

	private FailoverWorker() {
	}

	/**
	 * Run a worker.
	 * @param args contestant, URL of the database, time-to-live
	 */
	public static void main(String[] args) {
		Contestant contestant = Contestant.valueOf(args[0]);
		new SpringApplicationBuilder(contestant.application).web(WebApplicationType.NONE)
			.properties("spring.application.name=" + ELECTION, "spring.datasource.url=" + args[1],
					"spring.datasource.hikari.maximum-pool-size=4", "spring.main.banner-mode=off",
					"spring.main.keep-alive=true", "logging.level.root=error", TTL + "=" + args[2],
					"leader-election.enabled=" + (contestant == Contestant.OURS), "leader-election.coordinator=jdbc",
					"leader-election.jdbc.initialize-schema=always", "leader-election.ttl=" + args[2],
					"spring.data.jpa.repositories.enabled=false",
					"spring.autoconfigure.exclude=org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration")
			.run();
	}

	private static void say(String line) {
		OUTPUT.println(line);
	}

	/**
	 * Library that elects.
	 */
	enum Contestant {

		OURS("this library, coordinator jdbc, fence raised", Ours.class,
				"SELECT s.expires_at / 1000000.0 - EXTRACT(EPOCH FROM clock_timestamp()) FROM leader_election e"
						+ " JOIN leader_session s ON s.namespace = e.namespace AND s.session_id = e.leader_session"),

		INTEGRATION("Spring Integration, LockRegistryLeaderInitiator on JdbcLockRegistry", Integration.class,
				"SELECT EXTRACT(EPOCH FROM (expired_after - clock_timestamp() AT TIME ZONE 'UTC')) FROM int_lock"),

		SHEDLOCK("ShedLock, JdbcTemplateLockProvider, extended by hand", ShedLock.class,
				"SELECT EXTRACT(EPOCH FROM (lock_until - clock_timestamp() AT TIME ZONE 'UTC')) FROM shedlock");

		final String label;

		/**
		 * Query for what is left of the leader's lease, in seconds.
		 */
		final String remaining;

		private final Class<?> application;

		Contestant(String label, Class<?> application, String remaining) {
			this.label = label;
			this.application = application;
			this.remaining = remaining;
		}

		@Override
		public String toString() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

	/**
	 * Says that the worker takes part. Where the first collection of garbage after the
	 * start falls depends on what the start left behind, which is no matter of how
	 * leaders change; so it comes before that.
	 */
	abstract static class Application {

		@EventListener(ApplicationReadyEvent.class)
		void ready() {
			System.gc();
			say(READY);
		}

	}

	/**
	 * This library.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Ours extends Application {

		@Bean
		Object participation(LeaderElections elections) {
			return elections.get(ELECTION);
		}

		@EventListener(LeaderGrantedEvent.class)
		void granted() {
			say(LEADER);
		}

	}

	/**
	 * Spring Integration: the same time-to-live and interval of renewal.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Integration extends Application {

		@Bean
		DefaultLockRepository lockRepository(DataSource dataSource) {
			return new DefaultLockRepository(dataSource);
		}

		@Bean
		JdbcLockRegistry lockRegistry(DefaultLockRepository repository, Environment environment) {
			return new JdbcLockRegistry(repository, environment.getRequiredProperty(TTL, Duration.class));
		}

		@Bean
		LockRegistryLeaderInitiator initiator(JdbcLockRegistry registry, Environment environment) {
			LockRegistryLeaderInitiator initiator = new LockRegistryLeaderInitiator(registry,
					new DefaultCandidate("worker", ELECTION) {

						@Override
						public void onGranted(Context context) {
							say(LEADER);
						}

					});
			initiator.setHeartBeatMillis(environment.getRequiredProperty(TTL, Duration.class).toMillis() / 4);
			return initiator;
		}

	}

	/**
	 * ShedLock: a job that holds its lock, extends it as often as the others renew, and
	 * polls as often as Spring Integration's lock does.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class ShedLock extends Application {

		@Bean
		LockHolder lockHolder(JdbcTemplate jdbc, Environment environment) {
			return new LockHolder(new JdbcTemplateLockProvider(jdbc), ELECTION,
					environment.getRequiredProperty(TTL, Duration.class), () -> say(LEADER));
		}

	}

}
