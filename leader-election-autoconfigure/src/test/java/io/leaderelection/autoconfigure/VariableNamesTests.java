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
import java.util.Map;

import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link VariableNames}.
 */
@ExtendWith(OutputCaptureExtension.class)
class VariableNamesTests {

	@ParameterizedTest
	@ValueSource(strings = { "LEADERELECTION_TTL", "LEADER_ELECTION_RENEW_INTERVAL", "LEADERELECTION_ETCD_ENDPOINTS_0_",
			"LEADERELECTION_DATASOURCES_0", "LEADERELECTION_METADATA_ZONE", "LEADERELECTION_ELECTIONS_SETTLEMENT_TTL",
			"LEADERELECTION_ELECTIONS_SETTLEMENT_DATASOURCES_0", "LEADERELECTION_ELECTIONS_SETTLEMENT_METADATA_ZONE",
			"LEADER_ELECTION_ELECTIONS_END_OF_DAY_RENEW_INTERVAL", "LEADER_ELECTION_SERVICE_HOST",
			"LEADER_ELECTION_SERVICE_PORT_HTTP", "LEADER_ELECTION_PORT", "LEADER_ELECTION_PORT_8080_TCP_ADDR",
			"LEADER_ELECTOR_TTL" })
	void variablesOfPropertiesAndOfServicesPass(String variable, CapturedOutput output) {
		VariableNames.check(variable);
		assertThat(output).doesNotContain(variable);
	}

	@ParameterizedTest
	@CsvSource({ "LEADERELECTION_TLL, LEADERELECTION_TTL", "LEADER_ELECTION_TLL, LEADERELECTION_TTL",
			"LEADERELECTION_RENEW_INTERVAL, LEADERELECTION_RENEWINTERVAL",
			"LEADERELECTION_ETCD_ENDPOINT_0, LEADERELECTION_ETCD_ENDPOINTS",
			"LEADERELECTION_ELECTIONS_SETTLEMENT_TLL, LEADERELECTION_ELECTIONS_SETTLEMENT_TTL",
			"LEADERELECTION_ELECTIONS_SETTLEMENT_COOL_DOWN, LEADERELECTION_ELECTIONS_SETTLEMENT_COOLDOWN" })
	void misspeltVariableIsWarnedOfWithTheOneThatIsMeant(String variable, String meant, CapturedOutput output) {
		VariableNames.check(variable);
		assertThat(output).contains("The environment variable '" + variable
				+ "' sets no property of leader election, so it is ignored; '" + meant + "' may be meant");
	}

	@ParameterizedTest
	@ValueSource(strings = { "LEADER_ELECTION_JDBC_ADDRESS", "LEADERELECTION_ELECTIONS_SETTLEMENT_EU_OVERDRAFT" })
	void variableLikeNoOtherIsWarnedOfWithoutAGuess(String variable, CapturedOutput output) {
		VariableNames.check(variable);
		assertThat(output).contains("'" + variable + "' sets no property of leader election, so it is ignored")
			.doesNotContain("may be meant");
	}

	@ParameterizedTest
	@CsvSource({ "LEADERELECTION_RENEWINTERVAL, true", "LEADER_ELECTION_RENEW_INTERVAL, true",
			"LEADERELECTION_RENEW_INTERVAL, false" })
	void springBootReadsTheSpellingsThatPass(String variable, boolean bound) {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources()
			.replace(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, new SystemEnvironmentPropertySource(
					StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, Map.of(variable, "5s")));
		ConfigurationPropertySources.attach(environment);
		assertThat(Binder.get(environment).bind("leader-election.renew-interval", Duration.class).isBound())
			.isEqualTo(bound);
	}

}
