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
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Version of a member of etcd.
 *
 * @param major the first number
 * @param minor the second number
 * @param patch the third number
 * @param text the version as the member told it
 */
record ServerVersion(int major, int minor, int patch, String text) implements Comparable<ServerVersion> {

	private static final Pattern PATTERN = Pattern.compile("(\\d{1,9})\\.(\\d{1,9})\\.(\\d{1,9}).*");

	private static final Comparator<ServerVersion> ORDER = Comparator.comparingInt(ServerVersion::major)
		.thenComparingInt(ServerVersion::minor)
		.thenComparingInt(ServerVersion::patch);

	static Optional<ServerVersion> parse(String text) {
		Matcher matcher = PATTERN.matcher(text);
		return matcher.matches() ? Optional.of(new ServerVersion(Integer.parseInt(matcher.group(1)),
				Integer.parseInt(matcher.group(2)), Integer.parseInt(matcher.group(3)), text)) : Optional.empty();
	}

	static ServerVersion of(String text) {
		return parse(text).orElseThrow(() -> new IllegalArgumentException("'%s' is no version".formatted(text)));
	}

	boolean isOfSameLine(ServerVersion other) {
		return this.major == other.major && this.minor == other.minor;
	}

	@Override
	public int compareTo(ServerVersion other) {
		return ORDER.compare(this, other);
	}

}
