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
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * Source of the identities of this instance: a readable part, and a random one that is
 * new at every start, so that nothing of an earlier start is taken for this one's.
 */
final class InstanceIdentity implements Supplier<String> {

	private static final Pattern VALID = Pattern.compile("[A-Za-z0-9._-]{1,100}");

	private static final String PROPERTY = "leader-election.instance-id";

	private final String readablePart;

	private InstanceIdentity(String readablePart) {
		this.readablePart = readablePart;
	}

	/**
	 * Return the identity with the configured readable part, or else the name of the
	 * host.
	 * @param configured the configured readable part, if any
	 * @return the source of identities
	 * @throws LeaderElectionConfigurationException if the configured part is not valid
	 */
	static InstanceIdentity of(@Nullable String configured) {
		if (configured == null || !StringUtils.hasText(configured)) {
			return new InstanceIdentity(hostName());
		}
		if (!VALID.matcher(configured).matches()) {
			throw new LeaderElectionConfigurationException("'%s' is '%s'.".formatted(PROPERTY, configured),
					"Use at most 100 letters, digits, '.', '_' and '-'.", PROPERTY);
		}
		return new InstanceIdentity(configured);
	}

	@Override
	public String get() {
		return this.readablePart + "-" + UUID.randomUUID().toString().substring(0, 8);
	}

	private static String hostName() {
		try {
			String name = InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9._-]", "-");
			return name.substring(0, Math.min(name.length(), 100));
		}
		catch (UnknownHostException ex) {
			// A machine may not know its own name; the random part tells instances apart.
			return "unknown-host";
		}
	}

}
