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

package io.leaderelection.coordinator;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.leaderelection.coordinator.CoordinatorHarness.Disturbance;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract of {@link Coordinator}: how it tells what state the service is in.
 */
interface InspectionContract extends CoordinatorContract {

	@Test
	default void inspectionShowsAServiceThatDecides() {
		Coordinator client = harness().newClient();
		harness().await(client.lineage(), LineageOutcome.Known.class);
		ClusterStatus status = harness().await(client.inspect(Duration.ofMillis(900)));
		assertThat(status.available()).as("%s", status).isTrue();
		assertThat(status.error()).isNull();
		assertThat(status.answering()).isGreaterThanOrEqualTo(status.quorum());
		assertThat(status.members()).allSatisfy((member) -> {
			assertThat(member.reachable()).isTrue();
			assertThat(member.took()).isNotNull();
		}).filteredOn(MemberStatus::leading).hasSize(1);
	}

	@Test
	default void inspectionOfAServiceThatIsSilentEndsInTime() {
		Coordinator client = harness().newClient();
		harness().await(client.lineage(), LineageOutcome.Known.class);
		harness().disturb(client, Disturbance.SILENCE);
		CompletableFuture<ClusterStatus> asked = client.inspect(Duration.ofMillis(300)).toCompletableFuture();
		harness().passUntil(Duration.ofSeconds(1), asked::isDone);
		assertThat(asked.join()).satisfies((status) -> {
			assertThat(status.available()).isFalse();
			assertThat(status.error()).isNotBlank();
			assertThat(status.answering()).isZero();
		});
	}

	@Test
	default void inspectionSeesAServiceThatIsBack() {
		Coordinator client = harness().newClient();
		harness().await(client.lineage(), LineageOutcome.Known.class);
		harness().disturb(client, Disturbance.CUT);
		assertThat(harness().await(client.inspect(Duration.ofMillis(300))).available()).isFalse();
		harness().recover(client);
		harness().passUntil(Duration.ofSeconds(5), () -> {
			CompletableFuture<ClusterStatus> asked = client.inspect(Duration.ofMillis(500)).toCompletableFuture();
			return harness().await(asked).available();
		});
	}

}
