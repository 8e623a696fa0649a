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
import java.util.stream.Stream;

import io.leaderelection.ElectionName;
import io.leaderelection.InvalidElectionNameException;
import io.leaderelection.autoconfigure.LeaderElectionProperties.Election;
import io.leaderelection.engine.InvalidElectionSettingException;
import org.jspecify.annotations.Nullable;

/**
 * Rules that the settings of elections have to obey after they were merged. A violation
 * names the property that has to change.
 *
 * @param general the settings for all elections
 * @param entries the settings for single elections, by name or pattern
 */
record ElectionRules(Election general, Map<String, Election> entries) {

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
		try {
			merged.toSettings();
		}
		catch (InvalidElectionSettingException ex) {
			String property = culprit(name, ex);
			String election = (name != null) ? " of election '" + name + "'" : "";
			String limit = (ex.getLimit() != null) ? ", or '" + ex.getLimit() + "' that limits it" : "";
			throw new LeaderElectionConfigurationException("Settings%s: %s.".formatted(election, ex.getMessage()),
					"Change '%s'%s.%s".formatted(property, limit, unitHint(merged)), property);
		}
		checkIdleLimit(name, merged.idleInTransactionLimit());
		checkDataSources(name, merged.dataSources());
	}

	private static String unitHint(Election merged) {
		Duration ttl = merged.ttl();
		return (ttl != null && !ttl.isZero() && ttl.toSeconds() == 0) ? " A number without a unit counts milliseconds."
				: "";
	}

	private void checkIdleLimit(@Nullable String name, @Nullable Duration limit) {
		if (limit != null && (limit.isNegative() || limit.isZero())) {
			String property = property(name, "idle-in-transaction-limit");
			throw new LeaderElectionConfigurationException("'%s' is %d ms.".formatted(property, limit.toMillis()),
					"It must be positive.", property);
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
	private String culprit(@Nullable String name, InvalidElectionSettingException ex) {
		for (String setting : Stream.of(ex.getSetting(), ex.getLimit()).filter((each) -> each != null).toList()) {
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
