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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.coordinator.Campaign;
import io.leaderelection.coordinator.CampaignOutcome;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.ReadOutcome;
import io.leaderelection.coordinator.Refused;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.SessionOutcome;
import io.leaderelection.coordinator.SessionRequest;
import io.leaderelection.coordinator.Subscription;
import io.leaderelection.coordinator.TermRecord;
import io.leaderelection.coordinator.Unknown;
import io.leaderelection.coordinator.WatchEvent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link MemoryLink} and the faults that it is told.
 */
class MemoryLinkTests {

	private static final String ELECTION = "settlement";

	private final VirtualTime time = new VirtualTime();

	private final VirtualEventLoop server = this.time.newLoop("server");

	private final VirtualEventLoop process = this.time.newLoop("client");

	private final MemoryCluster cluster = new MemoryCluster(this.server);

	private final MemoryCoordinator client = new MemoryCoordinator(this.cluster, this.process);

	private Session session;

	@BeforeEach
	void openSession() {
		CompletionStage<SessionOutcome> opened = this.client
			.open(new SessionRequest("instance", Duration.ofSeconds(30)));
		this.time.runUntilIdle();
		this.session = ((SessionOutcome.Opened) opened.toCompletableFuture().join()).session();
	}

	@Test
	void callWithoutLatencyIsAnsweredWhileTimeStandsStill() {
		CompletionStage<CampaignOutcome> call = campaign("grant");
		this.time.runUntilIdle();
		assertThat(call).isCompletedWithValueMatching(CampaignOutcome.Won.class::isInstance);
	}

	@Test
	void latencyDelaysEachWay() {
		this.client.link().setLatency(() -> Duration.ofMillis(20));
		CompletionStage<CampaignOutcome> call = campaign("grant");
		this.time.advance(Duration.ofMillis(19));
		assertThat(leader()).isNull();
		this.time.advance(Duration.ofMillis(1));
		assertThat(leader()).isEqualTo("grant");
		this.time.advance(Duration.ofMillis(19));
		assertThat(call).isNotDone();
		this.time.advance(Duration.ofMillis(1));
		assertThat(call).isCompletedWithValueMatching(CampaignOutcome.Won.class::isInstance);
	}

	@Test
	void messagesOvertakeEachOtherWhenLatencyVaries() {
		Queue<Duration> latencies = new ArrayDeque<>(
				List.of(Duration.ofMillis(50), Duration.ofMillis(10), Duration.ZERO, Duration.ZERO));
		this.client.link().setLatency(() -> latencies.remove());
		campaign("slow");
		campaign("fast");
		this.time.advance(Duration.ofMillis(60));
		assertThat(leader()).isEqualTo("fast");
	}

	@Test
	void lostRequestIsUnknownAtTheDeadlineAndNeverApplied() {
		CompletionStage<CampaignOutcome> call = campaignWith(new Fault.LostRequest());
		this.time.advance(Duration.ofMillis(1499));
		assertThat(call).isNotDone();
		this.time.advance(Duration.ofMillis(1));
		assertThat(call).isCompletedWithValue(new Unknown("No answer within 1500 ms"));
		this.time.advance(Duration.ofSeconds(5));
		assertThat(leader()).isNull();
	}

	@Test
	void lostAnswerIsUnknownThoughTheCallWasApplied() {
		CompletionStage<CampaignOutcome> call = campaignWith(new Fault.LostAnswer());
		this.time.advance(Duration.ofMillis(1500));
		assertThat(call).isCompletedWithValueMatching(Unknown.class::isInstance);
		assertThat(leader()).isEqualTo("grant");
	}

	@Test
	void answerAfterTheDeadlineIsIgnored() {
		CompletionStage<CampaignOutcome> call = campaignWith(new Fault.LateAnswer(Duration.ofSeconds(2)));
		this.time.advance(Duration.ofSeconds(3));
		assertThat(call).isCompletedWithValueMatching(Unknown.class::isInstance);
		assertThat(leader()).isEqualTo("grant");
	}

	@Test
	void lateAnswerBeforeTheDeadlineCounts() {
		CompletionStage<CampaignOutcome> call = campaignWith(new Fault.LateAnswer(Duration.ofSeconds(1)));
		this.time.advance(Duration.ofMillis(999));
		assertThat(call).isNotDone();
		this.time.advance(Duration.ofMillis(1));
		assertThat(call).isCompletedWithValueMatching(CampaignOutcome.Won.class::isInstance);
	}

	/**
	 * Lesson 22.
	 */
	@Test
	void lateCommitIsUnknownAtOnceAndAppliedLater() {
		CompletionStage<CampaignOutcome> call = campaignWith(new Fault.LateCommit(Duration.ofSeconds(3)));
		this.time.runUntilIdle();
		assertThat(call).isCompletedWithValue(new Unknown("The connection was lost"));
		this.time.advance(Duration.ofMillis(2999));
		assertThat(leader()).isNull();
		this.time.advance(Duration.ofMillis(1));
		assertThat(leader()).isEqualTo("grant");
	}

