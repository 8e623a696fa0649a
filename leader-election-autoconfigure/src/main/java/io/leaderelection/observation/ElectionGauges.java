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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

import io.leaderelection.ElectionObservation;
import io.leaderelection.ElectionStatus;
import io.leaderelection.FencingToken;
import io.leaderelection.HoldBack;
import io.leaderelection.LeaderElection;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;

/**
 * Meters that tell of the present of one election.
 */
final class ElectionGauges {

	private static final double MILLIS = 1000;

	private final MeterRegistry registry;

	private final LeaderElection election;

	private final Tags tags;

	private final AtomicLong term = new AtomicLong();

	private final LeaderlessTime leaderless;

	private final List<Meter> registered = new ArrayList<>();

	ElectionGauges(MeterRegistry registry, LeaderElection election, Duration ttl, Supplier<Instant> clock) {
		this.registry = registry;
		this.election = election;
		this.tags = Tags.of("election", election.name());
		this.leaderless = new LeaderlessTime(registry, this.tags, clock);
		gauge(MeterNames.LEADER, "Whether this instance leads: 1 or 0", (gauges) -> gauges.election.isLeader() ? 1 : 0);
		gauge(MeterNames.TERM, "Latest term that this instance knows of, 0 for none", ElectionGauges::term);
		gauge(MeterNames.PAUSED, "Whether this instance holds back as the election is paused: 1 or 0",
				(gauges) -> gauges.isHeldBackBy(HoldBack.PAUSED) ? 1 : 0);
		gauge(MeterNames.ELIGIBLE, "Whether this instance can do the work, as far as it holds back if not: 1 or 0",
				(gauges) -> gauges.isHeldBackBy(HoldBack.NOT_ELIGIBLE) ? 0 : 1);
		time(MeterNames.TTL, "Time-to-live of the lease", (gauges) -> ttl.toMillis() / MILLIS);
		time(MeterNames.LEASE_REMAINING, "Time until the local deadline of the term that is held, 0 for none",
				(gauges) -> gauges.election.status().remaining().toMillis() / MILLIS);
		time(MeterNames.LEADERLESS_CURRENT, "Time for which this instance has seen nobody lead, 0 if somebody does",
				(gauges) -> gauges.leaderless.current().toMillis() / MILLIS);
	}

	LeaderlessTime leaderless() {
		return this.leaderless;
	}

	void remove() {
		this.registered.forEach(this.registry::remove);
	}

	private void gauge(String name, String description, ToDoubleFunction<ElectionGauges> value) {
		this.registered
			.add(Gauge.builder(name, this, value).description(description).tags(this.tags).register(this.registry));
	}

	private void time(String name, String description, ToDoubleFunction<ElectionGauges> seconds) {
		this.registered.add(TimeGauge.builder(name, this, TimeUnit.SECONDS, seconds)
			.description(description)
			.tags(this.tags)
			.register(this.registry));
	}

	// The last one stays while the coordinator is unknown.
	private double term() {
		ElectionStatus status = this.election.status();
		FencingToken token = status.token();
		ElectionObservation observation = status.observation();
		if (token != null) {
			this.term.set(token.term());
		}
		else if (observation != null) {
			this.term.set(observation.term());
		}
		return this.term.get();
	}

	private boolean isHeldBackBy(HoldBack reason) {
		return this.election.status().holdBack() == reason;
	}

}
