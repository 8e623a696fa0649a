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

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.ControlRequest;
import io.leaderelection.RevocationReason;

/**
 * Voluntary end of a term.
 *
 * @param reason why it ends
 * @param request who ends it and why
 * @param coolDown how long this instance lets others try afterwards
 * @param orders the numbers of the orders that wait for the release
 * @param bound until when work in flight and listeners are waited for, as a reading of
 * the monotonic clock
 */
record Ending(RevocationReason reason, ControlRequest request, Duration coolDown, List<Long> orders, long bound) {

	Ending {
		orders = List.copyOf(orders);
	}

	/**
	 * Let another order wait for this end. Others may try for the longer of both times.
	 * @param order the order
	 * @param orderedCoolDown how long the order lets others try
	 * @return the end that both wait for
	 */
	Ending joinedBy(Order order, Duration orderedCoolDown) {
		List<Long> joined = new ArrayList<>(this.orders);
		joined.add(order.id());
		Duration longer = (orderedCoolDown.compareTo(this.coolDown) > 0) ? orderedCoolDown : this.coolDown;
		return new Ending(this.reason, this.request, longer, joined, this.bound);
	}

}
