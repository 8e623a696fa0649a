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

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Names of the properties of leader election, without their prefix and without those that
 * have names of elections or of metadata in them.
 */
final class KnownProperties {

	/**
	 * What all names begin with.
	 */
	static final String PREFIX = "leader-election.";

	/**
	 * Properties that are durations.
	 */
	static final Set<String> DURATIONS = Set.of("ttl", "renew-interval", "suspect-after", "seal-timeout",
			"drain-timeout", "cool-down", "eligibility-grace", "idle-in-transaction-limit", "etcd.call-timeout",
			"jdbc.call-timeout", "jdbc.poll-interval", "jdbc.heartbeat", "jdbc.check.interval", "runs.retention");

	/**
	 * Properties that switch something on or off.
	 */
	static final Set<String> SWITCHES = Set.of("enabled", "jdbc.check.enabled", "console.enabled");

	private static final Set<String> OTHERS = Set.of("coordinator", "namespace", "instance-id", "data-sources",
			"etcd.endpoints", "etcd.user", "etcd.password", "etcd.prefix", "etcd.ssl.bundle", "jdbc.url",
			"jdbc.username", "jdbc.password", "jdbc.driver-class-name", "jdbc.initialize-schema",
			"jdbc.unfenced-transaction-managers", "runs.max-attempts", "console.path", "console.access",
			"console.allowed-hosts");

	/**
	 * All names.
	 */
	static final Set<String> ALL = Stream.of(DURATIONS, SWITCHES, OTHERS)
		.flatMap(Set::stream)
		.collect(Collectors.toUnmodifiableSet());

	private static final String ELECTIONS = PREFIX + "elections";

	private KnownProperties() {
	}

	/**
	 * Return whether a property is a duration.
	 * @param property the full name, however it is spelt
	 * @return whether it is one, for all elections or for one
	 */
	static boolean isDuration(String property) {
		String name = Spelling.uniform(property);
		if (!name.startsWith(Spelling.uniform(PREFIX))) {
			return false;
		}
		String setting = name.startsWith(Spelling.uniform(ELECTIONS)) ? name.substring(name.lastIndexOf('.') + 1)
				: name.substring(Spelling.uniform(PREFIX).length());
		return DURATIONS.stream().anyMatch((duration) -> Spelling.uniform(duration).equals(setting));
	}

	/**
	 * Return whether a name is known, however it is spelt.
	 * @param name the name without its prefix
	 * @return whether there is such a property
	 */
	static boolean contains(String name) {
		return ALL.stream().anyMatch((known) -> Spelling.uniform(known).equals(Spelling.uniform(name)));
	}

	/**
	 * Return the property that somebody meant who made a typing error.
	 * @param name the name without its prefix
	 * @return the name that is meant, if there is one
	 */
	static Optional<String> nearest(String name) {
		return Spelling.nearest(name, ALL);
	}

}
