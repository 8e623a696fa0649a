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

import java.util.List;
import java.util.Map;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/**
 * Report of settings for another coordinator than the one that decides. Profiles may well
 * have several, so they are no mistake, but nobody should take them for effective.
 */
final class UnusedCoordinatorSettings {

	private static final Log logger = LogFactory.getLog(UnusedCoordinatorSettings.class);

	private static final Map<String, List<String>> SETTINGS = Map.of("etcd",
			List.of("etcd.endpoints", "etcd.user", "etcd.password", "etcd.prefix", "etcd.ssl.bundle",
					"etcd.call-timeout"),
			"jdbc", List.of("jdbc.url", "jdbc.username", "jdbc.password", "jdbc.driver-class-name", "jdbc.call-timeout",
					"jdbc.poll-interval", "jdbc.heartbeat"));

	private UnusedCoordinatorSettings() {
	}

	/**
	 * Report what is set for other coordinators.
	 * @param type the type of the coordinator that decides
	 * @param environment the environment
	 */
	static void report(String type, Environment environment) {
		if (!(environment instanceof ConfigurableEnvironment configurable)) {
			return;
		}
		List<String> unused = SETTINGS.entrySet()
			.stream()
			.filter((entry) -> !entry.getKey().equals(type))
			.flatMap((entry) -> entry.getValue().stream())
			.map((name) -> KnownProperties.PREFIX + name)
			.filter((name) -> isSet(ConfigurationPropertyName.of(name), configurable))
			.sorted()
			.toList();
		if (!unused.isEmpty()) {
			logger.info("Leaders are decided by %s, so these settings have no effect: %s".formatted(type,
					String.join(", ", unused)));
		}
	}

	private static boolean isSet(ConfigurationPropertyName name, ConfigurableEnvironment environment) {
		for (var source : ConfigurationPropertySources.from(environment.getPropertySources())) {
			if (source.getConfigurationProperty(name) != null
					|| source.containsDescendantOf(name) == ConfigurationPropertyState.PRESENT) {
				return true;
			}
		}
		return false;
	}

}
