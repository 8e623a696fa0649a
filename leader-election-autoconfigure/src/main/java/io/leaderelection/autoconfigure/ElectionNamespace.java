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

import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * Name that separates applications in the coordinator and in the fences.
 *
 * @param value the name
 */
public record ElectionNamespace(String value) {

	/**
	 * Namespace of an application that takes part in no election.
	 */
	static final ElectionNamespace UNUSED = new ElectionNamespace("unused");

	private static final Pattern VALID = Pattern.compile("[A-Za-z0-9._-]{1,100}");

	private static final String PROPERTY = "leader-election.namespace";

	private static final String FALLBACK_PROPERTY = "spring.application.name";

	/**
	 * Return the configured namespace, or else the name of the application.
	 * @param configured the configured namespace, if any
	 * @param environment the environment that knows the name of the application
	 * @return the namespace
	 * @throws LeaderElectionConfigurationException if there is none or it is not valid
	 */
	static ElectionNamespace resolve(@Nullable String configured, Environment environment) {
		String property = StringUtils.hasText(configured) ? PROPERTY : FALLBACK_PROPERTY;
		String value = StringUtils.hasText(configured) ? configured : environment.getProperty(FALLBACK_PROPERTY);
		if (value == null || !StringUtils.hasText(value)) {
			throw new LeaderElectionConfigurationException(
					"Leader election has no namespace, so it could meet another application's elections.",
					"Set '%s' or '%s'.".formatted(FALLBACK_PROPERTY, PROPERTY));
		}
		if (!VALID.matcher(value).matches()) {
			throw new LeaderElectionConfigurationException(
					"'%s' in '%s' cannot be used as namespace.".formatted(value, property),
					"Set '%s' to at most 100 letters, digits, '.', '_' and '-'.".formatted(PROPERTY), property);
		}
		return new ElectionNamespace(value);
	}

}
