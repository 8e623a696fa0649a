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

import io.leaderelection.FencingToken;
import io.leaderelection.spi.CallObserver;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Observations of guarded calls. While a call runs, its observation is the current one of
 * the thread, so that what it does is traced below it.
 */
public final class CallObservations implements CallObserver {

	private static final CallObservationConvention CONVENTION = new DefaultCallObservationConvention();

	private final ObservationRegistry registry;

	private final @Nullable CallObservationConvention convention;

	/**
	 * Create observations.
	 * @param registry the registry
	 * @param convention the convention, or {@code null} for the default
	 */
	public CallObservations(ObservationRegistry registry, @Nullable CallObservationConvention convention) {
		this.registry = registry;
		this.convention = convention;
	}

	@Override
	public ObservedCall arrived(String election) {
		if (this.registry.isNoop()) {
			return ObservedCall.NONE;
		}
		CallObservationContext context = new CallObservationContext(election);
		return new Observed(context,
				ElectionObservationDocumentation.CALL.start(this.convention, CONVENTION, () -> context, this.registry));
	}

	/**
	 * Observation of one call.
	 */
	private static final class Observed implements ObservedCall {

		private final CallObservationContext context;

		private final Observation observation;

		private Observation.@Nullable Scope scope;

		private Observed(CallObservationContext context, Observation observation) {
			this.context = context;
			this.observation = observation;
		}

		@Override
		public void entered(FencingToken token) {
			this.context.setToken(token);
			this.scope = this.observation.openScope();
		}

		@Override
		public void left() {
			if (this.scope != null) {
				this.scope.close();
			}
		}

		@Override
		public void ended(Outcome outcome, @Nullable Throwable failure) {
			this.context.setOutcome(outcome.word());
			if (failure != null) {
				this.observation.error(failure);
			}
			this.observation.stop();
		}

	}

}
