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

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@link ConfigurationProperties @ConfigurationProperties} of the page for operators.
 *
 * @param enabled Whether the page for operators is served.
 * @param path Path of the page, below the context path.
 * @param access What the page permits: to look, or also to give orders. Limited by
 * 'management.endpoints.access.max-permitted'.
 * @param allowedHosts Names under which the page is served, as in the header 'Host' and
 * without a port, besides those of the loopback interface. If there are none, any name
 * will do, but only those of the loopback interface over that interface.
 */
@ConfigurationProperties("leader-election.console")
public record LeaderConsoleProperties(@DefaultValue("false") boolean enabled,
		@DefaultValue("/leader-console") String path, @DefaultValue("read-only") Access access,
		@DefaultValue Set<String> allowedHosts) {

	private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+");

	private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+]");

	public LeaderConsoleProperties {
		for (String host : allowedHosts) {
			if (!HOST.matcher(host).matches()) {
				throw new LeaderElectionConfigurationException(
						"'leader-election.console.allowed-hosts' names '%s'.".formatted(host),
						"Name hosts as browsers do, without scheme, port and path, such as 'shop.example'.",
						"leader-election.console.allowed-hosts");
			}
		}
		allowedHosts = allowedHosts.stream()
			.map((host) -> host.toLowerCase(Locale.ROOT))
			.collect(Collectors.toUnmodifiableSet());
		if (!PATH.matcher(path).matches()) {
			throw new LeaderElectionConfigurationException("'leader-election.console.path' is '%s'.".formatted(path),
					"It must begin with '/', must not end with it, and consists of segments of letters, digits, '.', '_', '~' and '-', such as '/leader-console'.",
					"leader-election.console.path");
		}
	}

}
