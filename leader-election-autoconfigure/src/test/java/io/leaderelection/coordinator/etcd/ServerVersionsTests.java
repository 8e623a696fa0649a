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

import io.etcd.jetcd.api.ResponseHeader;
import io.etcd.jetcd.api.StatusResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ServerVersions}.
 */
class ServerVersionsTests {

	private final ServerVersions versions = new ServerVersions();

	@ParameterizedTest
	@ValueSource(strings = { "3.4.23", "3.4.38", "3.5.22", "3.6.0", "3.6.4", "3.6.0-rc.1" })
	void oldServerIsAdvisedAgainst(String version) {
		learn(1, version);
		assertThat(this.versions.lowest()).isEqualTo(version);
		assertThat(this.versions.advice()).singleElement().asString().contains(version, "20590", "3.5.23", "3.6.5");
	}

	@ParameterizedTest
	@ValueSource(strings = { "3.5.23", "3.5.30", "3.6.5", "3.7.0", "4.0.0" })
	void mendedServerNeedsNoAdvice(String version) {
		learn(1, version);
		assertThat(this.versions.advice()).isEmpty();
	}

	@Test
	void oldestMemberCounts() {
		learn(1, "3.5.30");
		learn(2, "3.5.9");
		learn(3, "3.6.5");
		assertThat(this.versions.lowest()).isEqualTo("3.5.9");
		learn(2, "3.5.30");
		assertThat(this.versions.lowest()).isEqualTo("3.5.30");
		assertThat(this.versions.advice()).isEmpty();
	}

	@Test
	void alarmIsPassedOn() {
		this.versions
			.learned(StatusResponse.newBuilder().setVersion("3.6.5").addErrors("memberID:1 alarm:NOSPACE ").build());
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
