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

import java.util.ArrayList;
import java.util.List;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.core.env.Environment;

/**
 * Refusal to start if the page for operators would hide endpoints of the Actuator: the
 * servlet container prefers the longer path, so that nobody would be told.
 */
final class ConsolePathCheck implements SmartInitializingSingleton {

	private static final String PROPERTY = "leader-election.console.path";

	private final String path;

	private final ObjectProvider<PathMappedEndpoints> endpoints;

	private final Environment environment;

	ConsolePathCheck(String path, ObjectProvider<PathMappedEndpoints> endpoints, Environment environment) {
		this.path = path;
		this.endpoints = endpoints;
		this.environment = environment;
	}

	@Override
	public void afterSingletonsInstantiated() {
		PathMappedEndpoints found = this.endpoints.getIfAvailable();
		if (found == null || ManagementPortType.get(this.environment) != ManagementPortType.SAME) {
			return;
		}
		List<String> served = new ArrayList<>(found.getAllPaths());
		served.add(found.getBasePath());
		List<String> hidden = served.stream()
			.map((each) -> servletPath() + each)
			.filter((each) -> (each + "/").startsWith(this.path + "/"))
			.sorted()
			.distinct()
			.toList();
		if (!hidden.isEmpty()) {
			throw new LeaderElectionConfigurationException(
					"'%s' is '%s', which hides the endpoints at %s.".formatted(PROPERTY, this.path, hidden),
					"Give the page a path of its own, such as '/leader-console', or the endpoints another one by 'management.endpoints.web.base-path', or a port of their own by 'management.server.port'.",
					PROPERTY);
		}
	}

	private String servletPath() {
		String configured = this.environment.getProperty("spring.mvc.servlet.path", "");
		return configured.endsWith("/") ? configured.substring(0, configured.length() - 1) : configured;
	}

}
