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

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.leaderelection.engine.ElectionSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link LeaderElectionProperties} and {@link ConfiguredElections}.
 */
class LeaderElectionPropertiesTests {

	@Test
	void defaultsAreThoseOfTheDesign() {
		LeaderElectionProperties properties = bind(Map.of());
		assertThat(properties.enabled()).isTrue();
		assertThat(properties.coordinator()).isNull();
		ElectionSettings settings = new ConfiguredElections(properties).apply("settlement");
		assertThat(settings).isEqualTo(ElectionSettings.of(Duration.ofSeconds(10)));
		assertThat(settings.renewInterval()).isEqualTo(Duration.ofMillis(2500));
		assertThat(settings.suspectAfter()).isEqualTo(Duration.ofSeconds(6));
		assertThat(settings.drainTimeout()).isEqualTo(Duration.ofSeconds(25));
	}

	@Test
	void settingsOfAnElectionOverrideGeneralOnes() {
		ConfiguredElections elections = elections(Map.of("ttl", "20s", "drain-timeout", "1m", "metadata.zone", "a",
				"elections.settlement.ttl", "5s", "elections.settlement.metadata.rack", "7"));
		ElectionSettings settlement = elections.apply("settlement");
		assertThat(settlement.ttl()).isEqualTo(Duration.ofSeconds(5));
		assertThat(settlement.renewInterval()).isEqualTo(Duration.ofMillis(1250));
		assertThat(settlement.drainTimeout()).isEqualTo(Duration.ofMinutes(1));
		assertThat(settlement.metadata()).containsOnly(Map.entry("zone", "a"), Map.entry("rack", "7"));
		assertThat(elections.apply("report").ttl()).isEqualTo(Duration.ofSeconds(20));
	}

	@Test
	void patternHoldsForNamesThatItMatchesUnlessTheyHaveAnEntry() {
		ConfiguredElections elections = elections(Map.of("elections[settlement/*].ttl", "5s",
				"elections[settlement/eu].ttl", "6s", "elections[**].ttl", "7s"));
		assertThat(elections.apply("settlement/us").ttl()).isEqualTo(Duration.ofSeconds(5));
		assertThat(elections.apply("settlement/eu").ttl()).isEqualTo(Duration.ofSeconds(6));
		assertThat(elections.apply("settlement/us/east").ttl()).isEqualTo(Duration.ofSeconds(7));
		assertThat(elections.names()).containsExactly("**", "settlement/*", "settlement/eu");
	}

	@Test
	void plainNamesAreKeptAsTheyAreWritten() {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources()
			.addFirst(new MapPropertySource("test", Map.of("leader-election.elections.Settlement-EU_2.ttl", "5s")));
		LeaderElectionProperties properties = Binder.get(environment)
			.bindOrCreate("leader-election", LeaderElectionProperties.class);
		assertThat(properties.elections()).containsOnlyKeys("Settlement-EU_2");
	}

	@Test
	void dataSourcesAreTheSingleCandidateUnlessNamed() {
		ConfiguredElections elections = elections(
				Map.of("elections.report.data-sources", "none", "elections.settlement.data-sources", "ledger,archive"));
		assertThat(elections.dataSources("other")).isNull();
		assertThat(elections.dataSources("report")).isEmpty();
		assertThat(elections.dataSources("settlement")).isEqualTo(List.of("ledger", "archive"));
	}

	@Test
	void idleLimitIsTheTimeToLiveUnlessSet() {
		ConfiguredElections elections = elections(
				Map.of("ttl", "8s", "elections.settlement.idle-in-transaction-limit", "20s"));
		assertThat(elections.idleInTransactionLimit("report")).isEqualTo(Duration.ofSeconds(8));
		assertThat(elections.idleInTransactionLimit("settlement")).isEqualTo(Duration.ofSeconds(20));
	}

