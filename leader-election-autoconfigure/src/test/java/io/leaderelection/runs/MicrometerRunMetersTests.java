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
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link MicrometerRunMeters}.
 */
class MicrometerRunMetersTests {

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private final MicrometerRunMeters meters = new MicrometerRunMeters(this.registry);

	@Test
	void attemptsAreCountedByTheirKind() {
		this.meters.began("settlement", RunMeters.Attempt.FIRST);
		this.meters.began("settlement", RunMeters.Attempt.TAKEOVER);
		this.meters.began("settlement", RunMeters.Attempt.TAKEOVER);
		assertThat(count("attempts", "kind", "first")).isEqualTo(1);
		assertThat(count("attempts", "kind", "takeover")).isEqualTo(2);
	}

	@Test
	void whatBecomesOfRunsIsCountedByElection() {
		this.meters.duplicate("settlement");
		this.meters.failed("settlement");
		this.meters.pruned("settlement", 7);
		this.meters.finished("settlement", Duration.ofSeconds(3));
		assertThat(count("duplicates", "election", "settlement")).isEqualTo(1);
		assertThat(count("failures", "election", "settlement")).isEqualTo(1);
		assertThat(count("pruned", "election", "settlement")).isEqualTo(7);
		assertThat(this.registry.get("leader.election.run.finished")
			.tag("election", "settlement")
			.timer()
			.totalTime(TimeUnit.SECONDS)).isEqualTo(3);
	}

	@Test
	void metersThatAreRegisteredAreThereBeforeTheFirstCount() {
		this.meters.register("settlement");
		this.meters.register("settlement");
		assertThat(count("attempts", "kind", "first")).isZero();
		assertThat(count("attempts", "kind", "retry")).isZero();
		assertThat(count("attempts", "kind", "takeover")).isZero();
		assertThat(count("duplicates", "election", "settlement")).isZero();
		assertThat(count("failures", "election", "settlement")).isZero();
		assertThat(count("pruned", "election", "settlement")).isZero();
		assertThat(this.registry.get("leader.election.run.finished").timer().count()).isZero();
	}

	private double count(String name, String tag, String value) {
		return this.registry.get("leader.election.run." + name).tag(tag, value).counter().count();
	}

}
