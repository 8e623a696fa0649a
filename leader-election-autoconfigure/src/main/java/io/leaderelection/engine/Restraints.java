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

package io.leaderelection.engine;

import io.leaderelection.ControlRequest;
import io.leaderelection.HoldBack;
import org.jspecify.annotations.Nullable;

/**
 * Reasons of its own for which an instance does not campaign.
 *
 * @param ineligible why this instance cannot do the work, or {@code null}
 * @param coolDown until when others may try, as a reading of the monotonic clock, or
 * {@code null}
 * @param backOff why and how long this instance backs off after a failure, or
 * {@code null}
 * @param failures the failures in a row
 * @param stopping the order to stop, or {@code null}
 */
record Restraints(@Nullable String ineligible, @Nullable Long coolDown, @Nullable BackOff backOff, int failures,
		@Nullable ControlRequest stopping) {

	static final Restraints NONE = new Restraints(null, null, null, 0, null);

	Restraints withIneligible(@Nullable String reason) {
		return new Restraints(reason, this.coolDown, this.backOff, this.failures, this.stopping);
	}

	Restraints withCoolDown(@Nullable Long until) {
		return new Restraints(this.ineligible, until, this.backOff, this.failures, this.stopping);
	}

	Restraints withBackOff(@Nullable BackOff value) {
		return new Restraints(this.ineligible, this.coolDown, value,
				(value != null) ? this.failures + 1 : this.failures, this.stopping);
	}

	Restraints withoutFailures() {
		return new Restraints(this.ineligible, this.coolDown, null, 0, this.stopping);
	}

	Restraints withStopping(@Nullable ControlRequest request) {
		return new Restraints(this.ineligible, this.coolDown, this.backOff, this.failures, request);
	}

	/**
	 * Return whether even a term that was just won has to be given back.
	 * @return whether holding a term is forbidden
	 */
	boolean forbidHolding() {
		return this.ineligible != null || this.stopping != null;
	}

	/**
	 * Pause after a failure.
	 *
	 * @param kind the kind of failure
	 * @param detail the failure in words
	 * @param until the end, as a reading of the monotonic clock
	 */
	record BackOff(HoldBack kind, String detail, long until) {
	}

}
