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

package io.leaderelection.runs;

import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;

/**
 * Observer that counts what becomes of runs in a registry of Micrometer. Each meter has
 * the tag {@code election}.
 */
public final class MicrometerRunMeters implements RunMeters {

	private static final String PREFIX = "leader.election.run.";

	private final Meter.MeterProvider<Counter> attempts;

	private final Meter.MeterProvider<Counter> duplicates;

	private final Meter.MeterProvider<Counter> failures;

	private final Meter.MeterProvider<Timer> finished;

	private final Meter.MeterProvider<Counter> pruned;

	private final Set<String> registered = ConcurrentHashMap.newKeySet();

	/**
	 * Create an observer.
	 * @param registry the registry to count in
	 */
	public MicrometerRunMeters(MeterRegistry registry) {
		this.attempts = Counter.builder(PREFIX + "attempts")
			.description("Attempts at runs that began: first ones, retries, and takeovers from older grants")
			.withRegistry(registry);
		this.duplicates = Counter.builder(PREFIX + "duplicates")
			.description("Runs that were asked for although they had been finished")
			.withRegistry(registry);
		this.failures = Counter.builder(PREFIX + "failures")
			.description("Attempts at runs that ended with an error")
			.withRegistry(registry);
		this.finished = Timer.builder(PREFIX + "finished")
			.description("Time that the last attempt took of runs that were finished")
			.withRegistry(registry);
		this.pruned = Counter.builder(PREFIX + "pruned")
			.description("Runs that were removed, as they finished long ago")
			.withRegistry(registry);
	}

	/**
	 * Register the meters of an election. A counter that appears with its first count
	 * shows no increase.
	 * @param election the name of the election
	 */
	public void register(String election) {
		if (!this.registered.add(election)) {
			return;
		}
		Tags tags = tags(election);
		for (Attempt kind : Attempt.values()) {
			this.attempts.withTags(attempt(election, kind));
		}
		this.duplicates.withTags(tags);
		this.failures.withTags(tags);
		this.finished.withTags(tags);
		this.pruned.withTags(tags);
	}

	@Override
	public void began(String election, Attempt kind) {
		this.attempts.withTags(attempt(election, kind)).increment();
	}

	@Override
	public void duplicate(String election) {
		this.duplicates.withTags(tags(election)).increment();
	}

	@Override
	public void failed(String election) {
		this.failures.withTags(tags(election)).increment();
	}

	@Override
	public void finished(String election, Duration elapsed) {
		this.finished.withTags(tags(election)).record(elapsed);
	}

	@Override
	public void pruned(String election, int count) {
		this.pruned.withTags(tags(election)).increment(count);
	}

	private static Tags attempt(String election, Attempt kind) {
		return tags(election).and("kind", kind.name().toLowerCase(Locale.ROOT));
	}

	private static Tags tags(String election) {
		return Tags.of("election", election);
	}

}
