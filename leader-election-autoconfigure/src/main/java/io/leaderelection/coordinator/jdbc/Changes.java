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

import io.leaderelection.coordinator.ElectionView;
import org.jspecify.annotations.Nullable;

/**
 * Elections that changed, as they were at one moment.
 *
 * @param views the elections
 * @param revision the revision of the namespace at that moment
 * @param untilSweep the time until the first session expires by the database's clock;
 * zero or less if there is one to be swept now, {@code null} if there are no sessions
 * @param sessions how many sessions there are, expired or not
 */
record Changes(List<ElectionView> views, long revision, @Nullable Duration untilSweep, long sessions) {

	Changes {
		views = List.copyOf(views);
	}

	boolean isSweepDue() {
		return this.untilSweep != null && this.untilSweep.compareTo(Duration.ZERO) <= 0;
	}

}
