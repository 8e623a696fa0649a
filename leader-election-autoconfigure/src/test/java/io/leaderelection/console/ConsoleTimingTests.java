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

package io.leaderelection.console;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import com.jayway.jsonpath.JsonPath;
import io.leaderelection.ElectionObservation;
import io.leaderelection.ElectionStatus;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderState;
import io.leaderelection.ObservedLeader;
import io.leaderelection.actuate.LeaderReports;
import io.leaderelection.coordinator.ClusterStatus;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.CoordinatorStatus;
import io.leaderelection.coordinator.HistoryEntry;
import io.leaderelection.coordinator.HistoryOutcome;
import io.leaderelection.coordinator.LineageOutcome;
import io.leaderelection.coordinator.Unknown;
import io.leaderelection.spi.ContactListener.Call;
import io.leaderelection.spi.RejectionListener.By;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.atMost;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;

/**
 * Tests for when {@link ConsoleFeed} asks and shows.
 */
class ConsoleTimingTests {

	private static final Instant BEGAN = Instant.parse("2026-11-30T11:00:00Z");

	private final HandLoop loop = new HandLoop();

	private final LeaderElections elections = mock();

	private final LeaderElection election = mock();

	private final Coordinator coordinator = mock();

	private final RenewalSeries renewals = new RenewalSeries(this.loop::wallTime);

	private final RejectionCounts rejections = new RejectionCounts();

	private final ConsoleFeed feed = new ConsoleFeed(new LeaderReports(this.elections, this.coordinator),
			new ConsoleRecords(this.renewals, this.rejections, new LeaderSightings()), (name) -> Duration.ofSeconds(5),
			true, this.loop);

	@BeforeEach
	void prepare() {
		given(this.elections.instance()).willReturn("worker-1");
		given(this.elections.all()).willReturn(List.of(this.election));
		led(1);
		given(this.coordinator.status())
			.willReturn(new CoordinatorStatus("memory", List.of(), null, List.of(), null, null));
		given(this.coordinator.inspect(any()))
			.willReturn(CompletableFuture.completedFuture(new ClusterStatus(true, 1, List.of(), null)));
		given(this.coordinator.lineage())
			.willReturn(CompletableFuture.completedFuture(new LineageOutcome.Known("lineage")));
		given(this.coordinator.history(any(), anyInt())).willAnswer((call) -> CompletableFuture
			.completedFuture(new HistoryOutcome.Entries(List.of(new HistoryEntry("settlement", 1,
					HistoryEntry.Kind.GRANTED, "grant", "worker-1", BEGAN, null, null, null, null)))));
		this.feed.start();
	}

	private void led(long term) {
		ObservedLeader leader = new ObservedLeader("settlement", term, "worker-1", BEGAN, Map.of());
		given(this.election.name()).willReturn("settlement");
		given(this.election.status())
			.willReturn(new ElectionStatus("settlement", LeaderState.LEADER, false, null, Duration.ZERO, null, null,
					leader, new ElectionObservation(term, leader, null, null, Map.of(), BEGAN), null, null));
	}

	private Watcher watch() {
		assertThat(this.feed.admit()).isTrue();
		Watcher watcher = new Watcher();
		this.feed.add(watcher);
		return watcher;
	}

	@Test
	void nothingIsAskedWhileNobodyLooksOn() {
		this.loop.pass(Duration.ofMinutes(10));
		then(this.coordinator).shouldHaveNoInteractions();
		assertThat(this.loop.tasks()).isZero();
	}

	@Test
	void viewerIsShownEverythingAtOnceAndThenWhatChangesAndASignOfLife() {
		Watcher watcher = watch();
		this.loop.pass(Duration.ZERO);
		assertThat(watcher.frames).hasSize(1);
		this.loop.pass(Duration.ofMillis(500));
		assertThat(watcher.frames).hasSize(2);
		assertThat(JsonPath.<List<Object>>read(watcher.last(), "$.elections[0].terms")).hasSize(1);
		assertThat(JsonPath.<String>read(watcher.last(), "$.coordinator.lineage")).isEqualTo("lineage");
		this.loop.pass(Duration.ofMillis(4500));
		assertThat(watcher.frames).hasSize(2);
		this.loop.pass(Duration.ofMillis(500));
		assertThat(watcher.frames).hasSize(3);
		assertThat(JsonPath.<String>read(watcher.last(), "$.at")).isEqualTo("2026-11-30T12:00:05.500Z");
		this.rejections.rejected("settlement", By.FENCE);
		this.renewals.answered(Call.RENEW, Duration.ofMillis(3));
		this.loop.pass(Duration.ofMillis(500));
		assertThat(watcher.frames).hasSize(4);
		assertThat(JsonPath.<Integer>read(watcher.last(), "$.elections[0].rejections.fence")).isOne();
		assertThat(JsonPath.<Double>read(watcher.last(), "$.renewals[0].millis")).isEqualTo(3.0);
	}

	@Test
	void changesAreShownAtMostTwiceASecond() {
		Watcher watcher = watch();
		this.loop.pass(Duration.ofSeconds(1));
		int before = watcher.frames.size();
		for (int i = 0; i < 100; i++) {
			this.rejections.rejected("settlement", By.PROCESS);
			this.loop.pass(Duration.ofMillis(100));
		}
		assertThat(watcher.frames.size() - before).isEqualTo(20);
	}

