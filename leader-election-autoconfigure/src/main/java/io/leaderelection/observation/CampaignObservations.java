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

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

import io.leaderelection.LeaderState;
import io.leaderelection.spi.Transition;
import io.leaderelection.spi.TransitionListener;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Observations of campaigns, from the transitions that begin and end them. Handlers of
 * observations run on the executor, as they may belong to anybody and must not delay a
 * renewal.
 */
public final class CampaignObservations implements TransitionListener {

	private static final CampaignObservationConvention CONVENTION = new DefaultCampaignObservationConvention();

	private final ObservationRegistry registry;

	private final @Nullable CampaignObservationConvention convention;

	private final Executor executor;

	private final Map<String, Observation> campaigns = new ConcurrentHashMap<>();

	/**
	 * Create observations.
	 * @param registry the registry
	 * @param convention the convention, or {@code null} for the default
	 * @param executor what runs the handlers, one task after the other
	 */
	public CampaignObservations(ObservationRegistry registry, @Nullable CampaignObservationConvention convention,
			Executor executor) {
		this.registry = registry;
		this.convention = convention;
		this.executor = executor;
	}

	@Override
	public void onTransition(Transition transition) {
		if (transition.to() == LeaderState.CAMPAIGNING) {
			this.executor.execute(() -> begin(transition.election()));
		}
		else if (transition.from() == LeaderState.CAMPAIGNING) {
			this.executor.execute(() -> end(transition));
		}
	}

	private void begin(String election) {
		this.campaigns.put(election, ElectionObservationDocumentation.CAMPAIGN.start(this.convention, CONVENTION,
				() -> new CampaignObservationContext(election), this.registry));
	}

	private void end(Transition transition) {
		Observation campaign = this.campaigns.remove(transition.election());
		if (campaign != null) {
			boolean won = transition.to() == LeaderState.SEALING || transition.to() == LeaderState.LEADER;
			if (campaign.getContext() instanceof CampaignObservationContext context) {
				context.setToken(transition.token());
				context.setOutcome(won ? "won" : transition.reason());
			}
			campaign.stop();
		}
	}

}
