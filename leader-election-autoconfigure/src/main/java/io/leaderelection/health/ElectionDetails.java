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

package io.leaderelection.health;

import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

import io.leaderelection.ElectionStatus;
import io.leaderelection.LeaderElection;
import io.leaderelection.ObservedLeader;

/**
 * What operators are told of elections.
 */
final class ElectionDetails {

	private ElectionDetails() {
	}

	static Map<String, Object> of(Collection<LeaderElection> elections, String instance) {
		Map<String, Object> details = new LinkedHashMap<>();
		elections.forEach((election) -> details.put(election.name(), of(election.status(), instance)));
		return details;
	}

	private static Map<String, Object> of(ElectionStatus status, String instance) {
		Map<String, Object> details = new LinkedHashMap<>();
		details.put("state", status.state());
		if (status.token() != null) {
			details.put("term", status.token().term());
			details.put("remaining", status.remaining().truncatedTo(ChronoUnit.MILLIS).toString());
		}
		ObservedLeader leader = status.leader();
		if (leader != null) {
			details.put("leader", leader.instance().equals(instance) ? "this instance" : leader.instance());
			details.putIfAbsent("term", leader.term());
			details.put("since", leader.since());
		}
		if (status.holdBack() != null) {
			details.put("holdsBack", status.holdBack());
			details.put("reason", String.valueOf(status.holdBackDetail()));
		}
		if (status.lastRevocation() != null) {
			details.put("lastRevocation", status.lastRevocation().reason());
		}
		return details;
	}

}
