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

import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Check of the names below {@code leader-election}: a misspelt setting would be ignored
 * without a word. What is below {@code elections} is checked by
 * {@link ElectionPropertyNames}, variables of the operating system by
 * {@link VariableNames}.
 */
final class PropertyNames {

	private static final Pattern PROPERTY = Pattern.compile(
			"leader[-_]?election\\.(?!elections\\b|metadata\\b)(?<name>.+?)(?:\\[\\d+])?", Pattern.CASE_INSENSITIVE);

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
					VariableNames.check(property);
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

}
