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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;

import io.leaderelection.ControlResult;
import io.leaderelection.FencingToken;
import io.leaderelection.HoldBack;
import io.leaderelection.LeaderGrantedEvent;
import io.leaderelection.LeaderRevokedEvent;
import io.leaderelection.LeaderState;
import io.leaderelection.Leadership;
import io.leaderelection.RevocationReason;
import io.leaderelection.coordinator.memory.Fault;
import io.leaderelection.coordinator.memory.Operation;
import io.leaderelection.spi.WorkDrain;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ElectionEngine}: voluntary ends, hand-over, eligibility and shutdown.
 */
class VoluntaryEndTests {

	private final VirtualCluster cluster = new VirtualCluster();

	@Test
	void lesson8LeadershipIsNotReleasedWhileWorkRuns() {
		CompletableFuture<Void> work = new CompletableFuture<>();
		VirtualNode leader = this.cluster.start("a", (builder) -> builder.workDrain(waitingFor(work)));
		this.cluster.advance(Duration.ofMillis(100));
		Leadership leadership = leader.election().leadership().orElseThrow();
		VirtualNode next = this.cluster.start("b");
		this.cluster.advance(Duration.ofMillis(100));
		CompletableFuture<Void> resigned = leader.election().resign(Duration.ofSeconds(10));
		this.cluster.advance(Duration.ofSeconds(20));
		assertThat(leader.election().state()).isEqualTo(LeaderState.DRAINING);
		assertThat(leader.election().isLeader()).isFalse();
		assertThat(leadership.isValid()).isTrue();
		assertThat(next.election().isLeader()).isFalse();
		work.complete(null);
		this.cluster.await(resigned);
		assertThat(leadership.isValid()).isFalse();
		this.cluster.advance(Duration.ofMillis(300));
		assertThat(next.election().isLeader()).isTrue();
	}

	@Test
	void drainingIsBounded() {
		VirtualNode leader = this.cluster.start("a",
				(builder) -> builder.workDrain(waitingFor(new CompletableFuture<>())));
		this.cluster.advance(Duration.ofMillis(100));
		this.cluster.start("b");
		CompletableFuture<Void> resigned = leader.election().resign(Duration.ofSeconds(10));
		Duration took = this.cluster.advanceUntil(resigned::isDone, Duration.ofMinutes(1));
		assertThat(took).isBetween(Duration.ofSeconds(25), Duration.ofSeconds(26));
	}

	@Test
	void resigningWithoutLeadingFails() {
		this.cluster.startLeader("a");
		VirtualNode follower = this.cluster.start("b");
		this.cluster.advance(Duration.ofMillis(100));
		CompletableFuture<Void> resigned = follower.election().resign(Duration.ZERO);
		this.cluster.advance(Duration.ofMillis(100));
		assertThat(resigned).isCompletedExceptionally();
		ControlResult result = this.cluster
			.await(follower.engine().resign(VirtualCluster.ELECTION, Duration.ZERO, VirtualCluster.OPERATOR));
		assertThat(result.status()).isEqualTo(ControlResult.Status.CONFLICT);
		assertThat(result.leader()).isNotNull();
	}

	@Test
	void orderForATermThatIsBeingGivenUpSaysSo() {
		CompletableFuture<Void> work = new CompletableFuture<>();
		VirtualNode leader = this.cluster.start("a", (builder) -> builder.workDrain(waitingFor(work)));
		this.cluster.advance(Duration.ofMillis(100));
		this.cluster.start("b");
		this.cluster.advance(Duration.ofMillis(100));
		CompletableFuture<Void> resigned = leader.election().resign(Duration.ofSeconds(10));
		this.cluster.advance(Duration.ofMillis(100));
		assertThat(leader.election().state()).isEqualTo(LeaderState.DRAINING);
		assertGivenUpAlready(
				this.cluster.await(leader.engine().transfer(VirtualCluster.ELECTION, "b", VirtualCluster.OPERATOR)));
		leader.link().failNext(Operation.RESIGN, new Fault.LostRequest());
		work.complete(null);
		this.cluster.advanceUntil(() -> leader.election().state() == LeaderState.FOLLOWER, Duration.ofSeconds(5));
		assertThat(resigned).isNotDone();
		assertGivenUpAlready(
				this.cluster.await(leader.engine().transfer(VirtualCluster.ELECTION, "b", VirtualCluster.OPERATOR)));
		assertGivenUpAlready(this.cluster
			.await(leader.engine().resign(VirtualCluster.ELECTION, Duration.ZERO, VirtualCluster.OPERATOR)));
	}

	private static void assertGivenUpAlready(ControlResult result) {
		assertThat(result.status()).isEqualTo(ControlResult.Status.CONFLICT);
		assertThat(result.detail()).isEqualTo("This instance is giving up its term already");
	}

