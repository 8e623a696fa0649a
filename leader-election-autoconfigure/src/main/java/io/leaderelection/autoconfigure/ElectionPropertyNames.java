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

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.leaderelection.autoconfigure.LeaderElectionProperties.Election;

import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Check of the names below {@code leader-election.elections}. Binding drops characters
 * such as {@code /} and {@code *} without a word, so that the settings would be those of
 * an election that nobody knows, and ignores settings that do not exist.
 */
final class ElectionPropertyNames {

	private static final Pattern ELECTION_PROPERTY = Pattern.compile(
			"leader[-_]?election\\.elections(?:\\.?\\[(?<bracketed>[^]]*)]|\\.(?<plain>[^.\\[]+))\\.?(?<rest>.*)",
			Pattern.CASE_INSENSITIVE);

	private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z0-9_-]+");

	/**
	 * Names of the settings of an election.
	 */
	static final Set<String> SETTINGS = Arrays.stream(Election.class.getRecordComponents())
		.map(RecordComponent::getName)
		.map(DataObjectPropertyName::toDashedForm)
		.collect(Collectors.toUnmodifiableSet());

	private static final Set<String> UNIFORM = SETTINGS.stream()
		.map(Spelling::uniform)
		.collect(Collectors.toUnmodifiableSet());

	private ElectionPropertyNames() {
	}

	/**
	 * Check the names in all sources of the environment, except for the variables of the
	 * operating system, whose names cannot have such characters.
	 * @param environment the environment
	 * @throws LeaderElectionConfigurationException if a name would not be understood
	 */
	static void check(Environment environment) {
		if (environment instanceof ConfigurableEnvironment configurable) {
			configurable.getPropertySources().forEach(ElectionPropertyNames::check);
		}
	}

	private static void check(PropertySource<?> source) {
		if (source instanceof EnumerablePropertySource<?> enumerable
				&& !(source instanceof SystemEnvironmentPropertySource)) {
			for (String property : enumerable.getPropertyNames()) {
				check(property);
			}
		}
	}

	private static void check(String property) {
		Matcher matcher = ELECTION_PROPERTY.matcher(property);
		if (!matcher.matches()) {
			return;
		}
		String plain = matcher.group("plain");
		String rest = matcher.group("rest");
		if (plain != null && !PLAIN_NAME.matcher(plain).matches()) {
			throw new LeaderElectionConfigurationException(
					"The property '%s' would be read without some characters of '%s'.".formatted(property, plain),
					remedy(plain, rest), property);
		}
		String setting = rest.split("[.\\[]", 2)[0];
		if (!setting.isEmpty() && !UNIFORM.contains(Spelling.uniform(setting))) {
			String advice = (plain != null && rest.contains("."))
					? " " + remedy(plain + "." + setting, rest.substring(rest.indexOf('.') + 1)) : "";
			throw new LeaderElectionConfigurationException(
					"The property '%s' has no meaning, as '%s' is no setting of an election.".formatted(property,
							setting),
					correction(property, setting) + advice, property);
		}
	}

	private static String correction(String property, String setting) {
		int start = property.lastIndexOf(setting);
		return Spelling.nearest(setting, SETTINGS)
			.map((meant) -> "Correct it to '%s%s%s' if that is meant, or remove it."
				.formatted(property.substring(0, start), meant, property.substring(start + setting.length())))
			.orElse("Correct or remove it.");
	}

	private static String remedy(String name, String setting) {
		return "Put the name of the election into brackets: 'leader-election.elections[%s].%s', or \"[%s]\" as a key in YAML."
			.formatted(name, setting, name);
	}

}
