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

import java.util.ArrayList;
import java.util.List;

import io.leaderelection.actuate.CoordinatorDescription;
import io.leaderelection.actuate.ElectionDescription;
import io.leaderelection.actuate.OrderAction;
import org.jspecify.annotations.Nullable;

/**
 * The orders that make sense in the state of an election and that this instance, which
 * forwards nothing, can take itself.
 */
final class TakenOrders {

	private TakenOrders() {
	}

	static List<String> in(ElectionDescription election, @Nullable CoordinatorDescription coordinator) {
		List<OrderAction> taken = new ArrayList<>();
		boolean leads = election.leader() != null && election.leader().self();
		if (leads && election.candidates().size() > 1) {
			taken.add(OrderAction.TRANSFER);
		}
		if (leads) {
			taken.add(OrderAction.RESIGN);
		}
		taken.add((election.paused() != null) ? OrderAction.RESUME : OrderAction.PAUSE);
		if (election.leader() != null) {
			taken.add(OrderAction.RELEASE);
		}
		taken.add(OrderAction.RAISE_TERM);
		if (coordinator != null && coordinator.lineage() != null) {
			taken.add(OrderAction.ADOPT);
		}
		return taken.stream().map(OrderAction::word).toList();
	}

}
