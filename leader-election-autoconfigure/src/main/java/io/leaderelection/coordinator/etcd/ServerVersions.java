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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.etcd.jetcd.api.StatusResponse;
import org.jspecify.annotations.Nullable;

/**
 * What members of etcd told of themselves, and what an operator should know about it.
 */
final class ServerVersions {

	private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+).*");

	private static final Comparator<Version> ORDER = Comparator.comparingInt(Version::major)
		.thenComparingInt(Version::minor)
		.thenComparingInt(Version::patch);

	private final Map<Long, StatusResponse> members = new ConcurrentHashMap<>();

	void learned(StatusResponse status) {
		this.members.put(status.getHeader().getMemberId(), status);
	}

	/**
	 * Return the lowest version of a member.
	 * @return the version, or {@code null} if not known yet
	 */
	@Nullable String lowest() {
		return versions().min(ORDER).map(Version::text).orElse(null);
	}

	/**
	 * Return what an operator should know.
	 * @return sentences
	 */
	List<String> advice() {
		Stream<String> versions = versions().min(ORDER)
			.filter(ServerVersions::isFaulty)
			.map((version) -> ("etcd %s can acknowledge the renewal of a lease that it has revoked (etcd issue 20590): "
					+ "use 3.5.23, 3.6.5 or later")
				.formatted(version.text()))
			.stream();
		Stream<String> errors = this.members.values()
			.stream()
			.flatMap((status) -> status.getErrorsList().stream())
			.distinct()
			.map((error) -> "etcd reports: " + error.strip());
		return Stream.concat(versions, errors).toList();
	}

	private Stream<Version> versions() {
		return this.members.values().stream().flatMap((status) -> Version.parse(status.getVersion()));
	}

	private static boolean isFaulty(Version version) {
		Version mended = (version.major() == 3 && version.minor() >= 6) ? new Version(3, 6, 5, "")
				: new Version(3, 5, 23, "");
		return ORDER.compare(version, mended) < 0;
	}

	/**
	 * Version of a member.
	 *
	 * @param major the first number
	 * @param minor the second number
	 * @param patch the third number
	 * @param text the version as the member told it
	 */
	private record Version(int major, int minor, int patch, String text) {

		static Stream<Version> parse(String text) {
			Matcher matcher = VERSION.matcher(text);
			return matcher.matches() ? Stream.of(new Version(Integer.parseInt(matcher.group(1)),
					Integer.parseInt(matcher.group(2)), Integer.parseInt(matcher.group(3)), text)) : Stream.empty();
		}

	}

}