	@Test
	void manyViewersAskNoMoreThanOne() {
		for (int i = 0; i < ConsoleFeed.MOST_VIEWERS; i++) {
			watch();
		}
		assertThat(this.feed.admit()).isFalse();
		this.loop.pass(Duration.ofSeconds(30));
		then(this.coordinator).should(atMost(7)).inspect(any());
		then(this.coordinator).should(times(1)).history(any(), anyInt());
	}

	@Test
	void historyIsReadAgainWhenTheTermChangesAndOnceAMinute() {
		watch();
		this.loop.pass(Duration.ofSeconds(30));
		then(this.coordinator).should(times(1)).history(eq("settlement"), anyInt());
		led(2);
		this.loop.pass(Duration.ofSeconds(1));
		then(this.coordinator).should(times(2)).history(eq("settlement"), anyInt());
		this.loop.pass(Duration.ofSeconds(60));
		then(this.coordinator).should(times(3)).history(eq("settlement"), anyInt());
	}

	@Test
	void historyThatCannotBeReadIsSaidAndAskedForAgain() {
		Watcher watcher = watch();
		this.loop.pass(Duration.ofSeconds(1));
		given(this.coordinator.history(any(), anyInt()))
			.willReturn(CompletableFuture.completedFuture(new Unknown("no answer")));
		led(2);
		this.loop.pass(Duration.ofSeconds(1));
		assertThat(JsonPath.<String>read(watcher.last(), "$.elections[0].termsError")).isEqualTo("no answer");
		assertThat(JsonPath.<List<Object>>read(watcher.last(), "$.elections[0].terms")).hasSize(1);
		this.loop.pass(Duration.ofSeconds(6));
		then(this.coordinator).should(times(5)).history(any(), anyInt());
	}

	@Test
	void viewersWhoAreGoneAreForgottenAndMakeRoom() {
		List<Watcher> watchers = new ArrayList<>();
		for (int i = 0; i < ConsoleFeed.MOST_VIEWERS; i++) {
			watchers.add(watch());
		}
		assertThat(this.feed.admit()).isFalse();
		this.loop.pass(Duration.ofSeconds(1));
		watchers.get(0).gone = true;
		this.loop.pass(Duration.ofSeconds(1));
		assertThat(watchers.get(0).ended).isTrue();
		assertThat(this.feed.admit()).isTrue();
		watchers.forEach((watcher) -> watcher.gone = true);
		this.loop.pass(Duration.ofSeconds(1));
		assertThat(this.loop.tasks()).isZero();
	}

	@Test
	void streamsEndWhenTheFeedStopsAndItCanStartAgain() {
		Watcher watcher = watch();
		this.loop.pass(Duration.ofSeconds(1));
		this.feed.stop();
		this.loop.pass(Duration.ZERO);
		assertThat(watcher.ended).isTrue();
		assertThat(this.feed.admit()).isFalse();
		this.loop.pass(Duration.ofSeconds(1));
		this.feed.start();
		for (int i = 0; i < ConsoleFeed.MOST_VIEWERS; i++) {
			watch();
		}
		this.loop.pass(Duration.ofSeconds(1));
	}

	@Test
	void placeOfSomebodyWhoDoesNotComeIsFreeAgain() {
		for (int i = 0; i < ConsoleFeed.MOST_VIEWERS; i++) {
			assertThat(this.feed.admit()).isTrue();
		}
		assertThat(this.feed.admit()).isFalse();
		this.feed.release();
		assertThat(this.feed.admit()).isTrue();
		assertThat(this.feed.admit()).isFalse();
	}

	@Test
	void failureToComposeTheFirstStateDoesNotEndTheFeed() {
		given(this.elections.all()).willThrow(new IllegalStateException()).willReturn(List.of(this.election));
		Watcher watcher = watch();
		assertThatIllegalStateException().isThrownBy(() -> this.loop.pass(Duration.ZERO));
		this.loop.pass(Duration.ofSeconds(1));
		assertThat(watcher.frames).isNotEmpty();
	}

	@Test
	void coordinatorThatFailsDoesNotEndTheFeed() {
		given(this.coordinator.inspect(any())).willReturn(CompletableFuture.failedFuture(new IllegalStateException()));
		Watcher watcher = watch();
		this.loop.pass(Duration.ofSeconds(11));
		assertThat(watcher.frames).hasSizeGreaterThan(2);
		then(this.coordinator).should(never()).close();
	}

	/**
	 * Viewer that keeps what it is shown.
	 */
	private static final class Watcher implements Viewer {

		private final List<String> frames = new ArrayList<>();

		private boolean gone;

		private boolean ended;

		@Override
		public void show(byte[] frame) {
			this.frames.add(new String(frame, StandardCharsets.UTF_8));
		}

		@Override
		public boolean isGone() {
			return this.gone;
		}

		@Override
		public void end() {
			this.ended = true;
		}

		private String last() {
			String frame = this.frames.get(this.frames.size() - 1);
			return frame.substring(frame.indexOf("data: ") + "data: ".length());
		}

	}

}
