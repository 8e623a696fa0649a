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

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * Readable part of the identity of this instance. Each start of the engine adds a random
 * part, so that nothing of an earlier start is taken for its own.
 *
 * @param value the readable part
 */
record InstanceId(String value) {

	private static final int MAX_LENGTH = 100;

	private static final Pattern VALID = Pattern.compile("[A-Za-z0-9._-]{1," + MAX_LENGTH + "}");

	private static final String PROPERTY = "leader-election.instance-id";

	/**
	 * Return the configured identifier, or else the name of the host.
	 * @param configured the configured identifier, if any
	 * @return the identifier
	 * @throws LeaderElectionConfigurationException if the configured one is not valid
	 */
	static InstanceId resolve(@Nullable String configured) {
		if (configured == null || !StringUtils.hasText(configured)) {
			return new InstanceId(hostName());
		}
		if (!VALID.matcher(configured).matches()) {
			throw new LeaderElectionConfigurationException("'%s' is '%s'.".formatted(PROPERTY, configured),
					"Use at most %d letters, digits, '.', '_' and '-'.".formatted(MAX_LENGTH), PROPERTY);
		}
		return new InstanceId(configured);
	}

	private static String hostName() {
		try {
			String name = InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9._-]", "-");
			return name.substring(0, Math.min(name.length(), MAX_LENGTH));
		}
		catch (UnknownHostException ex) {
			// A machine may not know its own name; the random part tells instances apart.
			return "unknown-host";
		}
	}

}
