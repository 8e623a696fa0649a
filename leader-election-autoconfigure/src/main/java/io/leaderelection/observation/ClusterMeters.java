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
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

import io.leaderelection.coordinator.ClusterStatus;
import io.leaderelection.coordinator.Coordinator;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Meters of the coordinator's members, with the tag {@code coordinator} for its kind.
 * Until the members were asked for the first time, which a first look at the meters
 * starts, they are not numbers.
 */
public final class ClusterMeters implements MeterBinder {

	private static final double MILLIS = 1000;

	private final Coordinator coordinator;

	private final ClusterSample sample;

	private final Supplier<Instant> clock;

	private final Instant begun;

	/**
	 * Create meters.
	 * @param coordinator the coordinator
	 * @param sample the sample of its members
	 * @param clock the wall clock
	 */
	public ClusterMeters(Coordinator coordinator, ClusterSample sample, Supplier<Instant> clock) {
		this.coordinator = coordinator;
		this.sample = sample;
		this.clock = clock;
		this.begun = clock.get();
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		Tags tags = Tags.of("coordinator", this.coordinator.type());
		gauge(registry, tags, MeterNames.COORDINATOR_AVAILABLE, "Whether the coordinator can decide: 1 or 0",
				(status) -> status.available() ? 1 : 0);
		gauge(registry, tags, MeterNames.COORDINATOR_MEMBERS, "Members that decide together", ClusterStatus::voters);
		gauge(registry, tags, MeterNames.COORDINATOR_ANSWERING, "Members that answered this instance",
				ClusterStatus::answering);
		gauge(registry, tags, MeterNames.COORDINATOR_QUORUM, "Members that have to agree", ClusterStatus::quorum);
		gauge(registry, tags, MeterNames.COORDINATOR_ALARMS, "Alarms that members raise, such as a lack of space",
				(status) -> status.alarms().size());
		TimeGauge
			.builder(MeterNames.COORDINATOR_SILENCE, this, TimeUnit.SECONDS,
					(meters) -> meters.silence().toMillis() / MILLIS)
			.description("Time since the coordinator answered this instance last")
			.tags(tags)
			.register(registry);
	}

	private void gauge(MeterRegistry registry, Tags tags, String name, String description,
			ToDoubleFunction<ClusterStatus> value) {
		Gauge.builder(name, this, (meters) -> meters.value(value))
			.description(description)
			.tags(tags)
			.register(registry);
	}

	private double value(ToDoubleFunction<ClusterStatus> value) {
		ClusterStatus status = this.sample.latest();
		return (status != null) ? value.applyAsDouble(status) : Double.NaN;
	}

	private Duration silence() {
		Instant answered = this.coordinator.status().lastContact();
		Duration silence = Duration.between((answered != null) ? answered : this.begun, this.clock.get());
		return silence.isNegative() ? Duration.ZERO : silence;
	}

}
