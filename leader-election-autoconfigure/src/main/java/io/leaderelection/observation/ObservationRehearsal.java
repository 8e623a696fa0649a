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

import io.leaderelection.FencingToken;
import io.leaderelection.LeaderState;
import io.leaderelection.spi.CallObserver;
import io.leaderelection.spi.Transition;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Observations of a campaign and of a guarded call that there are not, in registries of
 * their own. A process may wait for months for its first term; what observes its
 * beginning has then been loaded.
 */
public final class ObservationRehearsal implements Runnable {

	private static final String NAME = "rehearsal";

	private static final FencingToken TOKEN = new FencingToken(NAME, 1, NAME);

	@Override
	public void run() {
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(new SimpleMeterRegistry()));
		campaign(registry);
		call(registry);
	}

	private static void campaign(ObservationRegistry registry) {
		CampaignObservations observations = new CampaignObservations(registry, null, Runnable::run);
		observations.onTransition(transition(LeaderState.FOLLOWER, LeaderState.CAMPAIGNING, null));
		observations.onTransition(transition(LeaderState.CAMPAIGNING, LeaderState.SEALING, TOKEN));
	}

	private static void call(ObservationRegistry registry) {
		CallObserver.ObservedCall call = new CallObservations(registry, null).arrived(NAME);
		call.entered(TOKEN);
		call.left();
		call.ended(CallObserver.Outcome.RUN, null);
	}

	private static Transition transition(LeaderState from, LeaderState to, @Nullable FencingToken token) {
		return new Transition(NAME, from, to, token, NAME, NAME, Duration.ZERO, Instant.EPOCH);
	}

}
