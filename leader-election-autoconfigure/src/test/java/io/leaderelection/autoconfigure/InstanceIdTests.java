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

package io.leaderelection.autoconfigure;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link InstanceId}.
 */
class InstanceIdTests {

	@Test
	void identifierCanBeSet() {
		assertThat(InstanceId.resolve("worker-1").value()).isEqualTo("worker-1");
	}

	@Test
	void hostNameIsTheDefault() {
		assertThat(InstanceId.resolve(null).value()).matches("[A-Za-z0-9._-]{1,100}");
		assertThat(InstanceId.resolve(" ").value()).matches("[A-Za-z0-9._-]{1,100}");
	}

	@Test
	void badCharactersAreRefused() {
		assertThatExceptionOfType(LeaderElectionConfigurationException.class)
			.isThrownBy(() -> InstanceId.resolve("worker/1"))
			.satisfies((ex) -> assertThat(ex.getProperty()).isEqualTo("leader-election.instance-id"));
	}

}
