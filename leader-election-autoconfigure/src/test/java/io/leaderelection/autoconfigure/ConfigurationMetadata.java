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

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import com.jayway.jsonpath.JsonPath;

/**
 * Metadata of our properties, as editors read it.
 */
final class ConfigurationMetadata {

	private ConfigurationMetadata() {
	}

	/**
	 * Return the properties that the metadata describes.
	 * @return what is told of each
	 */
	static List<Map<String, Object>> properties() {
		try {
			for (URL url : Collections.list(ConfigurationMetadata.class.getClassLoader()
				.getResources("META-INF/spring-configuration-metadata.json"))) {
				try (InputStream stream = url.openStream()) {
					List<Map<String, Object>> properties = JsonPath
						.read(new String(stream.readAllBytes(), StandardCharsets.UTF_8), "$.properties");
					if (properties.stream()
						.anyMatch((property) -> "leader-election.enabled".equals(property.get("name")))) {
						return properties;
					}
				}
			}
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		throw new IllegalStateException("There is no metadata of leader-election on the class path");
	}

	/**
	 * Return the names of the properties of a type, except for those of Spring Boot.
	 * @param type the full name of the type
	 * @return the names
	 */
	static List<String> names(String type) {
		return properties().stream()
			.filter((property) -> type.equals(property.get("type")))
			.map((property) -> String.valueOf(property.get("name")))
			.filter((name) -> name.startsWith("leader-election."))
			.toList();
	}

}
