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

package io.leaderelection.actuate;

import java.time.Instant;
import java.util.List;

import io.leaderelection.coordinator.ClusterStatus;
import io.leaderelection.coordinator.CoordinatorStatus;
import io.leaderelection.coordinator.MemberStatus;
import org.jspecify.annotations.Nullable;

/**
 * Description of the coordinator.
 *
 * @param type the kind of coordinator
 * @param available whether it answered a moment ago that it can decide elections
 * @param voters how many members decide together
 * @param quorum how many of them have to agree
 * @param answering how many of the members that were asked have answered
 * @param members the members that were asked, each with its answer
 * @param version the version of the server, or {@code null} if not known yet
 * @param lineage the identity of its data, or {@code null} if not known
 * @param advice what an operator should know about the server
 * @param lastContact when it answered last, or {@code null} if it never did
 * @param error why it is not available, or {@code null}
 * @param lastError the last error met, with its time, or {@code null}
 */
public record CoordinatorDescription(String type, boolean available, int voters, int quorum, int answering,
		List<MemberStatus> members, @Nullable String version, @Nullable String lineage, List<String> advice,
		@Nullable Instant lastContact, @Nullable String error, @Nullable String lastError) {

	public CoordinatorDescription {
		members = List.copyOf(members);
		advice = List.copyOf(advice);
	}

	static CoordinatorDescription of(CoordinatorStatus status, ClusterStatus cluster, @Nullable String lineage) {
		return new CoordinatorDescription(status.type(), cluster.available(), cluster.voters(), cluster.quorum(),
				cluster.answering(), cluster.members(), status.version(), lineage, status.advice(),
				status.lastContact(), cluster.error(), status.lastError());
	}

}
