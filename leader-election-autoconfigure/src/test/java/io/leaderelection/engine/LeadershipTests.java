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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.leaderelection.ElectionStatus;
import io.leaderelection.FencingToken;
import io.leaderelection.HoldBack;
import io.leaderelection.InvalidElectionNameException;
import io.leaderelection.LeaderChangedEvent;
import io.leaderelection.LeaderConfirmedEvent;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderGrantedEvent;
import io.leaderelection.LeaderRevokedEvent;
import io.leaderelection.LeaderState;
import io.leaderelection.LeaderSuspectedEvent;
import io.leaderelection.Leadership;
import io.leaderelection.NotLeaderException;
import io.leaderelection.ObservedLeader;
import io.leaderelection.RevocationReason;
import io.leaderelection.SuspicionCause;
import io.leaderelection.coordinator.HistoryEntry;
import io.leaderelection.spi.AdoptionOutcome;
import io.leaderelection.spi.FenceSealer;
import io.leaderelection.spi.SealOutcome;
import io.leaderelection.spi.SealRequest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link ElectionEngine}: how leadership comes and goes.
 */
class LeadershipTests {

	private final VirtualCluster cluster = new VirtualCluster();

	@Test
	void fencesArePreparedBeforeTheFirstTermIsWon() {
		List<String> asked = new ArrayList<>();
		this.cluster.startLeader("a");
		this.cluster.start("b", (builder) -> builder.fenceSealer(new FenceSealer() {

			@Override
			public boolean protects(String election) {
				return true;
			}

			@Override
			public CompletionStage<?> prepare(String election) {
				asked.add("prepare " + election);
				return CompletableFuture.completedFuture(null);
			}

			@Override
			public CompletionStage<SealOutcome> seal(SealRequest request) {
				asked.add("seal " + request.token().election());
				return CompletableFuture.completedFuture(new SealOutcome.Sealed(List.of()));
			}

			@Override
			public CompletionStage<AdoptionOutcome> adopt(String election, String lineage, Duration bound) {
				return CompletableFuture.completedFuture(AdoptionOutcome.done());
			}

		}));
		this.cluster.advance(Duration.ofSeconds(1));
		assertThat(asked).containsExactly("prepare " + VirtualCluster.ELECTION);
	}

	@Test
	void fencesAreAskedBeforeListenersAreToldThatTheTermWasWon() {
		List<String> order = new ArrayList<>();
		this.cluster.start("a",
				(builder) -> builder.transitionListeners(List.of((transition) -> order.add("told " + transition.to())))
					.fenceSealer(new FenceSealer() {

						@Override
						public boolean protects(String election) {
							return true;
						}

						@Override
						public CompletionStage<SealOutcome> seal(SealRequest request) {
							order.add("asked");
							return CompletableFuture.completedFuture(new SealOutcome.Sealed(List.of("ledger")));
						}

						@Override
						public CompletionStage<AdoptionOutcome> adopt(String election, String lineage, Duration bound) {
							return CompletableFuture.completedFuture(AdoptionOutcome.done());
						}

					}));
		this.cluster.advanceUntil(() -> order.contains("told LEADER"), Duration.ofSeconds(5));
		assertThat(order).containsSubsequence("told CAMPAIGNING", "asked", "told SEALING", "told LEADER");
	}

	@Test
	void singleCandidateLeadsAtOnce() {
		VirtualNode node = this.cluster.start("a");
		Duration took = this.cluster.advanceUntil(node.election()::isLeader, Duration.ofSeconds(1));
		assertThat(took).isLessThan(Duration.ofMillis(50));
		assertThat(node.states()).containsExactly(LeaderState.FOLLOWER, LeaderState.CAMPAIGNING, LeaderState.SEALING,
				LeaderState.LEADER);
		assertThat(node.election().leadership()).isPresent();
		assertThat(node.election().observedLeader()).map(ObservedLeader::instance).contains(node.engine().instance());
	}

	@Test
	void oneOfSevenCandidatesLeads() {
		List<VirtualNode> nodes = List.of("a", "b", "c", "d", "e", "f", "g").stream().map(this.cluster::start).toList();
		this.cluster.advance(Duration.ofSeconds(2));
		assertThat(nodes).filteredOn((node) -> node.election().isLeader()).hasSize(1);
		assertThat(this.cluster.view().candidates()).hasSize(7);
	}

