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

import io.leaderelection.engine.PlainDuration;

/**
 * Kinds of coordinator that can be chosen by a property.
 */
public enum CoordinatorType {

	/**
	 * Cluster of etcd servers.
	 */
	ETCD(Duration.ofSeconds(2), "etcd grants no shorter lease", "5s rides out a change of etcd's own leader"),

	/**
	 * Database, which then needs to be the only service that the instances share.
	 */
	JDBC(Duration.ofSeconds(1), "a database is not asked to renew a shorter lease",
			"5s rides out a slow moment of the database"),

	/**
	 * Memory of this process: for tests, as it elects nobody across processes.
	 */
	MEMORY(Duration.ofMillis(300), "200ms of it are a margin of safety", "5s is practical");

	private final Duration shortestTtl;

	private final String reason;

	private final String advice;

	CoordinatorType(Duration shortestTtl, String reason, String advice) {
		this.shortestTtl = shortestTtl;
		this.reason = reason;
		this.advice = advice;
	}

	/**
	 * See to it that a time-to-live is not shorter than this coordinator allows.
	 * @param property the full name of the property
	 * @param ttl the time-to-live
	 * @throws LeaderElectionConfigurationException if it is shorter
	 */
	public void requireTtl(String property, Duration ttl) {
		if (ttl.compareTo(this.shortestTtl) < 0) {
			PlainDuration least = new PlainDuration(this.shortestTtl);
			throw new LeaderElectionConfigurationException("'%s' is %s, but must be at least %s, as %s."
				.formatted(property, new PlainDuration(ttl), least, this.reason),
					"Set it to %s at least; %s.".formatted(least, this.advice), property);
		}
	}

}
