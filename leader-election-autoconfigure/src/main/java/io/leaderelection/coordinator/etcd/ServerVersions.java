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

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.etcd.jetcd.api.StatusResponse;
import org.jspecify.annotations.Nullable;

/**
 * What members of etcd told of themselves, and what an operator should know about it.
 */
final class ServerVersions {

	private final Map<Long, StatusResponse> members = new ConcurrentHashMap<>();

	void learned(StatusResponse status) {
		this.members.put(status.getHeader().getMemberId(), status);
	}

	/**
	 * Return the lowest version of a member.
	 * @return the version, or {@code null} if not known yet
	 */
	@Nullable String lowest() {
		return versions().min(Comparator.naturalOrder()).map(ServerVersion::text).orElse(null);
	}

	/**
	 * Return what an operator should know.
	 * @return sentences
	 */
	List<String> advice() {
		Stream<String> versions = versions().distinct().sorted().flatMap(ServerVersions::adviceAgainst);
		Stream<String> errors = this.members.values()
			.stream()
			.flatMap((status) -> status.getErrorsList().stream())
			.distinct()
			.map((error) -> "etcd reports: " + error.strip());
		return Stream.concat(versions, errors).toList();
	}

	private Stream<ServerVersion> versions() {
		return this.members.values().stream().flatMap((status) -> ServerVersion.parse(status.getVersion()).stream());
	}

	private static Stream<String> adviceAgainst(ServerVersion version) {
		List<String> faults = ServerFault.KNOWN.stream()
			.filter((fault) -> fault.isIn(version))
			.map(ServerFault::sentence)
			.toList();
		return faults.isEmpty() ? Stream.empty()
				: Stream.of("etcd %s can %s: use %s or later".formatted(version.text(), String.join(", ", faults),
						ServerFault.RECOMMENDED.stream().map(ServerVersion::text).collect(Collectors.joining(", "))));
	}

}
