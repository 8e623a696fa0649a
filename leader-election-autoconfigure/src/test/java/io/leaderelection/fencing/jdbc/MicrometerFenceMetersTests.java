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
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link MicrometerFenceMeters}.
 */
class MicrometerFenceMetersTests {

	private static final Tags TAGS = Tags.of("election", "settlement", "database", "payments");

	private final MeterRegistry registry = new SimpleMeterRegistry();

	private final MicrometerFenceMeters meters = new MicrometerFenceMeters(this.registry);

	@Test
	void acceptedWritesAreCountedByElectionAndDatabase() {
		this.meters.writeFenced("settlement", "payments");
		this.meters.writeFenced("settlement", "payments");
		this.meters.writeFenced("reporting", "payments");
		assertThat(count("writes", TAGS)).isEqualTo(2);
	}

	@Test
	void rejectionsTellWhoRefused() {
		this.meters.rejectedLocally("settlement", "payments");
		this.meters.rejectedByFence("settlement", "payments");
		this.meters.rejectedByFence("settlement", "payments");
		assertThat(count("rejections", TAGS.and("by", "process"))).isEqualTo(1);
		assertThat(count("rejections", TAGS.and("by", "fence"))).isEqualTo(2);
	}

	@Test
	void sealsAreTimed() {
		this.meters.sealed("settlement", "payments", Duration.ofMillis(30));
		assertThat(this.registry.get("leader.election.fence.seal").tags(TAGS).timer().totalTime(TimeUnit.MILLISECONDS))
			.isEqualTo(30);
	}

	@Test
	void whatStoodInTheWayOfASealIsCounted() {
		this.meters.intentNeeded("settlement", "payments");
		this.meters.sessionTerminated("settlement", "payments");
		this.meters.sessionNotTerminated("settlement", "payments");
		this.meters.sessionNotTerminated("settlement", "payments");
		assertThat(count("intents", TAGS)).isEqualTo(1);
		assertThat(count("terminations", TAGS.and("outcome", "ended"))).isEqualTo(1);
		assertThat(count("terminations", TAGS.and("outcome", "refused"))).isEqualTo(2);
	}

	@Test
	void metersThatAreRegisteredAreThereBeforeTheFirstCount() {
		this.meters.register("settlement", "payments");
		this.meters.register("settlement", "payments");
		assertThat(count("writes", TAGS)).isZero();
		assertThat(count("rejections", TAGS.and("by", "process"))).isZero();
		assertThat(count("rejections", TAGS.and("by", "fence"))).isZero();
		assertThat(count("intents", TAGS)).isZero();
		assertThat(count("terminations", TAGS.and("outcome", "ended"))).isZero();
		assertThat(count("terminations", TAGS.and("outcome", "refused"))).isZero();
		assertThat(this.registry.get("leader.election.fence.seal").tags(TAGS).timer().count()).isZero();
	}

	private double count(String name, Tags tags) {
		return this.registry.get("leader.election.fence." + name).tags(tags).counter().count();
	}

}
