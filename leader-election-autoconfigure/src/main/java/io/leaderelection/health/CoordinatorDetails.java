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

import java.util.LinkedHashMap;
import java.util.Map;

import io.leaderelection.coordinator.ClusterStatus;
import io.leaderelection.coordinator.CoordinatorStatus;
import io.leaderelection.coordinator.MemberStatus;
import org.jspecify.annotations.Nullable;

/**
 * What operators are told of the coordinator.
 */
final class CoordinatorDetails {

	private final CoordinatorStatus status;

	private final ClusterStatus cluster;

	CoordinatorDetails(CoordinatorStatus status, ClusterStatus cluster) {
		this.status = status;
		this.cluster = cluster;
	}

	Map<String, Object> toMap() {
		Map<String, Object> details = new LinkedHashMap<>();
		details.put("type", this.status.type());
		put(details, "version", this.status.version());
		details.put("available", this.cluster.available());
		details.put("answering", this.cluster.answering());
		details.put("quorum", this.cluster.quorum());
		details.put("voters", this.cluster.voters());
		details.put("members", this.cluster.members().stream().map(CoordinatorDetails::member).toList());
		put(details, "lastContact", this.status.lastContact());
		put(details, "lastError", this.status.lastError());
		return details;
	}

	private static Map<String, Object> member(MemberStatus member) {
		Map<String, Object> details = new LinkedHashMap<>();
		put(details, "name", member.name());
		details.put("endpoint", member.endpoint());
		details.put("reachable", member.reachable());
		if (member.reachable()) {
			details.put("leading", member.leading());
		}
		put(details, "version", member.version());
		if (!member.alarms().isEmpty()) {
			details.put("alarms", member.alarms());
		}
		put(details, "error", member.error());
		return details;
	}

	private static void put(Map<String, Object> details, String name, @Nullable Object value) {
		if (value != null) {
			details.put(name, value);
		}
	}

}
