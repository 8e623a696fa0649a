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

package io.leaderelection.coordinator.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.leaderelection.coordinator.ContactLog;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.WatchEvent;
import io.leaderelection.coordinator.memory.VirtualTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JdbcWatch} in virtual time: how fast it sees what, and how little it
 * asks. Lesson 20.
 */
class JdbcWatchTests {

	private static final Duration POLL = Duration.ofMillis(500);

	private static final Duration HEARTBEAT = Duration.ofSeconds(5);

	private static final Duration TTL = Duration.ofSeconds(10);

	private static final Duration MOMENT = Duration.ofMillis(25);

	private final VirtualTime time = new VirtualTime();

	private final FeedByHand feed = new FeedByHand(this.time);

	private final List<WatchEvent> events = new ArrayList<>();

	private final ContactLog log = new ContactLog(() -> Instant.EPOCH);

	private @Nullable String restored;

	@Test
	void listsEverythingAndThenAsksOnlyForWhatChanged() {
		ElectionView a = this.feed.change("a");
		ElectionView b = this.feed.change("b");
		watch();
		assertThat(this.events).startsWith(new WatchEvent.Observed(a), new WatchEvent.Observed(b),
				new WatchEvent.CaughtUp(b.revision()));
		this.time.advance(HEARTBEAT);
		int before = this.feed.looks().size();
		this.feed.change("a");
		this.time.advance(MOMENT);
		assertThat(this.feed.looks().subList(before, this.feed.looks().size())).containsExactly(b.revision());
	}

	@Test
	void notificationIsFollowedByALookAtOnce() {
		watch();
		ElectionView changed = this.feed.change("a");
		this.time.advance(MOMENT);
		assertThat(this.events).contains(new WatchEvent.Observed(changed));
	}

	@Test
	void vacancyThatIsAnnouncedIsToldBeforeItIsSeen() {
		watch();
		this.feed.change("a");
		this.time.advance(HEARTBEAT);
		WatchEvent.Vacated vacated = new WatchEvent.Vacated("a", 7);
		int before = this.feed.looks().size();
		this.events.clear();
		this.feed.announce("somebody", List.of(vacated));
		this.time.advance(WatchTiming.SPACING.minusNanos(1));
		assertThat(this.events).containsExactly(vacated);
		assertThat(this.feed.looks()).hasSize(before);
		this.time.advance(Duration.ofNanos(1));
		assertThat(this.feed.looks()).hasSize(before + 1);
	}

	@Test
	void vacancyIsToldOnceATermAndOnlyOfElectionsThatWereSeen() {
		JdbcWatch watch = watch();
		this.feed.change("a");
		this.time.advance(HEARTBEAT);
		this.events.clear();
		for (int i = 0; i < 1000; i++) {
			this.feed.announce("forger", List.of(new WatchEvent.Vacated("a", 7), new WatchEvent.Vacated("a", 3),
					new WatchEvent.Vacated("b", i)));
		}
		this.time.advance(MOMENT);
		assertThat(this.events).filteredOn(WatchEvent.Vacated.class::isInstance)
			.containsExactly(new WatchEvent.Vacated("a", 7));
		watch.reset("planted");
		this.time.advance(MOMENT);
		this.events.clear();
		this.feed.announce("somebody", List.of(new WatchEvent.Vacated("a", 3)));
		this.time.advance(MOMENT);
		assertThat(this.events).contains(new WatchEvent.Vacated("a", 3));
	}

	@Test
	void ownChangeIsLookedAtAMomentLater() {
		watch();
		this.time.advance(HEARTBEAT);
		int before = this.feed.looks().size();
		this.events.clear();
		this.feed.announce("watcher", List.of());
		this.time.advance(WatchTiming.SPACING.minusNanos(1));
		assertThat(this.feed.looks()).hasSize(before);
		this.time.advance(Duration.ofNanos(1));
		assertThat(this.feed.looks()).hasSize(before + 1);
	}

	@Test
	void ownChangesInARowDoNotPutOffTheLookForOthers() {
		watch();
		this.time.advance(HEARTBEAT);
		int before = this.feed.looks().size();
		for (int i = 0; i < 1000; i++) {
			this.feed.announce("watcher", List.of());
			this.time.advance(Duration.ofMillis(1));
		}
		assertThat(this.feed.looks().size() - before).isBetween(40, 52);
		this.feed.announce("watcher", List.of());
		ElectionView changed = this.feed.change("a");
		this.time.advance(WatchTiming.SPACING);
		assertThat(observed()).contains(changed);
	}

	@Test
	void manyNotificationsInARowCostFewLooksAndNoneIsMissed() {
		watch();
		int before = this.feed.looks().size();
		for (int i = 0; i < 1000; i++) {
			this.feed.change("election/" + i);
			this.time.advance(Duration.ofMillis(1));
		}
		this.time.advance(MOMENT);
		assertThat(this.feed.looks().size() - before).isBetween(40, 52);
		assertThat(observed()).hasSize(1000);
	}

