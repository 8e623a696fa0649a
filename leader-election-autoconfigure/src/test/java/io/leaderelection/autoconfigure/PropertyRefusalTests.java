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
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what a person gets to read about each value that makes no sense. They walk
 * the metadata, so that no property is forgotten.
 */
class PropertyRefusalTests {

	private static final Set<String> MAY_BE_ZERO = Set.of("leader-election.cool-down", "leader-election.drain-timeout",
			"leader-election.eligibility-grace", "leader-election.runs.retention");

	private static ConfigurableEnvironment environment = new StandardEnvironment();

	private static final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withInitializer((context) -> environment = context.getEnvironment())
		.withPropertyValues("spring.application.name=payments", "leader-election.jdbc.initialize-schema=always",
				"leader-election.etcd.endpoints=http://127.0.0.1:1")
		.withConfiguration(AutoConfigurations.of(all()));

	private static Class<?>[] all() {
		ClassLoader classLoader = PropertyRefusalTests.class.getClassLoader();
		Stream<Class<?>> ours = ImportCandidates.load(AutoConfiguration.class, classLoader)
			.getCandidates()
			.stream()
			.filter((name) -> name.startsWith("io.leaderelection."))
			.map((name) -> ClassUtils.resolveClassName(name, classLoader));
		return Stream.concat(Stream.of(DataSourceAutoConfiguration.class), ours).toArray(Class<?>[]::new);
	}

	static List<String> durations() {
		return Stream
			.concat(ConfigurationMetadata.names("java.time.Duration").stream(),
					Stream.of(LeaderElectionProperties.Election.class.getRecordComponents())
						.filter((component) -> component.getType() == Duration.class)
						.map((component) -> "leader-election.elections[settlement/*]."
								+ component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT)))
			.toList();
	}

	static List<String> switches() {
		return ConfigurationMetadata.names("java.lang.Boolean");
	}

	@ParameterizedTest
	@MethodSource("durations")
	void durationThatIsNoneIsRefused(String property) {
		FailureAnalysis analysis = refusal(property, "soon");
		assertThat(analysis.getDescription()).startsWith("'%s' is 'soon', which is no duration.".formatted(property));
		assertThat(analysis.getAction()).contains("500ms", "5s");
	}

	@ParameterizedTest
	@MethodSource("durations")
	void durationThatIsNotPositiveIsRefusedUnlessItMeansNever(String property) {
		refusal(property, "-5s");
		if (MAY_BE_ZERO.stream().noneMatch((each) -> property.endsWith(each.substring(each.lastIndexOf('.'))))) {
			refusal(property, "0s");
		}
		else {
			run(property, "0").run((context) -> assertThat(context).hasNotFailed());
		}
	}

	@ParameterizedTest
	@MethodSource("durations")
	void absurdlyLongDurationIsRefused(String property) {
		refusal(property, "1000000d");
		refusal(property, "1000000000000d");
		refusal(property, "99999999999999999d");
	}

	@ParameterizedTest
	@MethodSource("durations")
	void numberWithoutUnitIsRefusedOrReported(String property) {
		run(property, "5").run((context) -> {
			if (context.getStartupFailure() == null) {
				assertThat(MAY_BE_ZERO).anyMatch((each) -> property.endsWith(each.substring(each.lastIndexOf('.'))));
			}
			else {
				FailureAnalysis analysis = analyze(context);
				assertThat(analysis.getAction())
					.contains("'5' has no unit, so it counts milliseconds: write '5s' if seconds are meant.");
			}
		});
	}

	@ParameterizedTest
	@MethodSource("switches")
	void switchThatIsNeitherOnNorOffIsRefused(String property) {
		assertThat(refusal(property, "maybe").getAction()).isEqualTo("Set it to 'true' or 'false'.");
	}

	@ParameterizedTest
	@CsvSource({ "leader-election.runs.max-attempts, many", "leader-election.runs.max-attempts, 99999999999",
			"leader-election.runs.max-attempts, 0", "leader-election.runs.max-attempts, -1",
			"leader-election.jdbc.initialize-schema, sometimes", "leader-election.coordinator, zookeeper",
			"leader-election.namespace, my payments", "leader-election.instance-id, my host",
			"leader-election.data-sources, ledger", "leader-election.jdbc.url, postgresql://db/payments",
			"leader-election.jdbc.url, 'jdbc:postgresql://db:port/payments'",
			"leader-election.jdbc.url, jdbc:nothing:x", "leader-election.jdbc.driver-class-name, org.example.Driver",
			"leader-election.jdbc.password, secret", "leader-election.etcd.endpoints, ftp://etcd",
			"leader-election.etcd.endpoints, 'http://etcd:99999'",
			"leader-election.etcd.endpoints, 'http://a,https://b'", "leader-election.etcd.prefix, ' '",
			"leader-election.etcd.user, payments", "leader-election.etcd.password, secret",
			"leader-election.etcd.ssl.bundle, none",
			"leader-election.jdbc.unfenced-transaction-managers, transactionManager" })
	void valueOfAnotherKindIsRefused(String property, String value) {
		refusal(property, value);
	}

	@Test
	void originIsFoundHoweverTheNameIsSpelt() {
		run("leaderElection.renewInterval", "20s").run((context) -> assertThat(analyze(context).getDescription())
			.contains("Property: leader-election.renew-interval", "Origin: \"leaderElection.renewInterval\""));
	}

	private static FailureAnalysis analyze(AssertableApplicationContext context) {
		FailureAnalysis analysis = StartUpFailure.analyze(context.getStartupFailure(), environment);
		assertThat(analysis).isNotNull();
		return analysis;
	}

	private static FailureAnalysis refusal(String property, String value) {
		FailureAnalysis[] refusal = new FailureAnalysis[1];
		run(property, value).run((context) -> {
			assertThat(context).as("%s=%s", property, value).hasFailed();
			FailureAnalysis analysis = analyze(context);
			assertThat(analysis.getDescription()).as("%s=%s", property, value)
				.contains("Property: " + property)
				.contains("Origin: \"" + property + "\" from property source")
				.doesNotContain("secret", "IllegalArgumentException");
			assertThat(analysis.getAction()).as("%s=%s", property, value)
				.isNotBlank()
				.doesNotContain("Update your application's configuration", "Correct them.");
			refusal[0] = analysis;
		});
		return refusal[0];
	}

	private static ApplicationContextRunner run(String property, String value) {
		return contextRunner
			.withPropertyValues("leader-election.coordinator=" + (property.contains(".etcd.") ? "etcd" : "jdbc"),
					"spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID())
			.withPropertyValues(property + "=" + value);
	}

}