	@ParameterizedTest
	@CsvSource({ "renew-interval, 10s, leader-election.renew-interval", "ttl, 0s, leader-election.ttl",
			"suspect-after, 11s, leader-election.suspect-after", "seal-timeout, 10s, leader-election.seal-timeout",
			"cool-down, -1s, leader-election.cool-down",
			"elections.settlement.renew-interval, 10s, leader-election.elections.settlement.renew-interval",
			"elections[settlement/*].ttl, -5s, leader-election.elections[settlement/*].ttl",
			"idle-in-transaction-limit, 0s, leader-election.idle-in-transaction-limit",
			"elections.settlement.data-sources, 'none,ledger', leader-election.elections.settlement.data-sources" })
	void brokenRuleNamesTheProperty(String property, String value, String culprit) {
		FailureAnalysis analysis = bindFailure(Map.of(property, value));
		assertThat(analysis.getDescription() + " " + analysis.getAction()).contains("'" + culprit + "'");
	}

	@Test
	void rulesHoldAfterMerging() {
		FailureAnalysis analysis = bindFailure(
				Map.of("renew-interval", "4s", "suspect-after", "9s", "elections.settlement.ttl", "5s"));
		assertThat(analysis.getDescription())
			.isEqualTo("Settings of election 'settlement': 'suspect-after' (9s) must be less than 'ttl' (5s).");
		assertThat(analysis.getAction()).isEqualTo("Change 'leader-election.suspect-after', or 'ttl' that limits it.");
	}

	@Test
	void shortestTimeToLiveDependsOnTheCoordinator() {
		assertThat(bindFailure(Map.of("ttl", "10")).getDescription())
			.isEqualTo("'leader-election.ttl' is 10ms, but must be at least 2s with etcd and 1s with a database.");
		assertThat(bindFailure(Map.of("ttl", "200ms", "coordinator", "jdbc")).getDescription()).isEqualTo(
				"'leader-election.ttl' is 200ms, but must be at least 1s, as a database is not asked to renew a shorter lease.");
		assertThat(bindFailure(Map.of("elections.settlement.ttl", "1s", "coordinator", "etcd")).getDescription())
			.startsWith("'leader-election.elections.settlement.ttl' is 1s, but must be at least 2s");
	}

	@Test
	void suspicionThatWouldComeAfterTheEndIsRefused() {
		FailureAnalysis analysis = bindFailure(Map.of("ttl", "5s", "suspect-after", "4800ms"));
		assertThat(analysis.getDescription())
			.startsWith("'leader-election.suspect-after' is 4800ms, but a term ends 4800ms after the last renewal");
		assertThat(analysis.getAction()).startsWith("Set it to less than 4800ms");
	}

	@ParameterizedTest
	@ValueSource(strings = { "elections[settle ment].ttl", "elections[/settlement].ttl", "elections[a//b].ttl" })
	void badNameIsRefused(String property) {
		assertThat(bindFailure(Map.of(property, "5s")).getDescription()).contains("is no name of an election");
	}

	@Test
	void coordinatorThatDoesNotExistIsRefused() {
		FailureAnalysis analysis = bindFailure(Map.of("coordinator", "zookeeper"));
		assertThat(analysis.getDescription()).startsWith(
				"'leader-election.coordinator' is 'zookeeper', which is none of the values that this version knows.");
		assertThat(analysis.getAction()).isEqualTo("Set it to 'etcd', 'jdbc' or 'memory'.");
	}

	private static ConfiguredElections elections(Map<String, String> properties) {
		return new ConfiguredElections(bind(properties));
	}

	private static LeaderElectionProperties bind(Map<String, String> properties) {
		MapConfigurationPropertySource source = new MapConfigurationPropertySource();
		properties.forEach((name, value) -> source.put("leader-election." + name, value));
		return new Binder(source).bindOrCreate("leader-election", LeaderElectionProperties.class);
	}

	private static FailureAnalysis bindFailure(Map<String, String> properties) {
		FailureAnalysis[] analysis = new FailureAnalysis[1];
		assertThatExceptionOfType(BindException.class).isThrownBy(() -> bind(properties))
			.satisfies((ex) -> analysis[0] = StartUpFailure.analyze(ex));
		return analysis[0];
	}

}
