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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.leaderelection.engine.ElectionSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of leader election. What is set for one election overrides what is set for
 * all; the result is checked when the properties are bound.
 *
 * @param enabled Whether elections are held. If not, no guarded work runs in this
 * application.
 * @param coordinator Coordinator that decides who leads. By default etcd if its endpoints
 * are known; there is no other default, so a database has to be chosen.
 * @param namespace Name that separates applications, or blue from green, in the
 * coordinator and in the fences. By default the name of the application.
 * @param instanceId Readable part of the identity of this instance, to which every start
 * adds a random part. By default the name of the host.
 * @param ttl Time-to-live of the lease, which is how long a crashed leader stays in the
 * way. Raising it rides out longer disturbances, lowering it shortens fail-over.
 * @param renewInterval Time between two renewals of the lease. By default a quarter of
 * the time-to-live.
 * @param suspectAfter Time without an acknowledged renewal after which a leader stops
 * guarded work until it knows more. By default 0.6 of the time-to-live.
 * @param sealTimeout Longest time to raise the fences after a term was won, before it is
 * given up. By default half of the time-to-live.
 * @param drainTimeout Longest time that a voluntary end of leadership, such as shutdown,
 * waits for guarded work in flight.
 * @param coolDown Time for which an instance lets others try after it resigned. By
 * default the time-to-live.
 * @param eligibilityGrace Time for which a leader may be unable to do its work before it
 * hands over. By default the time-to-live.
 * @param metadata What this instance tells about itself to the others.
 * @param dataSources Names of the DataSource beans that the elections protect, or 'none'.
 * By default the single candidate.
 * @param idleInTransactionLimit Time after which the database ends a session that sits
 * idle in a transaction of guarded work. By default the time-to-live.
 * @param elections Settings of single elections by name or pattern, such as
 * '[settlement/*]'. Names with other characters than letters, digits, dashes and
 * underscores need brackets.
 */
@ConfigurationProperties("leader-election")
public record LeaderElectionProperties(@DefaultValue("true") boolean enabled, @Nullable CoordinatorType coordinator,
		@Nullable String namespace, @Nullable String instanceId, @DefaultValue("10s") Duration ttl,
		@Nullable Duration renewInterval, @Nullable Duration suspectAfter, @Nullable Duration sealTimeout,
		@DefaultValue("25s") Duration drainTimeout, @Nullable Duration coolDown, @Nullable Duration eligibilityGrace,
		@DefaultValue Map<String, String> metadata, @Nullable List<String> dataSources,
		@Nullable Duration idleInTransactionLimit, @DefaultValue Map<String, Election> elections) {

	/**
	 * Value of {@code data-sources} that says that an election protects no database.
	 */
	public static final String NO_DATA_SOURCE = "none";

	public LeaderElectionProperties {
		elections = Map.copyOf(elections);
		Election general = new Election(ttl, renewInterval, suspectAfter, sealTimeout, drainTimeout, coolDown,
				eligibilityGrace, metadata, dataSources, idleInTransactionLimit);
		metadata = general.metadata();
		dataSources = general.dataSources();
		new ElectionRules(general, elections, coordinator).check();
	}

	/**
	 * Return the settings that hold for elections without own ones.
	 * @return the settings
	 */
	Election general() {
		return new Election(this.ttl, this.renewInterval, this.suspectAfter, this.sealTimeout, this.drainTimeout,
				this.coolDown, this.eligibilityGrace, this.metadata, this.dataSources, this.idleInTransactionLimit);
	}

	/**
	 * Settings of one election. Whatever is not set is taken from
	 * {@code leader-election}.
	 *
	 * @param ttl Time-to-live of the lease.
	 * @param renewInterval Time between two renewals of the lease.
	 * @param suspectAfter Time without an acknowledged renewal after which a leader stops
	 * guarded work until it knows more.
	 * @param sealTimeout Longest time to raise the fences after a term was won.
	 * @param drainTimeout Longest time that a voluntary end of leadership waits for
	 * guarded work in flight.
	 * @param coolDown Time for which an instance lets others try after it resigned.
	 * @param eligibilityGrace Time for which a leader may be unable to do its work before
	 * it hands over.
	 * @param metadata What this instance tells about itself; entries are added to the
	 * general ones.
	 * @param dataSources Names of the DataSource beans that the election protects, or
	 * 'none'.
	 * @param idleInTransactionLimit Time after which the database ends a session that
	 * sits idle in a transaction of guarded work.
	 */
	public record Election(@Nullable Duration ttl, @Nullable Duration renewInterval, @Nullable Duration suspectAfter,
			@Nullable Duration sealTimeout, @Nullable Duration drainTimeout, @Nullable Duration coolDown,
			@Nullable Duration eligibilityGrace, @DefaultValue Map<String, String> metadata,
			@Nullable List<String> dataSources, @Nullable Duration idleInTransactionLimit) {

		private static final Duration DEFAULT_TTL = Duration.ofSeconds(10);

		public Election {
			metadata = Map.copyOf(metadata);
			dataSources = (dataSources != null) ? List.copyOf(dataSources) : null;
		}

		/**
		 * Return these settings, with the general ones where nothing is set.
		 * @param general the general settings
		 * @return the merged settings
		 */
		Election orElse(Election general) {
			Map<String, String> merged = new LinkedHashMap<>(general.metadata);
			merged.putAll(this.metadata);
			return new Election(either(this.ttl, general.ttl), either(this.renewInterval, general.renewInterval),
					either(this.suspectAfter, general.suspectAfter), either(this.sealTimeout, general.sealTimeout),
					either(this.drainTimeout, general.drainTimeout), either(this.coolDown, general.coolDown),
					either(this.eligibilityGrace, general.eligibilityGrace), merged,
					either(this.dataSources, general.dataSources),
					either(this.idleInTransactionLimit, general.idleInTransactionLimit));
		}

		/**
		 * Return the complete settings for the engine.
		 * @return the settings
		 * @throws io.leaderelection.engine.InvalidElectionSettingException if they break
		 * a rule
		 */
		ElectionSettings toSettings() {
			Duration complete = (this.ttl != null) ? this.ttl : DEFAULT_TTL;
			return ElectionSettings.of(complete, this.renewInterval, null, this.suspectAfter, this.sealTimeout,
					this.drainTimeout, this.coolDown, this.eligibilityGrace, this.metadata);
		}

		private static <T> @Nullable T either(@Nullable T value, @Nullable T general) {
			return (value != null) ? value : general;
		}

	}

}
