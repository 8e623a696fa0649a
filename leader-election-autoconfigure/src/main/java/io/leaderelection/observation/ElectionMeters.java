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

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

import io.leaderelection.LeaderChangedEvent;
import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderState;
import io.leaderelection.spi.Transition;
import io.leaderelection.spi.TransitionListener;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.context.ApplicationListener;

/**
 * Meters of the elections that this instance takes part in, in a registry of Micrometer.
 * Each has the tag {@code election}. An election gets its meters with its first
 * transition. When this instance no longer takes part in it, those that tell of the
 * present are removed, and those that count stay.
 */
public final class ElectionMeters implements TransitionListener, ApplicationListener<LeaderChangedEvent> {

	private final MeterRegistry registry;

	private final Supplier<LeaderElections> elections;

	private final Function<String, Duration> ttl;

	private final Supplier<Instant> clock;

	private final Map<String, ElectionGauges> gauges = new ConcurrentHashMap<>();

	private final Map<String, ElectionCounters> counters = new ConcurrentHashMap<>();

	/**
	 * Create meters.
	 * @param registry the registry
	 * @param elections the elections, asked for at the first transition
	 * @param ttl the time-to-live by name of the election
	 * @param clock the wall clock
	 */
	public ElectionMeters(MeterRegistry registry, Supplier<LeaderElections> elections, Function<String, Duration> ttl,
			Supplier<Instant> clock) {
		this.registry = registry;
		this.elections = elections;
		this.ttl = ttl;
		this.clock = clock;
	}

	@Override
	public void onTransition(Transition transition) {
		String election = transition.election();
		this.counters.computeIfAbsent(election, (name) -> new ElectionCounters(this.registry, name)).count(transition);
		if (transition.to() == LeaderState.STOPPED) {
			ElectionGauges left = this.gauges.remove(election);
			if (left != null) {
				left.remove();
			}
		}
		else {
			this.gauges.computeIfAbsent(election, this::register);
		}
	}

	private ElectionGauges register(String election) {
		return new ElectionGauges(this.registry, this.elections.get().get(election), this.ttl.apply(election),
				this.clock);
	}

	@Override
	public void onApplicationEvent(LeaderChangedEvent event) {
		ElectionGauges election = this.gauges.get(event.getElection().name());
		if (election != null) {
			election.leaderless().leaderChanged(event);
		}
	}

	@Override
	public boolean supportsAsyncExecution() {
		return false;
	}

}
