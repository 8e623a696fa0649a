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

package io.leaderelection.coordinator.etcd;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.etcd.jetcd.api.Member;
import io.etcd.jetcd.api.StatusResponse;
import io.leaderelection.coordinator.ClusterStatus;
import io.leaderelection.coordinator.MemberStatus;
import org.jspecify.annotations.Nullable;

/**
 * Report on the members of the cluster that vote: what was asked by endpoint, put
 * together with what the cluster says its members are. While that is not known, each
 * endpoint counts as a member.
 */
final class MemberReport {

	private static final Pattern ALARM = Pattern.compile("memberID:(\\d+) alarm:(\\w+) *");

	private final Map<URI, MemberAnswer> answers;

	private final List<Member> voters;

	private final @Nullable String error;

	/**
	 * Create a report.
	 * @param answers the answers by endpoint
	 * @param members all members, or none if they are not known
	 * @param error why a read that needs a quorum failed, or {@code null}
	 */
	MemberReport(Map<URI, MemberAnswer> answers, List<Member> members, @Nullable String error) {
		this.answers = answers;
		this.voters = members.stream().filter((member) -> !member.getIsLearner()).toList();
		this.error = error;
	}

	ClusterStatus create() {
		List<MemberStatus> members = this.voters.isEmpty()
				? this.answers.entrySet().stream().map(this::endpoint).toList()
				: this.voters.stream().map(this::member).toList();
		ClusterStatus status = new ClusterStatus(true, members.size(), members, null);
		boolean available = this.error == null || led() >= status.quorum();
		return available ? status : new ClusterStatus(false, members.size(), members, this.error);
	}

	// The read may have met a member that hangs while the others are well.
	private long led() {
		return statuses().filter((status) -> status.getLeader() != 0 && !status.getIsLearner())
			.map((status) -> status.getHeader().getMemberId())
			.distinct()
			.count();
	}

	private MemberStatus endpoint(Map.Entry<URI, MemberAnswer> answered) {
		MemberAnswer answer = answered.getValue();
		return member(answered.getKey().toString(), null, answer, alarms(answer::isOf));
	}

	private MemberStatus member(Member member) {
		String name = member.getName().isEmpty() ? Long.toHexString(member.getID()) : member.getName();
		List<String> alarms = alarms((id) -> id == member.getID());
		List<URI> addresses = member.getClientURLsList().stream().flatMap(EtcdMembers::parse).toList();
		return answers((answer) -> answer.getValue().isOf(member.getID()))
			.or(() -> answers((answer) -> addresses.contains(answer.getKey())))
			.map((answer) -> member(answer.getKey().toString(), name, answer.getValue(), alarms))
			.orElseGet(
					() -> member(String.join(",", member.getClientURLsList()), name, MemberAnswer.NOT_ASKED, alarms));
	}

	private Optional<Map.Entry<URI, MemberAnswer>> answers(Predicate<Map.Entry<URI, MemberAnswer>> wanted) {
		return this.answers.entrySet().stream().filter(wanted).findFirst();
	}

	private static MemberStatus member(String endpoint, @Nullable String name, MemberAnswer answer,
			List<String> alarms) {
		StatusResponse status = answer.status();
		if (status == null) {
			return new MemberStatus(endpoint, name, answer.took() != null, false, null, alarms, answer.took(),
					answer.error());
		}
		return new MemberStatus(endpoint, name, true, status.getHeader().getMemberId() == status.getLeader(),
				status.getVersion(), alarms, answer.took(), trouble(status));
	}

	// Every member tells the alarms of all, so that those of one that does not answer are
	// known too.
	private List<String> alarms(LongPredicate concerned) {
		return statuses().flatMap((status) -> status.getErrorsList().stream())
			.map(ALARM::matcher)
			.filter((alarm) -> alarm.matches() && concerned.test(Long.parseUnsignedLong(alarm.group(1))))
			.map((alarm) -> alarm.group(2))
			.distinct()
			.toList();
	}

	private Stream<StatusResponse> statuses() {
		return this.answers.values().stream().map(MemberAnswer::status).filter(Objects::nonNull);
	}

	private static @Nullable String trouble(StatusResponse status) {
		List<String> errors = status.getErrorsList()
			.stream()
			.filter((error) -> !ALARM.matcher(error).matches())
			.map(String::strip)
			.toList();
		return errors.isEmpty() ? null : String.join(", ", errors);
	}

}
