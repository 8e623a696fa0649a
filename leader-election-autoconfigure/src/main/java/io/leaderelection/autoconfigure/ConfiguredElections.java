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
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;

import io.leaderelection.autoconfigure.LeaderElectionProperties.Election;
import io.leaderelection.engine.ElectionSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.util.AntPathMatcher;

/**
 * Settings of every election, merged and checked. For an election holds the entry of its
 * name, else the most specific pattern that matches it ({@code *} stands for one segment
 * of the name, {@code **} for any number), and what that leaves open is taken from the
 * general settings.
 */
public final class ConfiguredElections implements Function<String, ElectionSettings> {

	private final AntPathMatcher matcher = new AntPathMatcher();

	private final Election general;

	private final Map<String, Election> entries;

	/**
	 * Create the settings that the properties tell.
	 * @param properties the properties
	 */
	public ConfiguredElections(LeaderElectionProperties properties) {
		this.general = properties.general();
		this.entries = new TreeMap<>(properties.elections());
	}

	@Override
	public ElectionSettings apply(String election) {
		return settings(election).toSettings();
	}

	/**
	 * Return the names of the {@link javax.sql.DataSource} beans that an election
	 * protects.
	 * @param election the name of the election
	 * @return the names, empty for none, or {@code null} if the single candidate is meant
	 */
	public @Nullable List<String> dataSources(String election) {
		List<String> names = settings(election).dataSources();
		return (names != null) ? withoutNone(names) : null;
	}

	/**
	 * Return whether the general settings say which {@link javax.sql.DataSource} beans
	 * elections protect.
	 * @return whether the single candidate is not meant
	 */
	public boolean hasGeneralDataSources() {
		return this.general.dataSources() != null;
	}

	/**
	 * Visit every name of a {@link javax.sql.DataSource} that is configured.
	 * @param visitor the receiver of the full name of the property and of the value
	 */
	public void forEachDataSource(BiConsumer<String, String> visitor) {
		if (this.general.dataSources() != null) {
			withoutNone(this.general.dataSources())
				.forEach((name) -> visitor.accept(ElectionRules.property(null, "data-sources"), name));
		}
		this.entries.forEach((election, entry) -> {
			if (entry.dataSources() != null) {
				withoutNone(entry.dataSources())
					.forEach((name) -> visitor.accept(ElectionRules.property(election, "data-sources"), name));
			}
		});
	}

	/**
	 * Return how long the database lets a session sit idle in a transaction of guarded
	 * work.
	 * @param election the name of the election
	 * @return the limit
	 */
	public Duration idleInTransactionLimit(String election) {
		Duration limit = settings(election).idleInTransactionLimit();
		return (limit != null) ? limit : apply(election).ttl();
	}

	/**
	 * Return the names and patterns that have an entry.
	 * @return the names, in their order
	 */
	public List<String> names() {
		return List.copyOf(this.entries.keySet());
	}

	/**
	 * Return the longest time that any election may drain.
	 * @return the time
	 */
	Duration longestDrainTimeout() {
		return Stream.concat(Stream.of(this.general), this.entries.values().stream())
			.map((entry) -> entry.orElse(this.general).toSettings().drainTimeout())
			.max(Duration::compareTo)
			.orElseThrow();
	}

	/**
	 * Visit every time-to-live that is configured, for rules that only some coordinators
	 * have.
	 * @param visitor the receiver of the full name of the property and of its value
	 */
	public void forEachTtl(BiConsumer<String, Duration> visitor) {
		visitor.accept(ElectionRules.property(null, "ttl"), this.general.toSettings().ttl());
		this.entries.forEach((name, entry) -> {
			if (entry.ttl() != null) {
				visitor.accept(ElectionRules.property(name, "ttl"), entry.ttl());
			}
		});
	}

	private static List<String> withoutNone(List<String> names) {
		return names.contains(LeaderElectionProperties.NO_DATA_SOURCE) ? List.of() : names;
	}

	private Election settings(String election) {
		Election entry = this.entries.get(election);
		if (entry != null) {
			return entry.orElse(this.general);
		}
		return this.entries.keySet()
			.stream()
			.filter((name) -> this.matcher.isPattern(name) && this.matcher.match(name, election))
			.min(this.matcher.getPatternComparator(election))
			.map(this.entries::get)
			.map((match) -> match.orElse(this.general))
			.orElse(this.general);
	}

}
