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

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Tests for {@link PropertyNames}.
 */
@ExtendWith(OutputCaptureExtension.class)
class PropertyNamesTests {

	@ParameterizedTest
	@CsvSource({ "leader-election.tll, leader-election.ttl",
			"leaderElection.renewIntervall, leader-election.renew-interval",
			"leader-election.jdbc.heart-beat-s, leader-election.jdbc.heartbeat",
			"leader-election.etcd.endpoint, leader-election.etcd.endpoints",
			"leader-election.etcd.endpoint[0], leader-election.etcd.endpoints" })
	void misspeltPropertyIsRefusedWithTheOneThatIsMeant(String property, String meant) {
		assertThatExceptionOfType(LeaderElectionConfigurationException.class).isThrownBy(() -> check(property))
			.satisfies((ex) -> {
				assertThat(ex.getProblem()).contains("'" + property + "'");
				assertThat(ex.getRemedy()).contains("'" + meant + "'");
				assertThat(ex.getProperty()).isEqualTo(property);
			});
	}

	@Test
	void propertyLikeNoOtherIsRefused() {
		assertThatExceptionOfType(LeaderElectionConfigurationException.class)
			.isThrownBy(() -> check("leader-election.zookeeper.address"))
			.satisfies((ex) -> assertThat(ex.getRemedy()).isEqualTo("Correct or remove it."));
	}

	@ParameterizedTest
	@ValueSource(strings = { "leader-election.ttl", "leaderElection.renewInterval", "leader_election.cool_down",
			"leader-election.data-sources[0]", "leader-election.etcd.endpoints[1]", "leader-election.metadata.zone",
			"leader-election.metadata[my.zone]", "leader-election.elections.settlement.ttl",
			"leader-election.elections[a/b].ttl", "leader-election-demo.tll", "my.leader-election.tll",
			"leader-election", "LEADER-ELECTION.TTL" })
	void otherNamesPass(String property) {
		assertThatNoException().isThrownBy(() -> check(property));
	}

	@Test
	void variableOfTheOperatingSystemIsWarnedOf(CapturedOutput output) {
		check(new SystemEnvironmentPropertySource("test", Map.of("LEADERELECTION_TLL", "5s")));
		assertThat(output).contains("The environment variable 'LEADERELECTION_TLL' sets no property");
	}

	private static void check(String property) {
		check(new MapPropertySource("test", Map.of(property, "5s")));
	}

	private static void check(PropertySource<?> source) {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources().addFirst(source);
		PropertyNames.check(environment);
	}

}
