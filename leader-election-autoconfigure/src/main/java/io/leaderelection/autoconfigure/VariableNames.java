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

import java.util.Collection;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Check of the variables of the operating system that begin as the properties of leader
 * election do. They are often not the user's, so an unknown one is only warned of.
 */
final class VariableNames {

	private static final Log logger = LogFactory.getLog(VariableNames.class);

	private static final Pattern VARIABLE = Pattern.compile(
			"(?<prefix>LEADER(?<legacy>_?)ELECTION_(?<election>ELECTIONS_[^_]+_)?)(?<name>.+?)(?:_\\d+_?)?",
			Pattern.CASE_INSENSITIVE);

	/**
	 * Variables with names of the user, and those that Kubernetes sets for a service
	 * which is called like the prefix.
	 */
	private static final Pattern OTHERS = Pattern.compile("(METADATA|ELECTIONS)_.+|SERVICE_(HOST|PORT.*)|PORT(_.*)?",
			Pattern.CASE_INSENSITIVE);

	private VariableNames() {
	}

	/**
	 * Warn if a variable sets nothing.
	 * @param variable the name of any variable
	 */
	static void check(String variable) {
		Matcher matcher = VARIABLE.matcher(variable);
		if (!matcher.matches() || OTHERS.matcher(matcher.group("name")).matches()) {
			return;
		}
		String name = matcher.group("name").toUpperCase(Locale.ROOT);
		boolean ofOneElection = matcher.group("election") != null;
		boolean legacy = !matcher.group("legacy").isEmpty();
		Collection<String> settings = ofOneElection ? ElectionPropertyNames.SETTINGS : KnownProperties.ALL;
		// Names of elections with a dash have an underscore in the legacy spelling.
		if (settings.stream()
			.map(legacy ? VariableNames::legacy : VariableNames::compact)
			.noneMatch((known) -> known.equals(name) || (ofOneElection && legacy && name.endsWith("_" + known)))) {
			String prefix = matcher.group("prefix").toUpperCase(Locale.ROOT).replaceFirst("_(?=ELECTION_)", "");
			logger.warn("The environment variable '%s' sets no property of leader election, so it is ignored%s"
				.formatted(variable,
						Spelling.nearest(name, settings.stream().map(VariableNames::compact).toList())
							.map((meant) -> "; '%s%s' may be meant".formatted(prefix, meant))
							.orElse("")));
		}
	}

	// Spring Boot reads two spellings, and none that mixes them.
	private static String compact(String property) {
		return property.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT);
	}

	private static String legacy(String property) {
		return property.replace('-', '_').replace('.', '_').toUpperCase(Locale.ROOT);
	}

}
