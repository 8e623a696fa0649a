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

package io.leaderelection.coordinator;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * State of the service behind a coordinator at the moment at which it was asked.
 *
 * @param available whether it can decide elections: it answered a read that needs a
 * quorum, or enough members answered that know of a leader of theirs
 * @param voters how many members decide together
 * @param members the members that decide together, as far as they are known
 * @param error why it is not available, without credentials, or {@code null}
 */
public record ClusterStatus(boolean available, int voters, List<MemberStatus> members, @Nullable String error) {

	public ClusterStatus {
		members = List.copyOf(members);
	}

	/**
	 * Return the state of a service that has one member.
	 * @param member the member
	 * @return the state
	 */
	public static ClusterStatus of(MemberStatus member) {
		return new ClusterStatus(member.reachable(), 1, List.of(member), member.error());
	}

	/**
	 * Return how many members have to agree.
	 * @return the majority of the voters
	 */
	public int quorum() {
		return this.voters / 2 + 1;
	}

	/**
	 * Return how many of the members that were asked have answered.
	 * @return the number
	 */
	public int answering() {
		return (int) this.members.stream().filter(MemberStatus::reachable).count();
	}

	/**
	 * Return what members complain about.
	 * @return the alarms, each once
	 */
	public List<String> alarms() {
		return this.members.stream().flatMap((member) -> member.alarms().stream()).distinct().sorted().toList();
	}

}
