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

package io.leaderelection.console;

import java.time.Instant;
import java.util.List;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.leaderelection.actuate.CoordinatorDescription;
import io.leaderelection.actuate.ElectionDescription;
import io.leaderelection.console.RenewalSeries.Renewal;
import org.jspecify.annotations.Nullable;

/**
 * All that the page shows.
 *
 * @param at when that was so, by this instance's wall clock
 * @param content what is compared to find out whether something changed
 */
record ConsoleState(Instant at, @JsonUnwrapped Content content) {

	/**
	 * What is shown.
	 *
	 * @param instance the identity of the instance that shows it
	 * @param writable whether orders are taken
	 * @param coordinator the coordinator, or {@code null} if it was not asked yet
	 * @param renewals the last renewals of this instance's leases, latest last
	 * @param elections the elections that this instance takes part in
	 */
	record Content(String instance, boolean writable, @Nullable CoordinatorDescription coordinator,
			List<Renewal> renewals, List<ElectionState> elections) {

		Content {
			renewals = List.copyOf(renewals);
			elections = List.copyOf(elections);
		}

	}

	/**
	 * One election.
	 *
	 * @param election what this instance knows of it
	 * @param terms its last terms, latest first
	 * @param termsError why they could not be read, or {@code null}
	 * @param failovers how long it was without a leader between two terms, latest first
	 * @param rejections the writes that this instance had refused
	 * @param orders the orders that this instance can take now
	 */
	record ElectionState(ElectionDescription election, List<TermSpan> terms, @Nullable String termsError,
			List<Failover> failovers, Rejections rejections, List<String> orders) {

		ElectionState {
			terms = List.copyOf(terms);
			failovers = List.copyOf(failovers);
			orders = List.copyOf(orders);
		}

	}

}
