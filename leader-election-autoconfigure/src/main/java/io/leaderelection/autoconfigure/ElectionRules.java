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
import java.util.List;
import java.util.Map;

import io.leaderelection.ElectionName;
import io.leaderelection.InvalidElectionNameException;
import io.leaderelection.autoconfigure.LeaderElectionProperties.Election;
import io.leaderelection.engine.ElectionSettings;
import io.leaderelection.engine.InvalidElectionSettingException;
import io.leaderelection.engine.PlainDuration;
import org.jspecify.annotations.Nullable;

/**
 * Rules that the settings of elections have to obey after they were merged. A violation
 * names the property that has to change.
 *
 * @param general the settings for all elections
 * @param entries the settings for single elections, by name or pattern
 * @param coordinator the coordinator that was chosen, or {@code null}
 */
record ElectionRules(Election general, Map<String, Election> entries, @Nullable CoordinatorType coordinator) {

	private static final DurationRange STEP = new DurationRange(Duration.ofMillis(50), Duration.ofDays(7),
			"no coordinator and no database answers sooner, and nobody waits longer");

	private static final Duration SHORTEST_TTL = Duration.ofMillis(300);

	private static final DurationRange IDLE = new DurationRange(Duration.ofMillis(100), Duration.ofDays(7),
			"it must leave guarded work time between two statements, and end one day");

	void check() {
		checkSettings(null, this.general);
		this.entries.forEach((name, entry) -> {
			checkName(name);
			checkSettings(name, entry.orElse(this.general));
		});
	}

	private void checkName(String name) {
		try {
			ElectionName.requireValid(name.replace('*', 'x'));
		}
		catch (InvalidElectionNameException ex) {
			throw new LeaderElectionConfigurationException(
					"'%s' below 'leader-election.elections' is no name of an election.".formatted(name),
					"Use segments of letters, digits, '.', '_' and '-' joined by '/', at most %d characters. In a pattern '*' stands for any segment."
						.formatted(ElectionName.MAX_LENGTH));
		}
	}

	private void checkSettings(@Nullable String name, Election merged) {
		checkTtl(name, merged);
		Election own = (name != null) ? this.entries.get(name) : this.general;
		if (own != null) {
			STEP.check(property(name, "renew-interval"), own.renewInterval());
			STEP.check(property(name, "suspect-after"), own.suspectAfter());
			STEP.check(property(name, "seal-timeout"), own.sealTimeout());
			IDLE.check(property(name, "idle-in-transaction-limit"), own.idleInTransactionLimit());
		}
		try {
			checkSuspicion(name, merged, merged.toSettings());
		}
		catch (InvalidElectionSettingException ex) {
			String property = culprit(name, ex.getSetting(), ex.getLimit());
			String election = (name != null) ? " of election '" + name + "'" : "";
			String limit = (ex.getLimit() != null) ? ", or '" + ex.getLimit() + "' that limits it" : "";
			throw new LeaderElectionConfigurationException("Settings%s: %s.".formatted(election, ex.getMessage()),
					"Change '%s'%s.".formatted(property, limit), property);
		}
		checkDataSources(name, merged.dataSources());
	}

	private void checkTtl(@Nullable String name, Election merged) {
		Duration ttl = merged.ttl();
		if (ttl == null) {
			return;
		}
		Election own = (name != null) ? this.entries.get(name) : null;
		String property = property((own != null && own.ttl() != null) ? name : null, "ttl");
		if (this.coordinator != null) {
			this.coordinator.requireTtl(property, ttl);
		}
		else if (ttl.compareTo(SHORTEST_TTL) < 0) {
			throw new LeaderElectionConfigurationException(
					"'%s' is %s, but must be at least 2s with etcd and 1s with a database.".formatted(property,
							new PlainDuration(ttl)),
					"Set it to 5s, which is practical.", property);
		}
	}

	private void checkSuspicion(@Nullable String name, Election merged, ElectionSettings settings) {
		Duration deadline = settings.ttl().minus(settings.margin());
		if (merged.suspectAfter() != null && settings.suspectAfter().compareTo(deadline) >= 0) {
			String property = culprit(name, "suspect-after", null);
			throw new LeaderElectionConfigurationException(
					"'%s' is %s, but a term ends %s after the last renewal, so that its leader is never suspected."
						.formatted(property, new PlainDuration(settings.suspectAfter()), new PlainDuration(deadline)),
					"Set it to less than %s, or leave it out for 0.6 of the time-to-live."
						.formatted(new PlainDuration(deadline)),
					property);
		}
	}

	private void checkDataSources(@Nullable String name, @Nullable List<String> dataSources) {
		if (dataSources == null) {
			return;
		}
		if (dataSources.isEmpty()
				|| (dataSources.size() > 1 && dataSources.contains(LeaderElectionProperties.NO_DATA_SOURCE))) {
			String property = property(name, "data-sources");
			throw new LeaderElectionConfigurationException("'%s' is %s.".formatted(property, dataSources),
					"List the names of DataSource beans, or write 'none' alone if no database is to be fenced.",
					property);
		}
	}

	/**
	 * Find the property to blame: the first of the two settings concerned that somebody
	 * wrote down, as the other one may be derived.
	 */
	private String culprit(@Nullable String name, String first, @Nullable String second) {
		for (String setting : (second != null) ? List.of(first, second) : List.of(first)) {
			Election entry = (name != null) ? this.entries.get(name) : null;
			if (entry != null && isSet(entry, setting)) {
				return property(name, setting);
			}
			if (isSet(this.general, setting)) {
				return property(null, setting);
			}
		}
		return property(null, "ttl");
	}

	private static boolean isSet(Election election, String setting) {
		return switch (setting) {
			case "ttl" -> election.ttl() != null;
			case "renew-interval" -> election.renewInterval() != null;
			case "suspect-after" -> election.suspectAfter() != null;
			case "seal-timeout" -> election.sealTimeout() != null;
			case "drain-timeout" -> election.drainTimeout() != null;
			case "cool-down" -> election.coolDown() != null;
			case "eligibility-grace" -> election.eligibilityGrace() != null;
			default -> false;
		};
	}

	static String property(@Nullable String name, String setting) {
		if (name == null) {
			return "leader-election." + setting;
		}
		String element = name.matches("[A-Za-z0-9_-]+") ? "." + name : "[" + name + "]";
		return "leader-election.elections" + element + "." + setting;
	}

}
