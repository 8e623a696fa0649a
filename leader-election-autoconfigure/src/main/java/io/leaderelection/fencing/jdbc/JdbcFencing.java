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

package io.leaderelection.fencing.jdbc;

import java.time.Duration;
import java.util.function.Function;

import io.leaderelection.spi.FenceRepair;

/**
 * What the parts of fencing in databases share.
 *
 * @param namespace the namespace of the application
 * @param databases the databases and the elections that protect them
 * @param idleLimit the time that a fenced transaction of an election may sit idle before
 * the database ends its session, by the name of the election; the time-to-live of its
 * session is a good value
 * @param meters the observer
 * @param repair who raises a fence again that was found below the token of a term that is
 * led
 */
public record JdbcFencing(String namespace, ProtectedDatabases databases, Function<String, Duration> idleLimit,
		FenceMeters meters, FenceRepair repair) {

	public JdbcFencing {
		if (namespace.isBlank()) {
			throw new IllegalArgumentException("'namespace' must not be blank");
		}
	}

	/**
	 * Create fencing that nobody observes and that waits for the next term where a seal
	 * was lost.
	 * @param namespace the namespace of the application
	 * @param databases the databases and the elections that protect them
	 * @param idleLimit the time that a fenced transaction of an election may sit idle
	 */
	public JdbcFencing(String namespace, ProtectedDatabases databases, Function<String, Duration> idleLimit) {
		this(namespace, databases, idleLimit, FenceMeters.NONE, (token) -> {
		});
	}

	/**
	 * Return the time that a fenced transaction may sit idle.
	 * @param election the name of the election
	 * @return the time, at least a millisecond, as zero would mean no limit
	 */
	Duration idleLimitOf(String election) {
		Duration limit = this.idleLimit.apply(election);
		return (limit.toMillis() < 1) ? Duration.ofMillis(1) : limit;
	}

	/**
	 * Return the same with another observer.
	 * @param meters the observer
	 * @return the fencing
	 */
	public JdbcFencing withMeters(FenceMeters meters) {
		return new JdbcFencing(this.namespace, this.databases, this.idleLimit, meters, this.repair);
	}

	/**
	 * Return the same with another repair of lost seals.
	 * @param repair who raises a fence again
	 * @return the fencing
	 */
	public JdbcFencing withRepair(FenceRepair repair) {
		return new JdbcFencing(this.namespace, this.databases, this.idleLimit, this.meters, repair);
	}

}
