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
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import io.leaderelection.engine.PlainDuration;
import org.jspecify.annotations.Nullable;

/**
 * Longest time of a call to a coordinator. It has to be over before a lease is, or a call
 * that hangs would cost the leadership, and an instance that wants it would wait longer
 * than the lease that it waits for.
 */
public final class CallTimeout {

	private static final Duration DEFAULT = Duration.ofMillis(1500);

	private static final DurationRange RANGE = new DurationRange(Duration.ofMillis(50), Duration.ofDays(7),
			"no coordinator answers sooner, and nobody waits longer");

	private CallTimeout() {
	}

	/**
	 * Resolve the time, which is 1.5 s by default, but at most three quarters of the
	 * shortest time-to-live.
	 * @param property the full name of the property
	 * @param configured the configured time, or {@code null}
	 * @param elections the settings of the elections
	 * @return the time
	 * @throws LeaderElectionConfigurationException if it makes no sense
	 */
	public static Duration resolve(String property, @Nullable Duration configured, ConfiguredElections elections) {
		RANGE.check(property, configured);
		Map<String, Duration> ttls = new LinkedHashMap<>();
		elections.forEachTtl(ttls::put);
		Map.Entry<String, Duration> shortest = Collections.min(ttls.entrySet(), Map.Entry.comparingByValue());
		if (configured == null) {
			Duration share = shortest.getValue().multipliedBy(3).dividedBy(4);
			return (share.compareTo(DEFAULT) < 0) ? share : DEFAULT;
		}
		if (configured.compareTo(shortest.getValue()) >= 0) {
			throw outlasting(property, new PlainDuration(configured), shortest.getKey(),
					new PlainDuration(shortest.getValue()));
		}
		return configured;
	}

	private static LeaderElectionConfigurationException outlasting(String property, PlainDuration configured,
			String ttlProperty, PlainDuration ttl) {
		return new LeaderElectionConfigurationException(
				"'%s' is %s, but the time-to-live '%s' is %s: a call that hangs would outlast the lease."
					.formatted(property, configured, ttlProperty, ttl),
				"Set it to less than %s, or leave it out.".formatted(ttl), property);
	}

}
