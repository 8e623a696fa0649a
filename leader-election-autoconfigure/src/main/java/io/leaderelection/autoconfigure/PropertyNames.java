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

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Check of the names below {@code leader-election}: a misspelt setting would be ignored
 * without a word. What is below {@code elections} is checked by
 * {@link ElectionPropertyNames}.
 */
final class PropertyNames {

	private static final Log logger = LogFactory.getLog(PropertyNames.class);

	private static final Pattern PROPERTY = Pattern.compile(
			"leader[-_]?election\\.(?!elections\\b|metadata\\b)(?<name>.+?)(?:\\[\\d+])?", Pattern.CASE_INSENSITIVE);

	private static final Pattern VARIABLE = Pattern
		.compile("LEADER_?ELECTION_(?!ELECTIONS_|METADATA_)(?<name>.+?)(?:_\\d+_?)?", Pattern.CASE_INSENSITIVE);

	/**
	 * Variables that Kubernetes sets for a service which is called like the prefix.
	 */
	private static final Pattern OF_A_SERVICE = Pattern.compile("SERVICE_(HOST|PORT.*)|PORT(_.*)?",
			Pattern.CASE_INSENSITIVE);

	private PropertyNames() {
	}

	/**
	 * Check the names in all sources of the environment. Variables of the operating
	 * system are often not the user's, so an unknown one is only warned of.
	 * @param environment the environment
	 * @throws LeaderElectionConfigurationException if there is no such property
	 */
	static void check(Environment environment) {
		if (environment instanceof ConfigurableEnvironment configurable) {
			configurable.getPropertySources().forEach(PropertyNames::check);
		}
	}

	private static void check(PropertySource<?> source) {
		if (source instanceof EnumerablePropertySource<?> enumerable) {
			for (String property : enumerable.getPropertyNames()) {
				if (source instanceof SystemEnvironmentPropertySource) {
					checkVariable(property);
				}
				else {
					check(property);
				}
			}
		}
	}

	private static void check(String property) {
		Matcher matcher = PROPERTY.matcher(property);
		if (matcher.matches() && !KnownProperties.contains(matcher.group("name"))) {
			throw new LeaderElectionConfigurationException(
					"There is no property '%s' in this version, so it would be ignored.".formatted(property),
					KnownProperties.nearest(matcher.group("name"))
						.map((meant) -> "Correct it to '%s%s' if that is meant, or remove it."
							.formatted(KnownProperties.PREFIX, meant))
						.orElse("Correct or remove it."),
					property);
		}
	}

	private static void checkVariable(String variable) {
		Matcher matcher = VARIABLE.matcher(variable);
		if (matcher.matches() && !KnownProperties.containsVariable(matcher.group("name"))
				&& !OF_A_SERVICE.matcher(matcher.group("name")).matches()) {
			logger.warn("The environment variable '%s' sets no property of leader election, so it is ignored"
				.formatted(variable));
		}
	}

}