	@Test
	void lateCommitOutlivesTheProcessThatSentIt() {
		campaignWith(new Fault.LateCommit(Duration.ofSeconds(3)));
		this.time.runUntilIdle();
		this.process.kill();
		this.time.advance(Duration.ofSeconds(3));
		assertThat(leader()).isEqualTo("grant");
	}

	@Test
	void repeatedRequestIsAnsweredAsTheSecondTime() {
		CompletionStage<CampaignOutcome> call = campaignWith(new Fault.RepeatedRequest());
		this.time.runUntilIdle();
		assertThat(call).isCompletedWithValueMatching(
				(outcome) -> outcome instanceof CampaignOutcome.Lost lost && lost.leader().grantId().equals("grant"));
		assertThat(this.cluster.history(ELECTION)).hasSize(1);
	}

	@Test
	void repeatedAnswerIsDeliveredTwiceAndCountsOnce() {
		AtomicInteger messages = new AtomicInteger();
		this.client.link().setLatency(() -> Duration.ofMillis(messages.incrementAndGet()));
		this.client.link().failNext(Operation.LIST, new Fault.RepeatedAnswer());
		List<WatchEvent> events = new ArrayList<>();
		this.client.watch(events::add);
		this.time.advance(Duration.ofMillis(500));
		assertThat(messages).as("a request and two answers").hasValue(3);
		assertThat(events).containsExactly(new WatchEvent.CaughtUp(0));
	}

	@Test
	void refusedCallIsNotApplied() {
		CompletionStage<CampaignOutcome> call = campaignWith(new Fault.Refusal(Refused.Kind.NO_SPACE));
		this.time.runUntilIdle();
		assertThat(call).isCompletedWithValueMatching(
				(outcome) -> outcome instanceof Refused refused && refused.kind() == Refused.Kind.NO_SPACE);
		assertThat(leader()).isNull();
		assertThat(this.client.status().lastError()).contains("NO_SPACE");
	}

	@Test
	void scriptedFaultsPrecedeThePlanAndAreUsedUp() {
		this.client.link().failNext(Operation.READ, new Fault.LostRequest());
		this.client.link()
			.setPlan((operation) -> (operation == Operation.READ) ? new Fault.Refusal(Refused.Kind.DENIED)
					: new Fault.None());
		CompletionStage<ReadOutcome> first = this.client.read(ELECTION);
		CompletionStage<ReadOutcome> second = this.client.read(ELECTION);
		CompletionStage<CampaignOutcome> third = campaign("grant");
		this.time.advance(Duration.ofSeconds(2));
		assertThat(first).isCompletedWithValueMatching(Unknown.class::isInstance);
		assertThat(second).isCompletedWithValueMatching(Refused.class::isInstance);
		assertThat(third).isCompletedWithValueMatching(CampaignOutcome.Won.class::isInstance);
	}

	@Test
	void partitionLosesWhatIsOnItsWay() {
		this.client.link().setLatency(() -> Duration.ofMillis(10));
		CompletionStage<CampaignOutcome> call = campaign("grant");
		this.time.advance(Duration.ofMillis(15));
		this.client.link().partition();
		this.time.advance(Duration.ofSeconds(2));
		assertThat(leader()).isEqualTo("grant");
		assertThat(call).isCompletedWithValueMatching(Unknown.class::isInstance);
	}

	@Test
	void cutFailsCallsInFlightAndLaterOnesAtOnce() {
		this.client.link().setLatency(() -> Duration.ofMillis(10));
		CompletionStage<CampaignOutcome> inFlight = campaign("grant");
		this.time.advance(Duration.ofMillis(5));
		this.client.link().cut();
		CompletionStage<ReadOutcome> later = this.client.read(ELECTION);
		this.time.runUntilIdle();
		assertThat(inFlight).isCompletedWithValue(new Unknown("The connection was cut"));
		assertThat(later).isCompletedWithValue(new Unknown("The connection is cut"));
		this.client.link().heal();
		CompletionStage<ReadOutcome> healed = this.client.read(ELECTION);
		this.time.advance(Duration.ofMillis(20));
		assertThat(healed).isCompletedWithValueMatching(ReadOutcome.Read.class::isInstance);
	}

	@Test
	void heldRequestsArriveWhenHealed() {
		this.client.link().hold();
		CompletionStage<CampaignOutcome> call = campaign("grant");
		this.time.advance(Duration.ofSeconds(2));
		assertThat(call).isCompletedWithValueMatching(Unknown.class::isInstance);
		assertThat(leader()).isNull();
		this.client.link().heal();
		this.time.runUntilIdle();
		assertThat(leader()).isEqualTo("grant");
	}

