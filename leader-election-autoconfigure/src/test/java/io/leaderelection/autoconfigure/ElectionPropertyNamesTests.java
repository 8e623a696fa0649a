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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Tests for {@link ElectionPropertyNames}.
 */
class ElectionPropertyNamesTests {

	@ParameterizedTest
	@CsvSource({ "leader-election.elections.settlement/eu.ttl, [settlement/eu]",
			"leaderElection.elections.settlement/*.renewInterval, [settlement/*]",
			"leader-election.elections.settlement.eu.ttl, [settlement.eu]" })
	void nameThatNeedsBracketsIsRefused(String property, String advice) {
		assertThatExceptionOfType(LeaderElectionConfigurationException.class).isThrownBy(() -> check(property))
			.satisfies((ex) -> assertThat(ex.getRemedy()).contains(advice));
	}

	@ParameterizedTest
	@CsvSource({ "leader-election.elections.settlement.tll, tll, leader-election.elections.settlement.ttl",
			"leader-election.elections.tlt.tlt, tlt, leader-election.elections.tlt.ttl",
			"leaderElection.elections[a/b].renewIntervall, renewIntervall, leaderElection.elections[a/b].renew-interval",
			"leader-election.elections.a.data-source[0], data-source, leader-election.elections.a.data-sources[0]" })
	void settingThatDoesNotExistIsRefusedWithTheOneThatIsMeant(String property, String setting, String meant) {
		assertThatExceptionOfType(LeaderElectionConfigurationException.class).isThrownBy(() -> check(property))
			.withMessageContaining("'" + setting + "' is no setting of an election")
			.satisfies((ex) -> assertThat(ex.getRemedy()).contains("Correct it to '" + meant + "' if that is meant"));
	}

	@Test
	void settingLikeNoOtherIsRefused() {
		assertThatExceptionOfType(LeaderElectionConfigurationException.class)
			.isThrownBy(() -> check("leader-election.elections.settlement.abc"))
			.satisfies((ex) -> assertThat(ex.getRemedy()).isEqualTo("Correct or remove it."));
	}

	@ParameterizedTest
	@ValueSource(strings = { "leader-election.elections.settlement.ttl", "leader-election.elections.settlement_eu.ttl",
			"leader-election.elections.settlement.renewInterval",
			"leader-election.elections.Settlement-EU.renew_interval",
			"leader-election.elections[settlement/eu].cool-down",
			"leader-election.elections.[settlement/*].data-sources[0]",
			"leader-election.elections.settlement.metadata.zone", "leader-election.elections.settlement",
			"leader-election.ttl", "other.elections.a/b.ttl" })
	void otherNamesPass(String property) {
		assertThatNoException().isThrownBy(() -> check(property));
	}

	@Test
	void variablesOfTheOperatingSystemAreLeftAlone() {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources()
			.addFirst(new SystemEnvironmentPropertySource("test", Map.of("LEADERELECTION_ELECTIONS_A_B_TTL", "5s")));
		assertThatNoException().isThrownBy(() -> ElectionPropertyNames.check(environment));
	}

	private static void check(String property) {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources().addFirst(new MapPropertySource("test", Map.of(property, "5s")));
		ElectionPropertyNames.check(environment);
	}

}
