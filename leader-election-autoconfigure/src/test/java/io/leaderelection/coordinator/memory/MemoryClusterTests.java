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

package io.leaderelection.coordinator.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.leaderelection.coordinator.Campaign;
import io.leaderelection.coordinator.CampaignOutcome;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.LineageOutcome;
import io.leaderelection.coordinator.RenewalOutcome;
import io.leaderelection.coordinator.Restored;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.SessionGone;
import io.leaderelection.coordinator.SessionOutcome;
import io.leaderelection.coordinator.SessionRequest;
import io.leaderelection.coordinator.Unknown;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link MemoryCluster}.
 */
class MemoryClusterTests {

	private static final String ELECTION = "settlement";

	private static final Duration TTL = Duration.ofSeconds(10);

	private final VirtualTime time = new VirtualTime();

	private int ids;

	private MemoryCluster cluster = cluster(
			new MemoryCluster.Settings(Duration.ofSeconds(2), Duration.ofSeconds(1), false));

	@Test
	void sessionsHaveTheMinimumTimeToLive() {
		assertThat(open(client(), Duration.ofSeconds(1)).ttl()).isEqualTo(Duration.ofSeconds(2));
		assertThat(open(client(), Duration.ofSeconds(3)).ttl()).isEqualTo(Duration.ofSeconds(3));
	}

	@Test
	void expiredSessionLivesUntilItIsCollected() {
		MemoryCoordinator client = client();
		Session session = open(client, Duration.ofMillis(2300));
		win(client, session);
		this.time.advance(Duration.ofMillis(2999));
		assertThat(this.cluster.view(ELECTION).leader()).isNotNull();
		this.time.advance(Duration.ofMillis(1));
		assertThat(this.cluster.view(ELECTION).leader()).isNull();
		assertThat(this.cluster.sessions()).isEmpty();
	}

	/**
	 * Lesson 1: a campaign is won though the session is already over.
	 */
	@Test
	void campaignUnderAnExpiredSessionWinsUntilItIsCollected() {
		MemoryCoordinator client = client();
		Session session = open(client, Duration.ofMillis(2300));
		this.time.advance(Duration.ofMillis(2500));
		win(client, session);
		this.time.advance(Duration.ofMillis(500));
		assertThat(this.cluster.view(ELECTION).leader()).isNull();
	}

	@Test
	void expiredSessionCannotBeRenewed() {
		MemoryCoordinator client = client();
		Session session = open(client, Duration.ofMillis(2300));
		this.time.advance(Duration.ofMillis(2500));
		assertThat(await(client.renew(session))).isInstanceOf(SessionGone.class);
	}

	@Test
	void serverThatHasNothingToDoSleeps() {
		MemoryCoordinator client = client();
		Session session = open(client, TTL);
		await(client.close(session));
		this.time.advance(Duration.ofSeconds(1));
		assertThat(this.time.step()).isFalse();
	}

	@Test
	void stoppedServerAnswersNobodyAndEndsNoSession() {
		MemoryCoordinator client = client();
		Session session = open(client, TTL);
		LeaderRecord record = win(client, session);
		this.cluster.stop();
		assertThat(await(client.renew(session))).isEqualTo(new Unknown("The server is down"));
		this.time.advance(TTL.multipliedBy(2));
		this.cluster.start();
		this.time.advance(TTL.minusMillis(1));
		assertThat(this.cluster.view(ELECTION).leader()).as("extended by the restart").isEqualTo(record);
		this.time.advance(Duration.ofSeconds(1));
		assertThat(this.cluster.view(ELECTION).leader()).isNull();
	}

	@Test
	void renewalTellsTheGrantsWhenAskedTo() {
		this.cluster = cluster(new MemoryCluster.Settings(Duration.ZERO, Duration.ofSeconds(1), true));
		MemoryCoordinator client = client();
		Session session = open(client, TTL);
		assertThat(await(client.renew(session))).isEqualTo(new RenewalOutcome.Renewed(TTL, Set.of()));
		LeaderRecord record = win(client, session);
		assertThat(await(client.renew(session))).isEqualTo(new RenewalOutcome.Renewed(TTL, Set.of(record.token())));
	}

	@Test
	void snapshotIsNotChangedAfterwards() {
		MemoryCoordinator client = client();
		Session session = open(client, TTL);
		LeaderRecord record = win(client, session);
		MemoryCluster.Snapshot snapshot = this.cluster.snapshot();
		await(client.discard(record));
		this.cluster.restore(snapshot);
		assertThat(this.cluster.view(ELECTION).leader()).isEqualTo(record);
		this.cluster.endSession(session.id());
		assertThat(this.cluster.view(ELECTION).leader()).isNull();
		this.cluster.restore(snapshot);
		assertThat(this.cluster.view(ELECTION).leader()).isEqualTo(record);
	}

	@Test
	void identifiersOfSessionsAreNotUsedAgainAfterARestore() {
		MemoryCoordinator client = client();
		MemoryCluster.Snapshot snapshot = this.cluster.snapshot();
		Session before = open(client, TTL);
		this.cluster.restore(snapshot);
		assertThat(open(client, TTL).id()).isNotEqualTo(before.id());
	}

	@Test
	void replacedClusterHasAnotherLineageAndNoData() {
		MemoryCoordinator client = client();
		LineageOutcome before = await(client.lineage());
		win(client, open(client, TTL));
		this.cluster.replace();
		assertThat(await(client.lineage())).isInstanceOf(Restored.class);
		assertThat(await(client.lineage())).isInstanceOf(LineageOutcome.Known.class).isNotEqualTo(before);
		assertThat(this.cluster.view(ELECTION).leader()).isNull();
	}

	@Test
	void granularityMustBePositive() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new MemoryCluster.Settings(Duration.ZERO, Duration.ZERO, false))
			.withMessage("'expiryGranularity' must be positive, but is 0 ms");
	}

	private MemoryCluster cluster(MemoryCluster.Settings settings) {
		return new MemoryCluster(this.time.newLoop("server"), settings, () -> {
			this.ids++;
			return "id-" + this.ids;
		});
	}

	private MemoryCoordinator client() {
		return new MemoryCoordinator(this.cluster, this.time.newLoop("client"));
	}

	private Session open(MemoryCoordinator client, Duration ttl) {
		SessionOutcome outcome = await(client.open(new SessionRequest("instance", ttl)));
		return ((SessionOutcome.Opened) outcome).session();
	}

	private LeaderRecord win(MemoryCoordinator client, Session session) {
		CampaignOutcome outcome = await(client.campaign(
				new Campaign(ELECTION, session, "grant", this.cluster.view(ELECTION).term(), Instant.EPOCH, Map.of())));
		return ((CampaignOutcome.Won) outcome).record();
	}

	private <O> O await(CompletionStage<O> stage) {
		CompletableFuture<O> future = stage.toCompletableFuture();
		this.time.runUntilIdle();
		assertThat(future).isDone();
		return future.join();
	}

}