	/**
	 * Lesson 20: the watch is silent while calls go well.
	 */
	@Test
	void mutedWatchIsReportedWithinTwoHeartbeatsWhileCallsGoWell() {
		List<WatchEvent> events = watch();
		this.client.link().muteWatch();
		campaign("grant");
		this.time.advance(Duration.ofSeconds(2));
		assertThat(events).hasAtLeastOneElementOfType(WatchEvent.Silent.class);
		assertThat(events.get(events.size() - 1)).isInstanceOf(WatchEvent.Silent.class);
		this.time.advance(Duration.ofMillis(50));
		assertThat(lastView(events).leader()).as("listed again").isNotNull();
	}

	@Test
	void droppedWatchEventIsFoundByThePoll() {
		List<WatchEvent> events = watch();
		this.client.link().dropWatchEvents(1);
		campaign("grant");
		this.time.advance(Duration.ofMillis(9999));
		assertThat(events).noneMatch(WatchEvent.Observed.class::isInstance);
		this.time.advance(Duration.ofMillis(1));
		assertThat(lastView(events).leader()).isNotNull();
		assertThat(events).noneMatch(WatchEvent.Silent.class::isInstance);
	}

	@Test
	void frozenProcessReceivesItsAnswersWhenItThaws() {
		this.client.link().setLatency(() -> Duration.ofMillis(10));
		CompletionStage<CampaignOutcome> call = campaign("grant");
		this.time.advance(Duration.ofMillis(5));
		this.process.freeze();
		this.time.advance(Duration.ofSeconds(60));
		assertThat(call).isNotDone();
		this.process.thaw();
		this.time.runUntilIdle();
		assertThat(call).isCompletedWithValueMatching(CampaignOutcome.Won.class::isInstance);
		assertThat(leader()).as("the session expired meanwhile").isNull();
	}

	@Test
	void frozenServerAppliesLate() {
		this.server.freeze();
		CompletionStage<CampaignOutcome> call = campaign("grant");
		this.time.advance(Duration.ofSeconds(2));
		assertThat(call).isCompletedWithValueMatching(Unknown.class::isInstance);
		this.server.thaw();
		this.time.runUntilIdle();
		assertThat(leader()).isEqualTo("grant");
	}

	@Test
	void watchedViewsNeverGoBackThoughMessagesOvertakeEachOther() {
		List<WatchEvent> events = watch();
		Queue<Duration> latencies = new ArrayDeque<>(List.of(Duration.ZERO, Duration.ofMillis(50), Duration.ofMillis(1),
				Duration.ofMillis(2), Duration.ZERO, Duration.ZERO, Duration.ZERO));
		this.client.link().setLatency(latencies::remove);
		CompletionStage<CampaignOutcome> call = campaign("grant");
		this.time.advance(Duration.ofMillis(1));
		assertThat(call).isCompleted();
		this.cluster.endSession(this.session.id());
		this.time.advance(Duration.ofMillis(100));
		assertThat(lastView(events).leader()).isNull();
		assertThat(events).filteredOn(WatchEvent.Observed.class::isInstance).hasSize(1);
	}

	@Test
	void eventOnItsWayIsNotDeliveredAfterTheWatchWasClosed() {
		List<WatchEvent> events = new ArrayList<>();
		Subscription subscription = this.client.watch(events::add);
		this.time.runUntilIdle();
		this.client.link().setLatency(() -> Duration.ofMillis(10));
		this.cluster.overwriteTerm(ELECTION, 5);
		this.time.advance(Duration.ofMillis(5));
		subscription.close();
		this.time.advance(Duration.ofMillis(10));
		assertThat(events).containsExactly(new WatchEvent.CaughtUp(0));
	}

	@Test
	void callInFlightIsUnknownAsSoonAsTheClientCloses() {
		this.client.link().partition();
		CompletionStage<CampaignOutcome> call = campaign("grant");
		this.time.runUntilIdle();
		this.client.close();
		this.time.runUntilIdle();
		assertThat(call).isCompletedWithValue(new Unknown("The coordinator was closed"));
	}

	private CompletionStage<CampaignOutcome> campaignWith(Fault fault) {
		this.client.link().failNext(Operation.CAMPAIGN, fault);
		return campaign("grant");
	}

	private CompletionStage<CampaignOutcome> campaign(String grantId) {
		return this.client
			.campaign(new Campaign(ELECTION, this.session, grantId, TermRecord.NONE, Instant.EPOCH, Map.of()));
	}

	private String leader() {
		ElectionView view = this.cluster.view(ELECTION);
		return (view.leader() != null) ? view.leader().grantId() : null;
	}

	private List<WatchEvent> watch() {
		List<WatchEvent> events = new ArrayList<>();
		this.client.watch(events::add);
		this.time.runUntilIdle();
		assertThat(events).containsExactly(new WatchEvent.CaughtUp(0));
		return events;
	}

	private ElectionView lastView(List<WatchEvent> events) {
		List<ElectionView> views = events.stream()
			.filter(WatchEvent.Observed.class::isInstance)
			.map((event) -> ((WatchEvent.Observed) event).view())
			.toList();
		assertThat(views).isNotEmpty();
		return views.get(views.size() - 1);
	}

}