	@Test
	void coolDownEndsEarlyWhenNoOtherCandidateExists() {
		VirtualNode node = this.cluster.startLeader("a");
		this.cluster.await(node.election().resign(Duration.ofMinutes(5)));
		Duration took = this.cluster.advanceUntil(node.election()::isLeader, Duration.ofSeconds(10));
		assertThat(took).isLessThan(Duration.ofSeconds(1));
	}

	@Test
	void coolingInstanceLetsOthersTry() {
		VirtualNode first = this.cluster.startLeader("a");
		VirtualNode second = this.cluster.start("b");
		this.cluster.advance(Duration.ofMillis(100));
		this.cluster.await(first.election().resign(Duration.ofMinutes(1)));
		this.cluster.advance(Duration.ofSeconds(1));
		assertThat(second.election().isLeader()).isTrue();
		assertThat(first.election().status().holdBack()).isEqualTo(HoldBack.COOLING_DOWN);
		assertThat(this.cluster.view().candidates()).containsOnlyKeys(second.engine().instance());
	}

	@Test
	void handOverGoesToTheNamedCandidate() {
		VirtualNode leader = this.cluster.startLeader("a");
		List<VirtualNode> others = List.of("b", "c", "d", "e").stream().map(this.cluster::start).toList();
		this.cluster.advance(Duration.ofSeconds(1));
		VirtualNode target = others.get(3);
		ControlResult result = this.cluster.await(
				leader.engine().transfer(VirtualCluster.ELECTION, target.engine().instance(), VirtualCluster.OPERATOR));
		assertThat(result.status()).isEqualTo(ControlResult.Status.DONE);
		this.cluster.advance(Duration.ofMillis(300));
		assertThat(target.election().isLeader()).isTrue();
		assertThat(leader.events(LeaderRevokedEvent.class)).extracting(LeaderRevokedEvent::getReason)
			.containsExactly(RevocationReason.TRANSFERRED);
	}

	@Test
	void handOverToNobodyChangesNothing() {
		VirtualNode leader = this.cluster.startLeader("a");
		ControlResult result = this.cluster
			.await(leader.engine().transfer(VirtualCluster.ELECTION, "nobody", VirtualCluster.OPERATOR));
		assertThat(result.status()).isEqualTo(ControlResult.Status.CONFLICT);
		assertThat(leader.election().isLeader()).isTrue();
	}

	@Test
	void othersHoldBackForOneSecondWhenTheSuccessorDies() {
		VirtualNode leader = this.cluster.startLeader("a");
		VirtualNode successor = this.cluster.start("b");
		VirtualNode other = this.cluster.start("c");
		this.cluster.advance(Duration.ofSeconds(1));
		successor.loop().freeze();
		this.cluster.await(leader.engine()
			.transfer(VirtualCluster.ELECTION, successor.engine().instance(), VirtualCluster.OPERATOR));
		Duration took = this.cluster.advanceUntil(other.election()::isLeader, Duration.ofSeconds(10));
		assertThat(took).isBetween(Duration.ofMillis(950), Duration.ofMillis(1200));
	}

	@Test
	void ineligibleInstanceDoesNotCampaign() {
		VirtualNode node = this.cluster.start("a",
				(builder) -> builder.eligibilities(List.of((election) -> "database down")));
		this.cluster.advance(Duration.ofSeconds(5));
		assertThat(node.election().status().holdBack()).isEqualTo(HoldBack.NOT_ELIGIBLE);
		assertThat(node.election().status().holdBackDetail()).isEqualTo("database down");
		assertThat(this.cluster.view().candidates()).isEmpty();
	}

	@Test
	void ineligibleLeaderHandsOverAfterTheGraceTime() {
		AtomicReference<@Nullable String> reason = new AtomicReference<>();
		VirtualNode leader = this.cluster.start("a",
				(builder) -> builder.eligibilities(List.of((election) -> reason.get())));
		this.cluster.advance(Duration.ofMillis(100));
		VirtualNode next = this.cluster.start("b");
		this.cluster.advance(Duration.ofMillis(100));
		reason.set("database down");
		this.cluster.advance(Duration.ofSeconds(4));
		assertThat(leader.election().isLeader()).isTrue();
		this.cluster.advance(Duration.ofSeconds(3));
		assertThat(next.election().isLeader()).isTrue();
		assertThat(leader.events(LeaderRevokedEvent.class)).extracting(LeaderRevokedEvent::getReason)
			.containsExactly(RevocationReason.NOT_ELIGIBLE);
	}

