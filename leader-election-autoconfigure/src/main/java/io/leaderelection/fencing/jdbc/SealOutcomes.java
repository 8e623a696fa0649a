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

package io.leaderelection.fencing.jdbc;

import java.util.ArrayList;
import java.util.List;

import io.leaderelection.spi.SealOutcome;

/**
 * Order of outcomes, as the worst over all databases counts.
 */
final class SealOutcomes {

	private SealOutcomes() {
	}

	static SealOutcome worse(SealOutcome left, SealOutcome right) {
		if (left instanceof SealOutcome.Ahead ahead && right instanceof SealOutcome.Ahead other) {
			return (ahead.floor() >= other.floor()) ? ahead : other;
		}
		if (left instanceof SealOutcome.Failed failed && right instanceof SealOutcome.Failed other) {
			List<String> unsealed = new ArrayList<>(failed.unsealed());
			unsealed.addAll(other.unsealed());
			return new SealOutcome.Failed(unsealed, failed.detail());
		}
		return (severity(left) >= severity(right)) ? left : right;
	}

	private static int severity(SealOutcome outcome) {
		if (outcome instanceof SealOutcome.ForeignLineage) {
			return 3;
		}
		if (outcome instanceof SealOutcome.Ahead) {
			return 2;
		}
		return (outcome instanceof SealOutcome.Failed) ? 1 : 0;
	}

}
