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

package io.leaderelection.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.leaderelection.ControlResult;
import io.leaderelection.FencingToken;
import io.leaderelection.HoldBack;
import io.leaderelection.LeaderRevokedEvent;
import io.leaderelection.RevocationReason;
import io.leaderelection.spi.AdoptionOutcome;
import io.leaderelection.spi.FenceSealer;
import io.leaderelection.spi.SealOutcome;
import io.leaderelection.spi.SealRequest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ElectionEngine}: orders that burn a term, and their sealing.
 */
class OperatorControlTests {

	private final VirtualCluster cluster = new VirtualCluster();

	private final Map<String, SealRequest> sealed = new LinkedHashMap<>();

	private final List<String> adopted = new ArrayList<>();

	private AdoptionOutcome adoption = AdoptionOutcome.done();

	@Test
	void pauseForcesTheLeaderOutAndNobodyCampaigns() {
		VirtualNode leader = this.cluster.startLeader("a");
		VirtualNode other = this.cluster.start("b");
		this.cluster.advance(Duration.ofSeconds(1));
		ControlResult result = this.cluster
			.await(other.engine().pause(VirtualCluster.ELECTION, VirtualCluster.OPERATOR));
		assertThat(result.status()).isEqualTo(ControlResult.Status.DONE);
		assertThat(result.term()).isEqualTo(2);
		assertThat(result.fenced()).isTrue();
		this.cluster.advance(Duration.ofSeconds(30));
		assertThat(this.cluster.view().leader()).isNull();
		assertThat(leader.events(LeaderRevokedEvent.class)).extracting(LeaderRevokedEvent::getReason)
			.containsExactly(RevocationReason.PAUSED);
		assertThat(other.election().status().holdBack()).isEqualTo(HoldBack.PAUSED);
		this.cluster.await(other.engine().resume(VirtualCluster.ELECTION, VirtualCluster.OPERATOR));
		this.cluster.advance(Duration.ofSeconds(1));
		assertThat(leader.election().isLeader() || other.election().isLeader()).isTrue();
	}

	@Test
	void repeatedPauseSealsAgainAndBurnsNothing() {
		VirtualNode node = this.cluster.start("a", (builder) -> builder.fenceSealer(sealer("a")));
		this.cluster.advance(Duration.ofSeconds(1));
		this.cluster.await(node.engine().pause(VirtualCluster.ELECTION, VirtualCluster.OPERATOR));
		this.sealed.clear();
		ControlResult again = this.cluster.await(node.engine().pause(VirtualCluster.ELECTION, VirtualCluster.OPERATOR));
		assertThat(again.term()).isEqualTo(2);
		assertThat(this.sealed.get("a")).extracting((request) -> request.token().term()).isEqualTo(2L);
	}

	@Test
	void releaseComparesTheTermThatTheOperatorSaw() {
		VirtualNode leader = this.cluster.startLeader("a");
		ControlResult stale = this.cluster
			.await(leader.engine().release(VirtualCluster.ELECTION, 7, VirtualCluster.OPERATOR));
		assertThat(stale.status()).isEqualTo(ControlResult.Status.CONFLICT);
		assertThat(leader.election().isLeader()).isTrue();
		ControlResult result = this.cluster
			.await(leader.engine().release(VirtualCluster.ELECTION, 1, VirtualCluster.OPERATOR));
		assertThat(result.status()).isEqualTo(ControlResult.Status.DONE);
		this.cluster.advance(Duration.ofMillis(100));
		assertThat(leader.events(LeaderRevokedEvent.class)).extracting(LeaderRevokedEvent::getReason)
			.containsExactly(RevocationReason.RELEASED);
		assertThat(this.cluster.view().term().value()).isEqualTo(3);
	}

	@Test
	void burnedTermThatWasNotSealedIsSealedByAnotherInstance() {
		VirtualNode handler = this.cluster.start("a", (builder) -> builder.fenceSealer(failing()));
		VirtualNode other = this.cluster.start("b", (builder) -> builder.fenceSealer(sealer("b")));
		this.cluster.advance(Duration.ofSeconds(1));
		ControlResult result = this.cluster
			.await(handler.engine().pause(VirtualCluster.ELECTION, VirtualCluster.OPERATOR));
		assertThat(result.fenced()).isFalse();
		assertThat(result.unsealed()).containsExactly("ledger");
		this.cluster.advance(Duration.ofSeconds(3));
		SealRequest request = this.sealed.get("b");
		assertThat(request).isNotNull();
		assertThat(request.token().term()).isEqualTo(result.term());
		assertThat(other.election().isLeader()).isFalse();
	}

