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

package io.leaderelection.autoconfigure.jdbc;

import java.time.Duration;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.engine.PlainDuration;
import io.leaderelection.runs.RunSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of the ledger of runs.
 *
 * @param retention How long finished runs are kept; zero for ever. A key that was removed
 * would be run again.
 * @param maxAttempts How often a run is attempted before it is refused. By default as
 * often as it is asked for.
 */
@ConfigurationProperties("leader-election.runs")
public record RunProperties(@DefaultValue("90d") Duration retention, @Nullable Integer maxAttempts) {

	private static final Duration SHORTEST_RETENTION = Duration.ofSeconds(1);

	private static final Duration LONGEST_RETENTION = Duration.ofDays(36_500);

	private static final String PREFIX = "leader-election.runs.";

	public RunProperties {
		if (retention.isNegative() || (!retention.isZero() && retention.compareTo(SHORTEST_RETENTION) < 0)
				|| retention.compareTo(LONGEST_RETENTION) > 0) {
			throw invalid("retention", new PlainDuration(retention),
					"Set a time from %s to %s, such as '90d', or '0' to keep finished runs for ever."
						.formatted(new PlainDuration(SHORTEST_RETENTION), new PlainDuration(LONGEST_RETENTION)));
		}
		if (maxAttempts != null && maxAttempts < 1) {
			throw invalid("max-attempts", maxAttempts, "Set at least 1, or leave it out to allow any number.");
		}
	}

	private static LeaderElectionConfigurationException invalid(String name, Object value, String action) {
		return new LeaderElectionConfigurationException("'%s%s' must not be %s.".formatted(PREFIX, name, value), action,
				PREFIX + name);
	}

	/**
	 * Return the settings of the ledger.
	 * @return the settings
	 */
	RunSettings toSettings() {
		return new RunSettings(this.retention, (this.maxAttempts != null) ? this.maxAttempts : Integer.MAX_VALUE);
	}

}
