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

import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;

/**
 * {@link FailureAnalyzer} for a {@link LeaderElectionConfigurationException}. Goes before
 * Boot's own, which would show the record that failed to bind and not the property.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class LeaderElectionFailureAnalyzer extends AbstractFailureAnalyzer<LeaderElectionConfigurationException> {

	private final @Nullable Environment environment;

	LeaderElectionFailureAnalyzer(@Nullable Environment environment) {
		this.environment = environment;
	}

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, LeaderElectionConfigurationException cause) {
		Origin origin = findOrigin(cause.getProperty());
		String description = cause.getProblem() + ((origin != null)
				? "%n%n    Property: %s%n    Origin: %s".formatted(cause.getProperty(), origin) : "");
		return new FailureAnalysis(description, cause.getRemedy(), cause);
	}

	private @Nullable Origin findOrigin(@Nullable String property) {
		if (property == null || !(this.environment instanceof ConfigurableEnvironment configurable)) {
			return null;
		}
		for (PropertySource<?> source : configurable.getPropertySources()) {
			Origin origin = OriginLookup.getOrigin(source, property);
			if (origin != null) {
				return origin;
			}
		}
		return null;
	}

}
