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

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/**
 * Report of durations that make sense, but are numbers without a unit. Spring Boot counts
 * them as milliseconds, which is seldom what was meant.
 */
final class UnitlessDurations {

	private static final Log logger = LogFactory.getLog(UnitlessDurations.class);

	private static final Pattern NUMBER = Pattern.compile("\\+?0*[1-9][0-9]*");

	private UnitlessDurations() {
	}

	/**
	 * Report what is set in the environment.
	 * @param environment the environment
	 */
	static void report(Environment environment) {
		if (environment instanceof ConfigurableEnvironment configurable) {
			for (ConfigurationPropertySource source : ConfigurationPropertySources
				.from(configurable.getPropertySources())) {
				if (source instanceof IterableConfigurationPropertySource iterable) {
					iterable.stream()
						.filter((name) -> KnownProperties.isDuration(name.toString()))
						.forEach((name) -> report(source, name));
				}
			}
		}
	}

	private static void report(ConfigurationPropertySource source, ConfigurationPropertyName name) {
		ConfigurationProperty property = source.getConfigurationProperty(name);
		if (property == null) {
			return;
		}
		String value = String.valueOf(property.getValue());
		if (NUMBER.matcher(value).matches()) {
			logger.warn(
					"'%1$s' is '%2$s' without a unit, which counts milliseconds: write '%2$sms', or '%2$ss' if seconds are meant (%3$s)"
						.formatted(name, value, property.getOrigin()));
		}
	}

}
