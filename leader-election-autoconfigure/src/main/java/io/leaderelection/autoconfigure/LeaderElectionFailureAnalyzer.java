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

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/**
 * {@link FailureAnalyzer} for a {@link LeaderElectionConfigurationException}. Goes before
 * Boot's own, which would show the record that failed to bind and not the property.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class LeaderElectionFailureAnalyzer extends AbstractFailureAnalyzer<LeaderElectionConfigurationException> {

	private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]*[1-9][0-9]*");

	private final @Nullable Environment environment;

	LeaderElectionFailureAnalyzer(@Nullable Environment environment) {
		this.environment = environment;
	}

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, LeaderElectionConfigurationException cause) {
		ConfigurationProperty property = find(cause.getProperty());
		if (property == null) {
			return new FailureAnalysis(cause.getProblem(), cause.getRemedy(), cause);
		}
		String description = "%s%n%n    Property: %s%n    Origin: %s".formatted(cause.getProblem(), cause.getProperty(),
				property.getOrigin());
		return new FailureAnalysis(description, cause.getRemedy() + unitHint(property), cause);
	}

	private static String unitHint(ConfigurationProperty property) {
		String value = String.valueOf(property.getValue());
		return (KnownProperties.isDuration(property.getName().toString()) && NUMBER.matcher(value).matches())
				? " '%1$s' has no unit, so it counts milliseconds: write '%1$ss' if seconds are meant.".formatted(value)
				: "";
	}

	private @Nullable ConfigurationProperty find(@Nullable String property) {
		if (property == null || !(this.environment instanceof ConfigurableEnvironment configurable)) {
			return null;
		}
		ConfigurationPropertyName name = ConfigurationPropertyName.adapt(property, '.');
		for (ConfigurationPropertySource source : ConfigurationPropertySources
			.from(configurable.getPropertySources())) {
			ConfigurationProperty found = source.getConfigurationProperty(name);
			if (found == null) {
				found = source.getConfigurationProperty(name.append("[0]"));
			}
			if (found != null) {
				return found;
			}
		}
		return null;
	}

}
