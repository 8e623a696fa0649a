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

import java.time.Duration;
import java.util.concurrent.CompletionException;

import io.leaderelection.ControlRequest;
import io.leaderelection.ControlResult;
import io.leaderelection.InvalidElectionNameException;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderState;
import io.leaderelection.NotLeaderException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link DisabledElections}.
 */
class DisabledElectionsTests {

	private final DisabledElections elections = new DisabledElections("worker-1");

	@Test
	void nothingGuardedRuns() throws Exception {
		LeaderElection election = this.elections.get("settlement");
		assertThat(election.isLeader()).isFalse();
		assertThat(election.leadership()).isEmpty();
		assertThat(election.state()).isEqualTo(LeaderState.STOPPED);
		assertThat(election.runIfLeader(() -> {
			throw new AssertionError("must not run");
		})).isFalse();
		assertThat(election.callIfLeader(() -> "ran")).isEmpty();
	}

	@Test
	void statusSaysWhy() {
		assertThat(this.elections.get("settlement").status().holdBackDetail()).contains("disabled");
	}

	@Test
	void resignationFailsAsForAnyFollower() {
		assertThatExceptionOfType(CompletionException.class)
			.isThrownBy(() -> this.elections.get("settlement").resign(Duration.ZERO).join())
			.withCauseInstanceOf(NotLeaderException.class);
	}

	@Test
	void ordersAreRefused() {
		ControlResult result = this.elections.pause("settlement", new ControlRequest("ops", "test")).join();
		assertThat(result.status()).isEqualTo(ControlResult.Status.REFUSED);
		assertThat(result.fenced()).isFalse();
	}

	@Test
	void electionsAreTheSameObjectsInOrderOfTheirNames() {
		LeaderElection settlement = this.elections.get("settlement");
		LeaderElection report = this.elections.get("report");
		assertThat(this.elections.get("settlement")).isSameAs(settlement);
		assertThat(this.elections.all()).containsExactly(report, settlement);
	}

	@Test
	void badNamesAreRefused() {
		assertThatExceptionOfType(InvalidElectionNameException.class).isThrownBy(() -> this.elections.get("a b"));
	}

}
