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

import java.util.Comparator;
import java.util.Locale;
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
			"jdbc.unfenced-transaction-managers", "runs.max-attempts", "console.path", "console.access");

	/**
	 * All names.
	 */
	static final Set<String> ALL = Stream.of(DURATIONS, SWITCHES, OTHERS)
		.flatMap(Set::stream)
		.collect(Collectors.toUnmodifiableSet());

	private static final Set<String> UNIFORM = ALL.stream()
		.map((name) -> uniform(name).replace(".", ""))
		.collect(Collectors.toUnmodifiableSet());

	private static final String ELECTIONS = PREFIX + "elections";

	private static final int TYPING_ERRORS = 2;

	private KnownProperties() {
	}

	/**
	 * Return whether a property is a duration.
	 * @param property the full name, however it is spelt
	 * @return whether it is one, for all elections or for one
	 */
	static boolean isDuration(String property) {
		String name = uniform(property);
		if (!name.startsWith(uniform(PREFIX))) {
			return false;
		}
		String setting = name.startsWith(uniform(ELECTIONS)) ? name.substring(name.lastIndexOf('.') + 1)
				: name.substring(uniform(PREFIX).length());
		return DURATIONS.stream().anyMatch((duration) -> uniform(duration).equals(setting));
	}

	/**
	 * Return whether a name is known, however it is spelt.
	 * @param name the name without its prefix
	 * @return whether there is such a property
	 */
	static boolean contains(String name) {
		return ALL.stream().anyMatch((known) -> uniform(known).equals(uniform(name)));
	}

	/**
	 * Return whether a variable of the operating system has a name that is known. Dots
	 * and underscores cannot be told apart in it.
	 * @param name the name without its prefix
	 * @return whether there is such a property
	 */
	static boolean containsVariable(String name) {
		return UNIFORM.contains(uniform(name));
	}

	/**
	 * Return the property that somebody meant who made a typing error.
	 * @param name the name without its prefix
	 * @return the name that is meant, if there is one
	 */
	static Optional<String> nearest(String name) {
		return ALL.stream()
			.filter((known) -> distance(uniform(known), uniform(name)) <= TYPING_ERRORS)
			.min(Comparator.<String>comparingInt((known) -> distance(uniform(known), uniform(name)))
				.thenComparing(Comparator.naturalOrder()));
	}

	private static String uniform(String name) {
		return name.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
	}

	private static int distance(String left, String right) {
		int[] previous = new int[right.length() + 1];
		for (int column = 0; column <= right.length(); column++) {
			previous[column] = column;
		}
		for (int row = 1; row <= left.length(); row++) {
			int[] current = new int[right.length() + 1];
			current[0] = row;
			for (int column = 1; column <= right.length(); column++) {
				int replaced = previous[column - 1] + ((left.charAt(row - 1) == right.charAt(column - 1)) ? 0 : 1);
				current[column] = Math.min(replaced, 1 + Math.min(previous[column], current[column - 1]));
			}
			previous = current;
		}
		return previous[right.length()];
	}

}
