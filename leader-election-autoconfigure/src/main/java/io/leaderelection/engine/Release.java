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

import java.util.List;

import io.leaderelection.ControlRequest;
import io.leaderelection.RevocationReason;
import io.leaderelection.coordinator.LeaderRecord;

/**
 * Deletion of an own leader record that is to be repeated until the coordinator confirms
 * it.
 *
 * @param record the record
 * @param kind whether the end is noted in the history
 * @param reason why the term ended
 * @param request who ended it and why
 * @param orders the numbers of the orders that wait for it
 * @param since when the release became due
 * @param step what is being waited for
 */
record Release(LeaderRecord record, Kind kind, RevocationReason reason, ControlRequest request, List<Long> orders,
		Moment since, Step step) {

	Release {
		orders = List.copyOf(orders);
	}

	Release in(Step next) {
		return new Release(this.record, this.kind, this.reason, this.request, this.orders, this.since, next);
	}

	/**
	 * Kinds of releases.
	 */
	enum Kind {

		/**
		 * The end of a term that was held.
		 */
		RESIGN,

		/**
		 * The clean-up of a record that no term of this instance belongs to.
		 */
		DISCARD

	}

	/**
	 * What a release waits for.
	 */
	enum Step {

		/**
		 * The listeners of the revocation, for a bounded time.
		 */
		DELIVERY,

		/**
		 * The coordinator's answer.
		 */
		ANSWER,

		/**
		 * The next try.
		 */
		RETRY

	}

}