	@Test
	void looksSeldomWhileNotificationsArrive() {
		watch();
		this.feed.change("a");
		this.time.advance(Duration.ofSeconds(10));
		int before = this.feed.looks().size();
		this.time.advance(Duration.ofMinutes(1));
		assertThat(this.feed.looks().size() - before).isBetween(11, 14);
	}

	@Test
	void looksAtThePollIntervalWhereNotificationsNeverArrive() {
		this.feed.setNotifying(false);
		watch();
		this.time.advance(Duration.ofSeconds(10));
		int before = this.feed.looks().size();
		this.time.advance(Duration.ofMinutes(1));
		assertThat(this.feed.looks().size() - before).isBetween(119, 135);
		ElectionView changed = this.feed.change("a");
		this.time.advance(POLL);
		assertThat(this.events).contains(new WatchEvent.Observed(changed));
	}

	@Test
	void lostNotificationIsFoundByTheHeartbeatAndIsAReasonToPoll() {
		watch();
		this.feed.change("a");
		this.time.advance(Duration.ofSeconds(10));
		this.feed.setNotifying(false);
		ElectionView lost = this.feed.change("a");
		this.time.advance(HEARTBEAT);
		assertThat(this.events).contains(new WatchEvent.Observed(lost));
		ElectionView second = this.feed.change("a");
		this.time.advance(POLL);
		assertThat(this.events).contains(new WatchEvent.Observed(second));
		this.feed.setNotifying(true);
		this.feed.change("a");
		this.time.advance(MOMENT);
		int before = this.feed.looks().size();
		this.time.advance(Duration.ofMinutes(1));
		assertThat(this.feed.looks().size() - before).isLessThan(15);
	}

	@Test
	void changeThatIsSeenBeforeItsNotificationArrivesIsNoLostOne() {
		watch();
		this.feed.change("a");
		this.time.advance(Duration.ofSeconds(10));
		this.feed.setNotifying(false);
		this.feed.change("a");
		this.time.advance(HEARTBEAT);
		this.feed.announce("somebody", List.of());
		this.time.advance(MOMENT);
		int before = this.feed.looks().size();
		this.time.advance(Duration.ofMinutes(1));
		assertThat(this.feed.looks().size() - before).isLessThan(15);
	}

	@Test
	void changeThatIsNotifiedInTheMiddleOfALookIsSeenByTheNextOne() {
		watch();
		this.time.advance(HEARTBEAT);
		List<CompletableFuture<Changes>> held = this.feed.hold();
		this.feed.announce("somebody", List.of());
		this.time.advance(MOMENT);
		assertThat(held).hasSize(1);
		Changes earlier = this.feed.changes(1);
		ElectionView changed = this.feed.change("a");
		this.time.advance(MOMENT);
		assertThat(held).hasSize(1);
		this.feed.resume();
		held.get(0).complete(earlier);
		this.time.advance(MOMENT);
		assertThat(this.events).contains(new WatchEvent.Observed(changed));
	}

	@Test
	void lostConnectionForNotificationsIsNoDisruptionButIsPolledAndListedAfter() {
		watch();
		this.feed.change("a");
		this.time.advance(Duration.ofSeconds(10));
		this.feed.setNotifying(false);
		this.feed.receivers().forEach((receiver) -> receiver.lost("planted"));
		ElectionView changed = this.feed.change("a");
		this.time.advance(POLL);
		assertThat(this.events).contains(new WatchEvent.Observed(changed))
			.noneMatch(WatchEvent.Silent.class::isInstance);
		assertThat(this.log.lastError()).contains("planted");
		int before = this.events.size();
		this.feed.receivers().forEach(Notifications.Receiver::listening);
		this.time.advance(MOMENT);
		assertThat(this.events.subList(before, this.events.size())).containsExactly(new WatchEvent.Observed(changed),
				new WatchEvent.CaughtUp(changed.revision()));
	}

	@Test
	void failureIsToldOnceTriedLessAndLessOftenAndCaughtUpWith() {
		watch();
		this.feed.setTrouble("planted");
		int before = this.feed.looks().size();
		this.time.advance(Duration.ofMinutes(1));
		assertThat(this.feed.looks().size() - before).isBetween(30, 70);
		assertThat(this.events).filteredOn(WatchEvent.Silent.class::isInstance)
			.singleElement()
			.satisfies((event) -> assertThat(((WatchEvent.Silent) event).detail()).contains("planted"));
		int during = this.events.size();
		this.feed.setTrouble(null);
		this.time.advance(Duration.ofSeconds(2));
		assertThat(this.events.subList(during, this.events.size())).contains(new WatchEvent.CaughtUp(1));
	}

