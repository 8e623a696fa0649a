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

	private FenceSealer sealer(String name) {
		return sealing((request) -> {
			this.sealed.put(name, request);
			return new SealOutcome.Sealed(List.of("ledger"));
		});
	}

	private FenceSealer failing() {
		return sealing((request) -> new SealOutcome.Failed(List.of("ledger"), "connection refused"));
	}

	private static FenceSealer sealing(Function<SealRequest, SealOutcome> database) {
		return new FenceSealer() {

			@Override
			public boolean protects(String election) {
				return true;
			}

			@Override
			public CompletionStage<SealOutcome> seal(SealRequest request) {
				return CompletableFuture.completedFuture(database.apply(request));
			}

		};
	}

}
