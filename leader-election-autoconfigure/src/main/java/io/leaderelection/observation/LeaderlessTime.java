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
import java.util.function.Supplier;

import io.leaderelection.LeaderChangedEvent;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import org.jspecify.annotations.Nullable;

/**
 * Time for which this instance saw nobody lead. The time from its start until it saw the
 * first leader is not recorded: somebody may have led all along.
 */
final class LeaderlessTime {

	private final Timer spells;

	private final Supplier<Instant> clock;

	private final Instant begun;

	private volatile boolean known;

	private volatile @Nullable Instant lost;

	LeaderlessTime(MeterRegistry registry, Tags tags, Supplier<Instant> clock) {
		this.spells = Timer.builder(MeterNames.LEADERLESS)
			.description("Time from the end of a leader until this instance saw the next one")
			.tags(tags)
			.register(registry);
		this.clock = clock;
		this.begun = clock.get();
	}

	/**
	 * Take note of a change. Called in the order of the changes, one at a time.
	 * @param event the change
	 */
	void leaderChanged(LeaderChangedEvent event) {
		this.known = true;
		Instant since = this.lost;
		if (event.getCurrent().isEmpty()) {
			this.lost = event.getAt();
		}
		else if (since != null) {
			this.lost = null;
			this.spells.record(between(since, event.getAt()));
		}
	}

	/**
	 * Return for how long nobody has been seen to lead.
	 * @return the time, zero if somebody leads
	 */
	Duration current() {
		Instant since = this.known ? this.lost : this.begun;
		return (since != null) ? between(since, this.clock.get()) : Duration.ZERO;
	}

	private static Duration between(Instant since, Instant until) {
		Duration elapsed = Duration.between(since, until);
		return elapsed.isNegative() ? Duration.ZERO : elapsed;
	}

}
