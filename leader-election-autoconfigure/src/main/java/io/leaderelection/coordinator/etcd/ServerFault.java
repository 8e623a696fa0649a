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

import java.util.List;

/**
 * Fault of etcd that touches elections, as its issues and change logs tell.
 *
 * @param issue the number of the issue, or of the change if there is none
 * @param since the version in which it began
 * @param mended the versions that mend it, one for each line, lowest first; later lines
 * never had it
 * @param effect what etcd can do by it
 */
record ServerFault(int issue, ServerVersion since, List<ServerVersion> mended, String effect) {

	/**
	 * The faults, gravest first.
	 */
	static final List<ServerFault> KNOWN = List.of(
			new ServerFault(20590, "3.0.0", "acknowledge the renewal of a lease that it has revoked", "3.4.38",
					"3.5.23", "3.6.5"),
			new ServerFault(20418, "3.0.0", "answer a read with what is out of date, after a member stood still",
					"3.4.42", "3.5.28", "3.6.9"),
			new ServerFault(15247, "3.0.0", "revoke leases that are renewed, by a member that led before", "3.4.31",
					"3.5.13"),
			new ServerFault(13766, "3.5.0", "disagree between members after a crash", "3.5.3"),
			new ServerFault(14685, "3.5.0", "disagree between members after a crash in a defragmentation", "3.5.6"),
			new ServerFault(20271, "3.0.0",
					"corrupt the data of a member that is defragmented while it takes over a snapshot", "3.4.38",
					"3.5.23", "3.6.5"),
			new ServerFault(14370, "3.0.0", "lose what it has acknowledged, if it has one member and crashes", "3.4.21",
					"3.5.5"),
			new ServerFault(17529, "3.0.0", "leave out events of a slow watch at a compaction", "3.4.31", "3.5.13"),
			new ServerFault(19179, "3.0.0", "leave out a deletion of a watch that begins at a compaction", "3.4.36",
					"3.5.18"));

	/**
	 * The versions, one for each line, from which on no fault is known.
	 */
	static final List<ServerVersion> RECOMMENDED = List.of(ServerVersion.of("3.4.42"), ServerVersion.of("3.5.28"),
			ServerVersion.of("3.6.9"));

	private ServerFault(int issue, String since, String effect, String... mended) {
		this(issue, ServerVersion.of(since), List.of(mended).stream().map(ServerVersion::of).toList(), effect);
	}

	boolean isIn(ServerVersion version) {
		if (version.compareTo(this.since) < 0) {
			return false;
		}
		ServerVersion last = this.mended.get(this.mended.size() - 1);
		return this.mended.stream()
			.filter(version::isOfSameLine)
			.findFirst()
			.map((mending) -> version.compareTo(mending) < 0)
			.orElseGet(() -> version.compareTo(last) < 0);
	}

	String sentence() {
		return "%s (etcd issue %d)".formatted(this.effect, this.issue);
	}

}
