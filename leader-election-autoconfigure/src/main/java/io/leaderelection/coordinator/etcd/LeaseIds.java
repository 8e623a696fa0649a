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

package io.leaderelection.coordinator.etcd;

import java.security.SecureRandom;

/**
 * Identifiers of leases. They are chosen here, at random, and not by the server: one that
 * was restored hands out again what it had handed out before.
 */
final class LeaseIds {

	private final SecureRandom random = new SecureRandom();

	/**
	 * Return a new identifier.
	 * @return a positive number
	 */
	long next() {
		return Math.max(1, this.random.nextLong() & Long.MAX_VALUE);
	}

	/**
	 * Return the identifier as etcd's own tools print it.
	 * @param id the identifier
	 * @return the identifier in hexadecimal digits
	 */
	static String format(long id) {
		return Long.toHexString(id);
	}

	/**
	 * Return the identifier of a session.
	 * @param sessionId the identifier in hexadecimal digits
	 * @return the identifier
	 * @throws NumberFormatException if it is none
	 */
	static long parse(String sessionId) {
		return Long.parseUnsignedLong(sessionId, 16);
	}

}