	@Test
	void burnedTermIsSealedWithTheGrantIdThatStandsInTheHistory() {
		VirtualNode node = this.cluster.start("a", (builder) -> builder.fenceSealer(sealer("a")));
		this.cluster.advance(Duration.ofSeconds(1));
		ControlResult result = this.cluster
			.await(node.engine().pause(VirtualCluster.ELECTION, VirtualCluster.OPERATOR));
		String grantId = this.cluster.server().history(VirtualCluster.ELECTION).get(0).grantId();
		assertThat(this.sealed.get("a")).satisfies((request) -> assertThat(request.token())
			.isEqualTo(new FencingToken(VirtualCluster.ELECTION, result.term(), grantId)));
	}

	@Test
	void orderWithoutAnswerIsUnknown() {
		VirtualNode node = this.cluster.startLeader("a");
		node.link().partition();
		ControlResult result = this.cluster
			.await(node.engine().pause(VirtualCluster.ELECTION, VirtualCluster.OPERATOR));
		assertThat(result.status()).isEqualTo(ControlResult.Status.UNKNOWN);
	}

	@Test
	void orderToAStoppedEngineIsRefused() {
		VirtualNode node = this.cluster.startLeader("a");
		this.cluster.await(node.engine().stop());
		ControlResult result = this.cluster
			.await(node.engine().pause(VirtualCluster.ELECTION, VirtualCluster.OPERATOR));
		assertThat(result.status()).isEqualTo(ControlResult.Status.REFUSED);
	}

	@Test
	void raisedTermForcesTheLeaderOutAndIsSealed() {
		VirtualNode leader = this.cluster.startLeader("a", (builder) -> builder.fenceSealer(sealer("a")));
		ControlResult result = this.cluster
			.await(leader.engine().raiseTerm(VirtualCluster.ELECTION, 1, 50, VirtualCluster.OPERATOR));
		assertThat(result.status()).isEqualTo(ControlResult.Status.DONE);
		assertThat(result.term()).isEqualTo(50);
		assertThat(result.fenced()).isTrue();
		assertThat(result.detail()).isEqualTo("Raised and fenced");
		this.cluster.advance(Duration.ofSeconds(1));
		assertThat(leader.events(LeaderRevokedEvent.class)).extracting(LeaderRevokedEvent::getReason)
			.containsExactly(RevocationReason.RELEASED);
		assertThat(this.cluster.view().term().value()).isEqualTo(51);
	}

	@Test
	void burnedTermBelowAFenceIsNotCalledFenced() {
		VirtualNode node = this.cluster.start("a",
				(builder) -> builder.fenceSealer(sealing((request) -> (request.token().term() < 9)
						? new SealOutcome.Ahead(9, "lost", "ledger") : new SealOutcome.Sealed(List.of("ledger")))));
		ControlResult result = this.cluster
			.await(node.engine().pause(VirtualCluster.ELECTION, VirtualCluster.OPERATOR));
		assertThat(result.fenced()).isFalse();
		assertThat(result.unsealed()).containsExactly("ledger");
		assertThat(result.detail()).contains("not fenced").contains("term 9");
	}

	@Test
	void adoptionBurnsATermBeyondWhatTheFenceHasSeen() {
		VirtualNode node = this.cluster.start("a", (builder) -> builder.fenceSealer(foreignUntilAdopted(9)));
		this.cluster.advance(Duration.ofSeconds(1));
		assertThat(node.election().status().holdBack()).isEqualTo(HoldBack.FOREIGN_LINEAGE);
		String lineage = this.cluster.lineage();
		ControlResult result = this.cluster
			.await(node.engine().adopt(VirtualCluster.ELECTION, lineage, VirtualCluster.OPERATOR));
		assertThat(result.detail()).isEqualTo("Adopted and fenced");
		assertThat(result.fenced()).isTrue();
		assertThat(result.term()).isEqualTo(10);
		assertThat(this.adopted).containsExactly(lineage);
		assertThat(this.cluster.server().history(VirtualCluster.ELECTION).get(0)).satisfies((entry) -> {
			assertThat(entry.actor()).isEqualTo(VirtualCluster.OPERATOR.actor());
			assertThat(entry.reason()).contains(lineage).contains(VirtualCluster.OPERATOR.reason());
		});
		this.cluster.advance(Duration.ofSeconds(61));
		assertThat(node.election().isLeader()).isTrue();
	}

