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

package io.leaderelection.observation;

import java.time.Instant;
import java.util.Map;

import io.leaderelection.LeaderChangedEvent;
import io.leaderelection.LeaderElection;
import io.leaderelection.ObservedLeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link LeaderLog}.
 */
@ExtendWith(OutputCaptureExtension.class)
class LeaderLogTests {

	private final LeaderElection election = mock(LeaderElection.class);

	private final LeaderLog log = new LeaderLog(() -> "worker-1");

	@Test
	void otherInstanceThatLeadsIsNamedWithItsTerm(CapturedOutput output) {
		leads("worker-2");
		assertThat(output.toString()).contains("INFO").contains("Election 'settlement': 'worker-2' leads in term 7");
	}

	@Test
	void ownLeadershipIsLeftToTheTransitions(CapturedOutput output) {
		leads("worker-1");
		assertThat(output.toString()).doesNotContain("leads in term");
	}

	private void leads(String instance) {
		given(this.election.name()).willReturn("settlement");
		this.log.onApplicationEvent(new LeaderChangedEvent(this.election, null,
				new ObservedLeader(instance, 7, "grant", Instant.EPOCH, Map.of()), Instant.EPOCH));
	}

}
