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

package io.leaderelection.operations;

import java.util.Map;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.runs.LeaderRuns;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for what a whole application exposes from its start, while nothing has happened
 * yet: the counters that alerts ask for an increase, and the tags that are common to all
 * its meters.
 */
class ExposedFromTheStartTests {

	private static final Pattern INCREASE = Pattern.compile("increase\\((\\w+)");

	private static final Pattern RATE = Pattern.compile("(?:rate|increase)\\((\\w+)");

	/**
	 * Meters with tags of which nobody knows the values beforehand.
	 */
	private static final Pattern LATE = Pattern.compile("leader_election_(transitions|campaign|call)_.*");

	private static ConfigurableApplicationContext application;

	@BeforeAll
	static void start() {
		application = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.registerShutdownHook(false)
			.properties(Map.of("spring.application.name", "payments", "spring.main.banner-mode", "off",
					"spring.docker.compose.enabled", "false", "spring.datasource.url",
					"jdbc:h2:mem:" + UUID.randomUUID(), "leader-election.coordinator", "memory",
					"leader-election.jdbc.initialize-schema", "always", "management.metrics.tags.application",
					"${spring.application.name}", "management.metrics.tags.namespace",
					"${leader-election.namespace:${spring.application.name}}"))
			.run();
		LeaderElection election = application.getBean(LeaderElections.class).get("settlement");
		await().until(election::isLeader);
		election.runIfLeader(() -> {
		});
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	static Stream<String> counters() {
		return Alert.queries()
			.flatMap((query) -> INCREASE.matcher(query.expression()).results())
			.map((found) -> found.group(1));
	}

	@ParameterizedTest
	@MethodSource("counters")
	void counterWhoseIncreaseIsAnAlertIsThereBeforeItsFirstCount(String counter) {
		assertThat(samples(counter)).isNotEmpty()
			.allSatisfy((sample) -> assertThat(sample).contains("election=\"settlement\"").endsWith(" 0.0"));
	}

	static Stream<String> countersShown() {
		return Dashboard.read()
			.queries()
			.flatMap((query) -> RATE.matcher(query.expression()).results())
			.map((found) -> found.group(1))
			.filter((name) -> !LATE.matcher(name).matches())
			.distinct();
	}

	@ParameterizedTest
	@MethodSource("countersShown")
	void counterOfTheDashboardIsThereFromTheStart(String counter) {
		assertThat(samples(counter)).isNotEmpty();
	}

	@Test
	void commonTagsReachAllMeters() {
		await().untilAsserted(() -> assertThat(samples("leader_election_campaign_seconds_count")).isNotEmpty());
		assertThat(samples("leader_election_call_seconds_count")).isNotEmpty();
		assertThat(samples("leader_election_coordinator_members")).isNotEmpty();
		assertThat(samples("leader_election_\\w+"))
			.allSatisfy((sample) -> assertThat(sample).contains("application=\"payments\"", "namespace=\"payments\""));
	}

	private static Stream<String> samples(String name) {
		String text = application.getBean(PrometheusMeterRegistry.class).scrape();
		return Pattern.compile("(?m)^" + name + "[{ ].*$").matcher(text).results().map(MatchResult::group);
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(Settlement.class)
	static class Application {

	}

	static class Settlement {

		Settlement(LeaderRuns runs) {
			assertThat(runs).isNotNull();
		}

	}

}
