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

import java.time.Duration;
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
 * {@link FailureAnalyzer} for a property of leader election whose value is of another
 * kind, such as a duration that is none. Goes before Boot's own, which does not say what
 * is allowed.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class PropertyValueFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

	private static final String PREFIX = "leader-election.";

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
		ConfigurationProperty property = cause.getProperty();
		Class<?> type = cause.getTarget().getType().resolve();
		if (property == null || type == null || !property.getName().toString().startsWith(PREFIX)) {
			return null;
		}
		Expected expected = Expected.of(type);
		if (expected == null) {
			return null;
		}
		return new FailureAnalysis(
				"'%s' is '%s', which is %s.%n%n    Property: %s%n    Origin: %s".formatted(property.getName(),
						property.getValue(), expected.none(), property.getName(), property.getOrigin()),
				"Set it to %s.".formatted(expected.instead()), cause);
	}

	/**
	 * What is expected of a value.
	 *
	 * @param none what it is not
	 * @param instead what it may be
	 */
	private record Expected(String none, String instead) {

		static @Nullable Expected of(Class<?> type) {
			if (type == Duration.class) {
				return new Expected("no duration", "a number with its unit, such as '500ms', '5s' or '1m'");
			}
			if (type == Integer.class || type == int.class) {
				return new Expected("no number, or one that is too large", "a whole number, such as '3'");
			}
			if (type == Boolean.class || type == boolean.class) {
				return new Expected("neither 'true' nor 'false'", "'true' or 'false'");
			}
			return type.isEnum() ? new Expected("none of the values that this version knows", values(type)) : null;
		}

		private static String values(Class<?> type) {
			return Arrays.stream(type.getEnumConstants())
				.map((value) -> "'" + ((Enum<?>) value).name().toLowerCase(Locale.ROOT).replace('_', '-') + "'")
				.collect(Collectors.joining(", "))
				.replaceFirst(", (?=[^,]*$)", " or ");
		}

	}

}