	@Test
	void promiseI6CrashedLeaderIsReplacedWithinTheTimeToLive() {
		VirtualNode leader = this.cluster.startLeader("a");
		VirtualNode next = this.cluster.start("b");
		this.cluster.advance(Duration.ofSeconds(3));
		leader.loop().kill();
		Duration took = this.cluster.advanceUntil(next.election()::isLeader, Duration.ofSeconds(30));
		assertThat(took).isBetween(Duration.ofMillis(3700), VirtualCluster.TTL.plusSeconds(1));
	}

	@Test
	void promiseI6ResignationIsFollowedByTheNextLeaderWithin300Milliseconds() {
		VirtualNode leader = this.cluster.startLeader("a");
		VirtualNode next = this.cluster.start("b");
		this.cluster.advance(Duration.ofSeconds(1));
		CompletableFuture<Void> resigned = leader.election().resign(Duration.ofSeconds(10));
		Duration took = this.cluster.advanceUntil(() -> !next.events(LeaderGrantedEvent.class).isEmpty(),
				Duration.ofSeconds(10));
		assertThat(took).isLessThan(Duration.ofMillis(300));
		this.cluster.await(resigned);
		assertThat(leader.events(LeaderRevokedEvent.class)).extracting(LeaderRevokedEvent::getReason)
			.containsExactly(RevocationReason.RESIGNED);
	}

	@Test
	void promiseI1TermsGrowByOneWithEachGrant() {
		List<VirtualNode> nodes = List.of(this.cluster.start("a"), this.cluster.start("b"));
		for (int i = 0; i < 20; i++) {
			this.cluster.advance(Duration.ofSeconds(1));
			VirtualNode leader = nodes.stream().filter((node) -> node.election().isLeader()).findAny().orElseThrow();
			this.cluster.await(leader.election().resign(Duration.ofMillis(500)));
		}
		List<Long> terms = this.cluster.server()
			.history(VirtualCluster.ELECTION)
			.stream()
			.map(HistoryEntry::term)
			.toList();
		assertThat(terms).hasSizeGreaterThanOrEqualTo(20);
		for (int i = 0; i < terms.size(); i++) {
			assertThat(terms.get(i)).isEqualTo(terms.size() - i);
		}
	}

	/**
	 * Lesson 15.
	 */
	@Test
	void promiseI7GrantedAndRevokedAreEdges() {
		VirtualNode node = this.cluster.startLeader("a");
		for (int i = 0; i < 3; i++) {
			this.cluster.await(node.election().resign(Duration.ZERO));
			this.cluster.advance(Duration.ofSeconds(1));
		}
		List<FencingToken> granted = node.events(LeaderGrantedEvent.class)
			.stream()
			.map(LeaderGrantedEvent::getToken)
			.toList();
		assertThat(granted).hasSize(4).doesNotHaveDuplicates();
		assertThat(node.events(LeaderRevokedEvent.class)).extracting(LeaderRevokedEvent::getToken)
			.containsExactlyElementsOf(granted.subList(0, 3));
	}

	/**
	 * Lesson 5, promise I3.
	 */
	@Test
	void lesson3LocalDeadlineDemotesWithNoIncomingEvent() {
		VirtualNode leader = this.cluster.startLeader("a");
		Leadership leadership = leader.election().leadership().orElseThrow();
		leader.link().partition();
		this.cluster.advance(Duration.ofMillis(3200));
		assertThat(leader.election().state()).isEqualTo(LeaderState.SUSPECT);
		assertThat(leader.election().isLeader()).isFalse();
		this.cluster.advance(Duration.ofMillis(1600));
		assertThat(leadership.remaining()).isEqualTo(Duration.ZERO);
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(leadership::ensureValid);
		assertThat(leader.events(LeaderSuspectedEvent.class)).hasSize(1);
		assertThat(leader.events(LeaderRevokedEvent.class)).extracting(LeaderRevokedEvent::getReason)
			.containsExactly(RevocationReason.EXPIRED);
	}

	@Test
	void lesson7FrozenLeaderRefusesAtItsFirstInstructionAfterWaking() {
		VirtualNode leader = this.cluster.startLeader("a");
		Leadership leadership = leader.election().leadership().orElseThrow();
		leader.loop().freeze();
		this.cluster.advance(Duration.ofSeconds(7));
		leader.loop().thaw();
		assertThat(leader.election().isLeader()).isFalse();
		assertThat(leadership.isValid()).isFalse();
	}

