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

import io.leaderelection.LeaderState;
import io.leaderelection.spi.Transition;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;

/**
 * Observation of a campaign that there is not, in registries of its own. A process may
 * wait for months for its first campaign; what observes it has then been loaded.
 */
public final class CampaignRehearsal implements Runnable {

	private static final String NAME = "rehearsal";

	@Override
	public void run() {
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(new SimpleMeterRegistry()));
		CampaignObservations observations = new CampaignObservations(registry, null, Runnable::run);
		observations.onTransition(transition(LeaderState.FOLLOWER, LeaderState.CAMPAIGNING));
		observations.onTransition(transition(LeaderState.CAMPAIGNING, LeaderState.SEALING));
	}

	private static Transition transition(LeaderState from, LeaderState to) {
		return new Transition(NAME, from, to, null, NAME, NAME, Duration.ZERO, Instant.EPOCH);
	}

}
