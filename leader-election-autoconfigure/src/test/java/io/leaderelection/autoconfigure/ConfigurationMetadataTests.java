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

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the metadata that editors show for our properties.
 */
class ConfigurationMetadataTests {

	@Test
	void everyPropertyIsDescribed() {
		assertThat(ConfigurationMetadata.properties()).hasSizeGreaterThan(20).allSatisfy((property) -> {
			String description = String.valueOf(property.get("description"));
			assertThat(description).as("description of '%s'", property.get("name"))
				.endsWith(".")
				.doesNotStartWith("The ")
				.doesNotStartWith("A ")
				.hasSizeGreaterThan(15);
		});
	}

	@Test
	void fixedDefaultsAreTold() {
		assertThat(ConfigurationMetadata.properties())
			.extracting((property) -> property.get("name") + "=" + property.get("defaultValue"))
			.contains("leader-election.enabled=true", "leader-election.ttl=10s", "leader-election.drain-timeout=25s",
					"leader-election.etcd.prefix=leader-election", "leader-election.jdbc.initialize-schema=embedded",
					"leader-election.jdbc.poll-interval=500ms", "leader-election.jdbc.heartbeat=5s",
					"leader-election.runs.retention=90d", "leader-election.console.enabled=false",
					"leader-election.console.path=/leader-console", "leader-election.console.access=read-only");
	}

	@Test
	void namesThatAreCheckedAreThoseOfTheMetadata() {
		assertThat(KnownProperties.ALL).map((name) -> KnownProperties.PREFIX + name)
			.containsExactlyInAnyOrderElementsOf(ConfigurationMetadata.properties()
				.stream()
				.map((property) -> String.valueOf(property.get("name")))
				.filter((name) -> name.startsWith(KnownProperties.PREFIX))
				.filter((name) -> !name.endsWith(".elections") && !name.endsWith(".metadata"))
				.toList());
		assertThat(KnownProperties.DURATIONS).map((name) -> KnownProperties.PREFIX + name)
			.containsExactlyInAnyOrderElementsOf(ConfigurationMetadata.names("java.time.Duration"));
		assertThat(KnownProperties.SWITCHES).map((name) -> KnownProperties.PREFIX + name)
			.containsExactlyInAnyOrderElementsOf(ConfigurationMetadata.names("java.lang.Boolean"));
	}

	@Test
	void settingsOfElectionsAreThoseOfAllElections() {
		List<String> names = ConfigurationMetadata.properties()
			.stream()
			.map((property) -> String.valueOf(property.get("name")))
			.toList();
		assertThat(Stream.of(LeaderElectionProperties.Election.class.getRecordComponents())
			.map((component) -> "leader-election."
					+ component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT)))
			.allSatisfy((name) -> assertThat(names).contains(name));
	}

}
