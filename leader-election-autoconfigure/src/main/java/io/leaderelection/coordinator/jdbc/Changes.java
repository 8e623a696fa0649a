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

package io.leaderelection.coordinator.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.UnreadableRecordException;
import org.jspecify.annotations.Nullable;

/**
 * Elections that changed, as they were at one moment.
 *
 * @param views the elections
 * @param unreadable what is unreadable of other elections that changed, by name
 * @param revision the revision of the namespace at that moment
 * @param untilSweep the time until the first session expires by the database's clock;
 * zero or less if there is one to be swept now, {@code null} if there are no sessions
 * @param sessions how many sessions there are, expired or not
 */
record Changes(List<ElectionView> views, Map<String, String> unreadable, long revision, @Nullable Duration untilSweep,
		long sessions) {

	Changes {
		views = List.copyOf(views);
		unreadable = Map.copyOf(unreadable);
	}

	Changes(List<ElectionView> views, long revision, @Nullable Duration untilSweep, long sessions) {
		this(views, Map.of(), revision, untilSweep, sessions);
	}

	/**
	 * Return an election that was asked for.
	 * @param election the name of the election
	 * @return its state, an empty one if it did not exist
	 * @throws UnreadableRecordException if it is unreadable
	 */
	ElectionView view(String election) {
		String fault = this.unreadable.get(election);
		if (fault != null) {
			throw new UnreadableRecordException(fault);
		}
		return this.views.stream()
			.filter((view) -> view.election().equals(election))
			.findFirst()
			.orElseGet(() -> ElectionView.empty(election, this.revision));
	}

	boolean isSweepDue() {
		return this.untilSweep != null && this.untilSweep.compareTo(Duration.ZERO) <= 0;
	}

}