	@Test
	void connectionThatSomebodyElseLostIsListedAfterWithoutAnAlarm() {
		watch();
		this.time.advance(MOMENT);
		int before = this.events.size();
		this.feed.replaceConnection();
		this.time.advance(POLL);
		assertThat(this.feed.looks()).endsWith(1L, 0L);
		assertThat(this.events.subList(before, this.events.size())).containsExactly(new WatchEvent.CaughtUp(1));
	}

	@Test
	void answerThatComesAfterANewListIsDropped() {
		this.feed.change("a");
		watch();
		List<CompletableFuture<Changes>> held = this.feed.hold();
		JdbcWatch watch = watch();
		Changes late = this.feed.changes(0);
		ElectionView newer = this.feed.change("a");
		this.feed.resume();
		this.events.clear();
		watch.reset("planted");
		this.time.advance(MOMENT);
		held.forEach((answer) -> answer.complete(late));
		this.time.advance(POLL);
		assertThat(observed()).containsOnly(newer);
	}

	@Test
	void everythingIsListedFromTimeToTime() {
		watch();
		this.feed.change("a");
		this.time.advance(Duration.ofMinutes(30));
		assertThat(this.events).filteredOn(WatchEvent.CaughtUp.class::isInstance).hasSizeBetween(6, 9);
	}

	@Test
	void resetIsToldBeforeTheNewList() {
		JdbcWatch watch = watch();
		this.feed.change("a");
		this.time.advance(MOMENT);
		int before = this.events.size();
		watch.reset("planted");
		this.time.advance(MOMENT);
		assertThat(this.events.get(before)).isEqualTo(new WatchEvent.Reset("planted"));
		assertThat(this.events.subList(before + 1, this.events.size()))
			.hasAtLeastOneElementOfType(WatchEvent.CaughtUp.class);
	}

	/**
	 * A replica that was promoted without the last changes may have come past their
	 * revisions before anybody looks.
	 */
	@Test
	void electionThatWentBackIsProofOfARestoreThoughTheNamespaceWentOn() {
		watch();
		ElectionView known = this.feed.change("a");
		this.time.advance(MOMENT);
		this.feed.restore("a", known.revision() - 1);
		this.feed.change("b");
		this.feed.receivers().forEach(Notifications.Receiver::listening);
		this.time.advance(MOMENT);
		assertThat(this.restored).contains("'a'").contains(String.valueOf(known.revision()));
		assertThat(observed())
			.allSatisfy((view) -> assertThat(view.revision()).isGreaterThanOrEqualTo(known.revision()));
	}

	@Test
	void expiredSessionIsSweptAtOnceByTheOnlyOneLeft() {
		this.feed.renew("leader", TTL);
		this.feed.renew("watcher", TTL.multipliedBy(2));
		watch();
		this.time.advance(TTL.minus(this.time.elapsed()).minusNanos(1));
		assertThat(this.feed.sweeps()).isZero();
		this.time.advance(Duration.ofNanos(1));
		assertThat(this.feed.sweeps()).isEqualTo(1);
		this.time.advance(WatchTiming.SPACING);
		assertThat(observed()).extracting(ElectionView::election).containsExactly("of leader");
	}

	@Test
	void sweptSessionIsLookedAtAMomentLaterIfItsEndIsNotified() {
		watch();
		this.feed.change("a");
		this.feed.renew("leader", TTL);
		this.feed.renew("watcher", TTL.multipliedBy(2));
		this.time.advance(TTL);
		assertThat(this.feed.sweeps()).isEqualTo(1);
		int before = this.feed.looks().size();
		this.time.advance(WatchTiming.SPACING.minusNanos(1));
		assertThat(this.feed.looks()).hasSize(before);
		this.time.advance(Duration.ofNanos(1));
		assertThat(observed()).extracting(ElectionView::election).contains("of leader");
	}

	@Test
	void sessionThatIsNotDueYetByTheDatabasesClockIsSweptAsSoonAsItIs() {
		this.feed.renew("leader", TTL);
		this.feed.renew("watcher", TTL.multipliedBy(2));
		watch();
		this.time.advance(TTL.dividedBy(2));
		Duration late = Duration.ofMillis(7);
		this.feed.renew("leader", TTL.minus(this.time.elapsed()).plus(late));
		this.time.advance(TTL.minus(this.time.elapsed()).plus(late).minusNanos(1));
		assertThat(this.feed.sweeps()).isZero();
		this.time.advance(Duration.ofNanos(1));
		assertThat(this.feed.sweeps()).isEqualTo(1);
	}

