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

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * {@link FailureAnalyzer} for a {@code leader-election.coordinator} that this version
 * does not have.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class CoordinatorTypeFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

	private static final String PROPERTY = "leader-election.coordinator";

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
		ConfigurationProperty property = cause.getProperty();
		if (property == null || !PROPERTY.equals(property.getName().toString())) {
			return null;
		}
		String known = Arrays.stream(CoordinatorType.values())
			.map((type) -> "'" + type.name().toLowerCase(Locale.ROOT) + "'")
			.collect(Collectors.joining(", "))
			.replaceFirst(", (?=[^,]*$)", " or ");
		return new FailureAnalysis("There is no coordinator '%s' in this version (%s).".formatted(property.getValue(),
				property.getOrigin()), "Set '%s' to %s.".formatted(PROPERTY, known), cause);
	}

}
