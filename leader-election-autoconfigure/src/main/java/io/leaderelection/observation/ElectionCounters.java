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

package io.leaderelection.observation;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

import io.leaderelection.LeaderState;
import io.leaderelection.SuspicionCause;
import io.leaderelection.spi.Transition;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

/**
 * Counters of one election. Those that are rarely counted are there from the beginning:
 * one that appears with its first count shows no increase.
 */
final class ElectionCounters {

	private static final Set<LeaderState> HOLDING = EnumSet.of(LeaderState.SEALING, LeaderState.LEADER,
			LeaderState.SUSPECT, LeaderState.DRAINING);

	private final MeterRegistry registry;

	private final Tags tags;

	private final Counter expirations;

	ElectionCounters(MeterRegistry registry, String election) {
		this.registry = registry;
		this.tags = Tags.of("election", election);
		this.expirations = Counter.builder(MeterNames.EXPIRATIONS)
			.description("Terms of this instance that ended as their lease was not renewed in time")
			.tags(this.tags)
			.register(registry);
		for (SuspicionCause cause : SuspicionCause.values()) {
			suspicions(word(cause));
		}
	}

	void count(Transition transition) {
		Counter.builder(MeterNames.TRANSITIONS)
			.description("Changes of the state of this instance")
			.tags(this.tags.and("state", word(transition.to()), "reason", transition.reason()))
			.register(this.registry)
			.increment();
		if (transition.to() == LeaderState.SUSPECT) {
			suspicions(transition.reason()).increment();
		}
		if (HOLDING.contains(transition.from()) && transition.reason().equals("expired")) {
			this.expirations.increment();
		}
	}

	private Counter suspicions(String cause) {
		return Counter.builder(MeterNames.SUSPICIONS)
			.description("Times that this instance, leading, could not tell whether it still leads")
			.tags(this.tags.and("cause", cause))
			.register(this.registry);
	}

	private static String word(Enum<?> constant) {
		return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