	@Test
	void expiredSessionIsSweptWithinAMomentByOneOfMany() {
		this.feed.renew("leader", TTL);
		for (int i = 0; i < 50; i++) {
			this.feed.renew("instance-" + i, TTL.multipliedBy(2));
		}
		watch();
		this.time.advance(TTL);
		assertThat(this.feed.sweeps()).isZero();
		this.time.advance(WatchTiming.SWEEP_SPREAD);
		assertThat(this.feed.sweeps()).isEqualTo(1);
		this.time.advance(MOMENT);
		assertThat(observed()).extracting(ElectionView::election).containsExactly("of leader");
	}

	@Test
	void renewedSessionIsNeverSweptAndCostsNoLooksOfItsOwn() {
		this.feed.renew("leader", TTL);
		watch();
		this.feed.change("a");
		this.time.advance(MOMENT);
		int before = this.feed.looks().size();
		for (int i = 0; i < 24; i++) {
			this.feed.renew("leader", TTL);
			this.time.advance(TTL.dividedBy(4));
		}
		assertThat(this.feed.sweeps()).isZero();
		assertThat(this.feed.looks().size() - before).isLessThan(15);
	}

	@Test
	void sessionFoundExpiredIsSweptThoughNotificationsNeverCease() {
		watch();
		this.feed.renew("leader", Duration.ZERO);
		Duration begin = this.time.elapsed();
		while (this.feed.sweeps() == 0) {
			this.feed.change("a");
			this.time.advance(Duration.ofMillis(5));
			assertThat(this.time.elapsed().minus(begin)).isLessThan(Duration.ofMillis(200));
		}
	}

	@Test
	void fiftyWatchersDoNotAllSweepNorLookAtOnce() {
		this.feed.renew("leader", TTL);
		for (int i = 0; i < 50; i++) {
			this.feed.renew("instance-" + i, TTL.multipliedBy(2));
			watch("instance-" + i, i, (event) -> {
			});
		}
		this.time.advance(TTL.minusMillis(1));
		int before = this.feed.looks().size();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(this.feed.sweeps()).isEqualTo(1);
		assertThat(this.feed.looks().size() - before).isLessThan(50 * 4);
	}

	@Test
	void fiftyWatchersThatPollSweepOnceToo() {
		this.feed.setNotifying(false);
		this.feed.renew("leader", TTL);
		for (int i = 0; i < 50; i++) {
			this.feed.renew("instance-" + i, TTL.multipliedBy(2));
			watch("instance-" + i, i, (event) -> {
			});
		}
		this.time.advance(TTL.plusSeconds(1));
		assertThat(this.feed.sweeps()).isEqualTo(1);
	}

	@Test
	void sweepThatFailsIsTriedLessAndLessOftenWhileChangesAreSeen() {
		this.feed.renew("leader", Duration.ZERO);
		this.feed.setSweepTrouble("read-only");
		watch();
		this.time.advance(Duration.ofMinutes(1));
		assertThat(this.feed.sweeps()).isBetween(30, 70);
		assertThat(this.log.lastError()).contains("read-only");
		ElectionView changed = this.feed.change("a");
		this.time.advance(MOMENT);
		assertThat(this.events).contains(new WatchEvent.Observed(changed))
			.noneMatch(WatchEvent.Silent.class::isInstance);
		this.feed.setSweepTrouble(null);
		this.time.advance(Duration.ofSeconds(3));
		assertThat(observed()).extracting(ElectionView::election).contains("of leader");
	}

	@Test
	void closedWatchAsksNothingMore() {
		JdbcWatch watch = watch();
		this.feed.renew("leader", TTL);
		watch.close();
		int before = this.feed.looks().size();
		int told = this.events.size();
		this.feed.change("a");
		this.time.advance(Duration.ofMinutes(1));
		assertThat(this.feed.looks()).hasSize(before);
		assertThat(this.feed.receivers()).isEmpty();
		assertThat(this.events).hasSize(told);
	}

	private JdbcWatch watch() {
		return watch("watcher", 1, this.events::add);
	}

	private JdbcWatch watch(String name, int seed, Consumer<WatchEvent> listener) {
		JdbcCoordinatorSettings settings = JdbcCoordinatorSettings.of("test")
			.withTimes(Duration.ofSeconds(1), POLL, HEARTBEAT);
		JdbcWatch watch = new JdbcWatch(this.feed, this.feed.notifications(), this.time.newLoop(name), settings, name,
				this.log, new SplittableRandom(seed), listener, new JdbcWatch.Owner() {

					@Override
					public void restored(String evidence) {
						JdbcWatchTests.this.restored = evidence;
					}

					@Override
					public void closed(JdbcWatch closed) {
					}

				});
		watch.start();
		this.time.advance(MOMENT);
		return watch;
	}

	private List<ElectionView> observed() {
		return this.events.stream()
			.filter(WatchEvent.Observed.class::isInstance)
			.map((event) -> ((WatchEvent.Observed) event).view())
			.toList();
	}

}