	@Test
	void promiseI8StopReleasesEverything() {
		VirtualNode leader = this.cluster.startLeader("a");
		this.cluster.await(leader.engine().stop());
		assertThat(leader.election().state()).isEqualTo(LeaderState.STOPPED);
		assertThat(leader.events(LeaderRevokedEvent.class)).extracting(LeaderRevokedEvent::getReason)
			.containsExactly(RevocationReason.SHUTDOWN);
		assertThat(this.cluster.view().leader()).isNull();
		assertThat(this.cluster.server().sessions()).isEmpty();
	}

	/**
	 * Whatever the order of the candidates, and though the one that stops is still listed
	 * when its term ends.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "b", "c", "d", "e", "f", "g", "h", "i" })
	void onlyOtherCandidateLeadsAtOnceWhenTheLeaderStops(String name) {
		VirtualNode leader = this.cluster.startLeader("a");
		VirtualNode next = this.cluster.start(name);
		this.cluster.advance(Duration.ofSeconds(1));
		CompletableFuture<Void> stopped = leader.engine().stop();
		Duration took = this.cluster.advanceUntil(next.election()::isLeader, Duration.ofSeconds(1));
		assertThat(took).isLessThan(Duration.ofMillis(10));
		this.cluster.await(stopped);
	}

	@Test
	void instanceThatStopsIsNoCandidateWhileAnotherOfItsElectionsStillDrains() {
		CompletableFuture<Void> work = new CompletableFuture<>();
		VirtualNode node = this.cluster.start("a", (builder) -> builder.workDrain(waitingFor(work)));
		this.cluster.advance(Duration.ofMillis(100));
		VirtualNode other = this.cluster.start("b");
		other.engine().get("other");
		this.cluster.advance(Duration.ofMillis(100));
		node.engine().get("other");
		this.cluster.advance(Duration.ofMillis(100));
		assertThat(this.cluster.server().view("other").candidates()).hasSize(2);
		CompletableFuture<Void> stopped = node.engine().stop();
		this.cluster.advance(Duration.ofMillis(100));
		assertThat(stopped).isNotDone();
		assertThat(this.cluster.server().view("other").candidates()).containsOnlyKeys(other.engine().instance());
		work.complete(null);
		this.cluster.await(stopped);
	}

	@Test
	void promiseI8AndLesson14StartAfterStopHasAFreshIdentity() {
		VirtualNode node = this.cluster.startLeader("a");
		String before = node.engine().instance();
		this.cluster.await(node.engine().stop());
		node.engine().start();
		this.cluster.advance(Duration.ofSeconds(1));
		assertThat(node.election().isLeader()).isTrue();
		assertThat(node.engine().instance()).startsWith("a-").isNotEqualTo(before);
		assertThat(node.events(LeaderGrantedEvent.class)).hasSize(2);
	}

	@Test
	void promiseI8StopIsBoundedWhenTheCoordinatorIsGone() {
		VirtualNode leader = this.cluster.startLeader("a");
		leader.link().partition();
		CompletableFuture<Void> stopped = leader.engine().stop();
		Duration took = this.cluster.advanceUntil(stopped::isDone, Duration.ofMinutes(1));
		assertThat(took).isLessThan(Duration.ofSeconds(35));
		assertThat(leader.events(LeaderRevokedEvent.class)).hasSize(1);
	}

	/**
	 * The work hangs with the coordinator, so that the term expires before it is given
	 * up.
	 */
	@Test
	void resignationThatIsOvertakenSaysSoAndItsCoolDownHolds() {
		VirtualNode leader = this.cluster.start("a",
				(builder) -> builder.workDrain(waitingFor(new CompletableFuture<>())));
		this.cluster.advance(Duration.ofMillis(100));
		VirtualNode next = this.cluster.start("b");
		this.cluster.advance(Duration.ofMillis(100));
		leader.link().partition();
		ControlResult result = this.cluster
			.await(leader.engine().resign(VirtualCluster.ELECTION, Duration.ofMinutes(1), VirtualCluster.OPERATOR));
		assertThat(result.status()).isEqualTo(ControlResult.Status.UNKNOWN);
		assertThat(result.term()).isOne();
		assertThat(result.detail()).startsWith("The term ended before it was given up: expired")
			.endsWith("; the cool-down holds all the same");
		assertThat(leader.events(LeaderRevokedEvent.class)).extracting(LeaderRevokedEvent::getReason)
			.containsExactly(RevocationReason.EXPIRED);
		leader.link().heal();
		this.cluster.advance(Duration.ofSeconds(20));
		assertThat(next.election().isLeader()).isTrue();
		assertThat(leader.election().status().holdBack()).isEqualTo(HoldBack.COOLING_DOWN);
		this.cluster.advance(Duration.ofSeconds(41));
		assertThat(leader.election().status().holdBack()).isNull();
	}