	@Test
	void lesson10SuspendedLeaderRefusesAtItsFirstInstructionAfterWaking() {
		VirtualNode leader = this.cluster.startLeader("a");
		leader.loop().suspend();
		this.cluster.advance(Duration.ofSeconds(2));
		leader.loop().resume();
		assertThat(leader.election().isLeader()).isFalse();
		this.cluster.advance(Duration.ofMillis(500));
		assertThat(leader.election().isLeader()).isTrue();
		assertThat(leader.events(LeaderSuspectedEvent.class)).extracting(LeaderSuspectedEvent::getCause)
			.containsExactly(SuspicionCause.CLOCK_MOVED);
		assertThat(leader.events(LeaderConfirmedEvent.class)).hasSize(1);
		assertThat(leader.events(LeaderRevokedEvent.class)).isEmpty();
	}

	/**
	 * Promise I5, lesson 10.
	 */
	@Test
	void longSuspendCostsTheTerm() {
		VirtualNode leader = this.cluster.startLeader("a");
		VirtualNode next = this.cluster.start("b");
		leader.loop().suspend();
		this.cluster.advance(Duration.ofSeconds(7));
		assertThat(next.election().isLeader()).isTrue();
		leader.loop().resume();
		this.cluster.advance(Duration.ofSeconds(1));
		assertThat(leader.events(LeaderRevokedEvent.class)).hasSize(1);
		assertThat(next.election().isLeader()).isTrue();
	}

	@Test
	void shortPauseCostsOneVerification() {
		VirtualNode leader = this.cluster.startLeader("a");
		leader.loop().freeze();
		this.cluster.advance(Duration.ofSeconds(2));
		leader.loop().thaw();
		this.cluster.advance(Duration.ofMillis(500));
		assertThat(leader.events(LeaderSuspectedEvent.class)).extracting(LeaderSuspectedEvent::getCause)
			.containsExactly(SuspicionCause.PROCESS_PAUSED);
		assertThat(leader.election().isLeader()).isTrue();
	}

	@Test
	void clockJumpCostsOneVerification() {
		VirtualNode leader = this.cluster.startLeader("a");
		leader.loop().jumpWallClock(Duration.ofHours(-1));
		assertThat(leader.election().isLeader()).isFalse();
		this.cluster.advance(Duration.ofMillis(500));
		assertThat(leader.election().isLeader()).isTrue();
		assertThat(leader.events(LeaderRevokedEvent.class)).isEmpty();
	}

	@Test
	void silentWatchIsNoSuspicionWhileReadsSucceed() {
		VirtualNode leader = this.cluster.startLeader("a");
		leader.link().muteWatch();
		this.cluster.advance(Duration.ofSeconds(30));
		assertThat(leader.election().isLeader()).isTrue();
		assertThat(leader.events(LeaderSuspectedEvent.class)).isEmpty();
	}

	@Test
	void lesson21UnreachableCoordinatorDelaysNoStart() {
		this.cluster.server().stop();
		VirtualNode node = this.cluster.start("a");
		this.cluster.advance(Duration.ofSeconds(20));
		ElectionStatus status = node.election().status();
		assertThat(status.state()).isEqualTo(LeaderState.FOLLOWER);
		assertThat(status.holdBack()).isEqualTo(HoldBack.NO_COORDINATOR);
		assertThat(status.lastError()).isNotBlank();
		this.cluster.server().start();
		Duration took = this.cluster.advanceUntil(node.election()::isLeader, Duration.ofSeconds(30));
		assertThat(took).isLessThan(Duration.ofSeconds(5));
	}

	@Test
	void leaderChangedIsPublishedOnEveryInstance() {
		VirtualNode leader = this.cluster.startLeader("a");
		VirtualNode follower = this.cluster.start("b");
		this.cluster.advance(Duration.ofSeconds(1));
		leader.loop().kill();
		this.cluster.advance(Duration.ofSeconds(8));
		assertThat(follower.events(LeaderChangedEvent.class))
			.extracting((event) -> event.getCurrent().map(ObservedLeader::instance).orElse("nobody"))
			.containsExactly(leader.engine().instance(), "nobody", follower.engine().instance());
	}

	@Test
	void electionJoinedLaterIsLedOnTheSameSession() {
		VirtualNode node = this.cluster.startLeader("a");
		LeaderElection other = node.engine().get("reports/daily");
		this.cluster.advance(Duration.ofSeconds(1));
		assertThat(other.isLeader()).isTrue();
		assertThat(this.cluster.server().sessions()).hasSize(1);
		assertThat(node.engine().all()).extracting(LeaderElection::name).containsExactly("reports/daily", "settlement");
	}

	@Test
	void invalidNameIsRefused() {
		VirtualNode node = this.cluster.start("a");
		assertThatExceptionOfType(InvalidElectionNameException.class).isThrownBy(() -> node.engine().get("no spaces"));
	}

}
