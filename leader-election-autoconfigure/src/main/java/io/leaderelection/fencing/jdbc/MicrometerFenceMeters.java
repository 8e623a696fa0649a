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

package io.leaderelection.fencing.jdbc;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;

/**
 * Observer that counts what fences do in a registry of Micrometer. Each meter has the
 * tags {@code election} and {@code database}.
 */
public final class MicrometerFenceMeters implements FenceMeters {

	private static final String PREFIX = "leader.election.fence.";

	private static final Tag BY_PROCESS = Tag.of("by", "process");

	private static final Tag BY_FENCE = Tag.of("by", "fence");

	private static final Tag ENDED = Tag.of("outcome", "ended");

	private static final Tag REFUSED = Tag.of("outcome", "refused");

	private final Meter.MeterProvider<Counter> writes;

	private final Meter.MeterProvider<Counter> rejections;

	private final Meter.MeterProvider<Timer> seals;

	private final Meter.MeterProvider<Counter> intents;

	private final Meter.MeterProvider<Counter> terminations;

	private final Set<Tags> registered = ConcurrentHashMap.newKeySet();

	/**
	 * Create an observer.
	 * @param registry the registry to count in
	 */
	public MicrometerFenceMeters(MeterRegistry registry) {
		this.writes = Counter.builder(PREFIX + "writes")
			.description("Writes that the fence accepted")
			.withRegistry(registry);
		this.rejections = Counter.builder(PREFIX + "rejections")
			.description("Writes that were refused, before they left the process or by the fence")
			.withRegistry(registry);
		this.seals = Timer.builder(PREFIX + "seal")
			.description("Time to raise a fence after a term was won or burned")
			.withRegistry(registry);
		this.intents = Counter.builder(PREFIX + "intents")
			.description("Fences that could only be raised once older transactions had run dry")
			.withRegistry(registry);
		this.terminations = Counter.builder(PREFIX + "terminations")
			.description(
					"Sessions in the way of a fence that were terminated, or that the database refused to terminate")
			.withRegistry(registry);
	}

	/**
	 * Register the meters of an election and of a database that it protects. A counter
	 * that appears with its first count shows no increase.
	 * @param election the name of the election
	 * @param database the name of the database
	 */
	public void register(String election, String database) {
		Tags tags = tags(election, database);
		if (!this.registered.add(tags)) {
			return;
		}
		this.writes.withTags(tags);
		this.rejections.withTags(tags.and(BY_PROCESS));
		this.rejections.withTags(tags.and(BY_FENCE));
		this.seals.withTags(tags);
		this.intents.withTags(tags);
		this.terminations.withTags(tags.and(ENDED));
		this.terminations.withTags(tags.and(REFUSED));
	}

	@Override
	public void writeFenced(String election, String database) {
		this.writes.withTags(tags(election, database)).increment();
	}

	@Override
	public void rejectedLocally(String election, String database) {
		this.rejections.withTags(tags(election, database).and(BY_PROCESS)).increment();
	}

	@Override
	public void rejectedByFence(String election, String database) {
		this.rejections.withTags(tags(election, database).and(BY_FENCE)).increment();
	}

	@Override
	public void sealed(String election, String database, Duration elapsed) {
		this.seals.withTags(tags(election, database)).record(elapsed);
	}

	@Override
	public void intentNeeded(String election, String database) {
		this.intents.withTags(tags(election, database)).increment();
	}

	@Override
	public void sessionTerminated(String election, String database) {
		this.terminations.withTags(tags(election, database).and(ENDED)).increment();
	}

	@Override
	public void sessionNotTerminated(String election, String database) {
		this.terminations.withTags(tags(election, database).and(REFUSED)).increment();
	}

	private static Tags tags(String election, String database) {
		return Tags.of("election", election, "database", database);
	}

}