	@Test
	void resignationByAUserIsOverWhenTheTermEndsOtherwise() {
		VirtualNode leader = this.cluster.start("a",
				(builder) -> builder.workDrain(waitingFor(new CompletableFuture<>())));
		this.cluster.advance(Duration.ofMillis(100));
		leader.link().partition();
		CompletableFuture<Void> resigned = leader.election().resign(Duration.ZERO);
		this.cluster.await(resigned);
		assertThat(leader.events(LeaderRevokedEvent.class)).extracting(LeaderRevokedEvent::getReason)
			.containsExactly(RevocationReason.EXPIRED);
	}

	@Test
	void resignationThatTheCoordinatorDoesNotConfirmSaysSo() {
		VirtualNode leader = this.cluster.startLeader("a");
		leader.link().partition();
		ControlResult result = this.cluster
			.await(leader.engine().resign(VirtualCluster.ELECTION, Duration.ofMinutes(1), VirtualCluster.OPERATOR));
		assertThat(result.status()).isEqualTo(ControlResult.Status.UNKNOWN);
		assertThat(result.detail()).startsWith("The term was given up here, but the coordinator did not confirm it");
	}

	@Test
	void secondResignationWaitsForTheFirstAndTheLongerCoolDownHolds() {
		CompletableFuture<Void> work = new CompletableFuture<>();
		VirtualNode leader = this.cluster.start("a", (builder) -> builder.workDrain(waitingFor(work)));
		this.cluster.advance(Duration.ofMillis(100));
		this.cluster.start("b");
		this.cluster.advance(Duration.ofMillis(100));
		CompletableFuture<Void> first = leader.election().resign(Duration.ofSeconds(1));
		CompletableFuture<ControlResult> second = leader.engine()
			.resign(VirtualCluster.ELECTION, Duration.ofMinutes(1), VirtualCluster.OPERATOR);
		this.cluster.advance(Duration.ofMillis(100));
		work.complete(null);
		this.cluster.await(first);
		assertThat(this.cluster.await(second).status()).isEqualTo(ControlResult.Status.DONE);
		this.cluster.advance(Duration.ofSeconds(50));
		assertThat(leader.election().status().holdBack()).isEqualTo(HoldBack.COOLING_DOWN);
		ControlResult third = this.cluster
			.await(leader.engine().resign(VirtualCluster.ELECTION, Duration.ZERO, VirtualCluster.OPERATOR));
		assertThat(third.status()).isEqualTo(ControlResult.Status.CONFLICT);
	}

	@Test
	void handOverThatIsOvertakenSaysSoAndItsCoolDownHolds() {
		VirtualNode leader = this.cluster.startLeader("a");
		VirtualNode next = this.cluster.start("b");
		this.cluster.advance(Duration.ofSeconds(1));
		leader.link().failNext(Operation.NOMINATE, new Fault.LateAnswer(Duration.ofMillis(500)));
		CompletableFuture<ControlResult> handedOver = leader.engine()
			.transfer(VirtualCluster.ELECTION, next.engine().instance(), VirtualCluster.OPERATOR);
		this.cluster.advance(Duration.ofMillis(50));
		this.cluster.await(next.engine().release(VirtualCluster.ELECTION, 1, VirtualCluster.OPERATOR));
		ControlResult result = this.cluster.await(handedOver);
		assertThat(result.status()).isEqualTo(ControlResult.Status.UNKNOWN);
		assertThat(result.detail()).startsWith("The term ended before it was handed over");
		this.cluster.advance(Duration.ofSeconds(1));
		assertThat(next.election().isLeader()).isTrue();
		assertThat(leader.election().status().holdBack()).isEqualTo(HoldBack.COOLING_DOWN);
	}

	@Test
	void unconfirmedHandOverLeavesTheLeader() {
		VirtualNode leader = this.cluster.startLeader("a");
		VirtualNode next = this.cluster.start("b");
		this.cluster.advance(Duration.ofSeconds(1));
		leader.link().failNext(Operation.NOMINATE, new Fault.LostRequest());
		ControlResult result = this.cluster.await(
				leader.engine().transfer(VirtualCluster.ELECTION, next.engine().instance(), VirtualCluster.OPERATOR));
		assertThat(result.status()).isEqualTo(ControlResult.Status.UNKNOWN);
		this.cluster.advance(Duration.ofSeconds(1));
		assertThat(leader.election().isLeader()).isTrue();
		assertThat(leader.election().status().holdBack()).isNull();
	}

	private static WorkDrain waitingFor(CompletableFuture<Void> work) {
		return new WorkDrain() {

			@Override
			public CompletionStage<Void> drain(FencingToken token) {
				return work;
			}

			@Override
			public void interrupt(FencingToken token) {
			}

		};
	}

}
