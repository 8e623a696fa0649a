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

import java.util.regex.Pattern;

import io.etcd.jetcd.api.ResponseHeader;
import io.etcd.jetcd.api.StatusResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ServerVersions}.
 */
class ServerVersionsTests {

	private static final Pattern ISSUE = Pattern.compile("etcd issue (\\d+)");

	private final ServerVersions versions = new ServerVersions();

	@ParameterizedTest
	@CsvSource({ "3.3.27, 20590|20418|15247|20271|14370|17529|19179",
			"3.4.20, 20590|20418|15247|20271|14370|17529|19179", "3.4.23, 20590|20418|15247|20271|17529|19179",
			"3.4.31, 20590|20418|20271|19179", "3.4.37, 20590|20418|20271", "3.4.38, 20418", "3.4.41, 20418",
			"3.5.0-rc.1, 20590|20418|15247|13766|14685|20271|14370|17529|19179",
			"3.5.2, 20590|20418|15247|13766|14685|20271|14370|17529|19179",
			"3.5.3, 20590|20418|15247|14685|20271|14370|17529|19179",
			"3.5.5, 20590|20418|15247|14685|20271|17529|19179", "3.5.6, 20590|20418|15247|20271|17529|19179",
			"3.5.13, 20590|20418|20271|19179", "3.5.17, 20590|20418|20271|19179", "3.5.18, 20590|20418|20271",
			"3.5.22, 20590|20418|20271", "3.5.23, 20418", "3.5.27, 20418", "3.6.0, 20590|20418|20271",
			"3.6.4, 20590|20418|20271", "3.6.5, 20418", "3.6.8, 20418" })
	void oldServerIsAdvisedAgainst(String version, String issues) {
		learn(1, version);
		assertThat(this.versions.lowest()).isEqualTo(version);
		assertThat(this.versions.advice()).singleElement()
			.asString()
			.startsWith("etcd " + version + " can ")
			.endsWith(": use 3.4.42, 3.5.28, 3.6.9 or later")
			.satisfies((advice) -> assertThat(ISSUE.matcher(advice).results().map((found) -> found.group(1)))
				.containsExactly(issues.split("\\|")));
	}

	@ParameterizedTest
	@ValueSource(strings = { "3.4.42", "3.4.50", "3.5.28", "3.5.30", "3.6.9", "3.7.0", "4.0.0" })
	void mendedServerNeedsNoAdvice(String version) {
		learn(1, version);
		assertThat(this.versions.advice()).isEmpty();
	}

	@Test
	void recommendedVersionsMendAllThatIsKnown() {
		assertThat(ServerFault.RECOMMENDED)
			.allSatisfy((version) -> assertThat(ServerFault.KNOWN).noneMatch((fault) -> fault.isIn(version)));
	}

	/**
	 * The lowest version may be the latest one of an older line.
	 */
	@Test
	void eachMemberIsLookedAt() {
		learn(1, "3.5.30");
		learn(2, "3.6.4");
		assertThat(this.versions.lowest()).isEqualTo("3.5.30");
		assertThat(this.versions.advice()).singleElement().asString().startsWith("etcd 3.6.4 can");
	}

	@Test
	void oldestMemberCounts() {
		learn(1, "3.5.30");
		learn(2, "3.5.9");
		learn(3, "3.6.9");
		assertThat(this.versions.lowest()).isEqualTo("3.5.9");
		learn(2, "3.5.30");
		assertThat(this.versions.lowest()).isEqualTo("3.5.30");
		assertThat(this.versions.advice()).isEmpty();
	}

	@Test
	void alarmIsPassedOn() {
		this.versions
			.learned(StatusResponse.newBuilder().setVersion("3.6.9").addErrors("memberID:1 alarm:NOSPACE ").build());
		assertThat(this.versions.advice()).containsExactly("etcd reports: memberID:1 alarm:NOSPACE");
	}

	@Test
	void nothingIsKnownAtFirst() {
		assertThat(this.versions.lowest()).isNull();
		assertThat(this.versions.advice()).isEmpty();
	}

	private void learn(long member, String version) {
		this.versions.learned(StatusResponse.newBuilder()
			.setHeader(ResponseHeader.newBuilder().setMemberId(member))
			.setVersion(version)
			.build());
	}

}