	@Test
	void adoptionThatADatabaseRefusesSaysWhere() {
		this.adoption = new AdoptionOutcome(List.of("ledger"), "ledger: connection refused");
		VirtualNode node = this.cluster.start("a", (builder) -> builder.fenceSealer(foreignUntilAdopted(9)));
		this.cluster.advance(Duration.ofSeconds(1));
		ControlResult result = this.cluster
			.await(node.engine().adopt(VirtualCluster.ELECTION, this.cluster.lineage(), VirtualCluster.OPERATOR));
		assertThat(result.fenced()).isFalse();
		assertThat(result.unsealed()).containsExactly("ledger");
		assertThat(result.detail()).isEqualTo("Not adopted, order it again: ledger: connection refused");
	}

	@Test
	void adoptionNeedsThePresentLineageAndNoLeader() {
		VirtualNode leader = this.cluster.startLeader("a", (builder) -> builder.fenceSealer(sealer("a")));
		ControlResult other = this.cluster
			.await(leader.engine().adopt(VirtualCluster.ELECTION, "another", VirtualCluster.OPERATOR));
		assertThat(other.status()).isEqualTo(ControlResult.Status.CONFLICT);
		assertThat(other.detail()).contains("another").contains(this.cluster.lineage());
		ControlResult led = this.cluster
			.await(leader.engine().adopt(VirtualCluster.ELECTION, this.cluster.lineage(), VirtualCluster.OPERATOR));
		assertThat(led.status()).isEqualTo(ControlResult.Status.CONFLICT);
		assertThat(led.leader()).isNotNull();
		assertThat(this.adopted).isEmpty();
		assertThat(leader.election().isLeader()).isTrue();
	}

	@Test
	void statusTellsWhoPausedWhyAndWhoWaits() {
		VirtualNode node = this.cluster.startLeader("a");
		this.cluster.await(node.engine().pause(VirtualCluster.ELECTION, VirtualCluster.OPERATOR));
		this.cluster.advance(Duration.ofSeconds(1));
		assertThat(node.election().status().observation()).isNotNull().satisfies((observation) -> {
			assertThat(observation.term()).isEqualTo(2);
			assertThat(observation.leader()).isNull();
			assertThat(observation.pause().actor()).isEqualTo(VirtualCluster.OPERATOR.actor());
			assertThat(observation.pause().reason()).isEqualTo(VirtualCluster.OPERATOR.reason());
			assertThat(observation.candidates()).containsOnlyKeys(node.engine().instance());
		});
	}

	private FenceSealer foreignUntilAdopted(long seen) {
		return sealing((request) -> {
			if (this.adopted.isEmpty()) {
				return new SealOutcome.ForeignLineage("former", "ledger");
			}
			return (request.token().term() <= seen) ? new SealOutcome.Ahead(seen, "former", "ledger")
					: new SealOutcome.Sealed(List.of("ledger"));
		});
	}

	private FenceSealer sealer(String name) {
		return sealing((request) -> {
			this.sealed.put(name, request);
			return new SealOutcome.Sealed(List.of("ledger"));
		});
	}

	private FenceSealer failing() {
		return sealing((request) -> new SealOutcome.Failed(List.of("ledger"), "connection refused"));
	}

	private FenceSealer sealing(Function<SealRequest, SealOutcome> database) {
		return new FenceSealer() {

			@Override
			public boolean protects(String election) {
				return true;
			}

			@Override
			public CompletionStage<SealOutcome> seal(SealRequest request) {
				return CompletableFuture.completedFuture(database.apply(request));
			}

			@Override
			public CompletionStage<AdoptionOutcome> adopt(String election, String lineage, Duration bound) {
				OperatorControlTests.this.adopted.add(lineage);
				return CompletableFuture.completedFuture(OperatorControlTests.this.adoption);
			}

		};
	}

}
