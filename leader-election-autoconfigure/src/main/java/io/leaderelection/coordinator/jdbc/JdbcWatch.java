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
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

import io.leaderelection.coordinator.Backoff;
import io.leaderelection.coordinator.ContactLog;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.EventLoop;
import io.leaderelection.coordinator.Subscription;
import io.leaderelection.coordinator.WatchEvent;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Watch of all elections: a list, then looks at what changed since. It looks when the
 * database notifies, when the next session is due to expire, and at an interval, which is
 * long only while notifications are seen to arrive. Whatever fails, everything is listed
 * anew, after a pause. All state lives on the event loop, and answers to earlier
 * questions are told by their generation and dropped.
 */
final class JdbcWatch implements Subscription {

	private static final Log logger = LogFactory.getLog(JdbcWatch.class);

	private final ChangeFeed feed;

	private final Notifications notifications;

	private final EventLoop loop;

	private final String author;

	private final WatchTiming timing;

	private final Sweeping sweeping;

	private final ContactLog log;

	private final Backoff backoff;

	private final Consumer<WatchEvent> listener;

	private final Owner owner;

	private final NextLook nextLook;

	private final Map<String, Long> seen = new HashMap<>();

	private final Map<String, Long> vacated = new HashMap<>();

	private volatile boolean closed;

	private long generation;

	private boolean disturbed;

	private boolean looking;

	private boolean lookAgain;

	private boolean notified;

	private boolean notificationsArrive;

	private long revision;

	private long lookedAt;

	private long listedAt;

	JdbcWatch(ChangeFeed feed, Notifications notifications, EventLoop loop, JdbcCoordinatorSettings settings,
			String author, ContactLog log, RandomGenerator random, Consumer<WatchEvent> listener, Owner owner) {
		this.feed = feed;
		this.notifications = notifications;
		this.loop = loop;
		this.author = author;
		this.timing = new WatchTiming(settings, random);
		this.sweeping = new Sweeping(feed, loop, this.timing, log, random, this::look, this::lookAtSwept);
		this.nextLook = new NextLook(loop, this::look);
		this.log = log;
		this.backoff = new Backoff(random);
		this.listener = listener;
		this.owner = owner;
	}

	void start() {
		this.loop.execute(this::listAnew);
		this.notifications.start(new Receiver());
	}

	/**
	 * Start over after a restore.
	 * @param evidence what proves it
	 */
	void reset(String evidence) {
		this.loop.execute(() -> {
			if (!this.closed) {
				this.seen.clear();
				this.vacated.clear();
				deliver(new WatchEvent.Reset(evidence));
				listAnew();
			}
		});
	}

	private void listAnew() {
		nextGeneration();
		look();
	}

	private void look() {
		if (this.closed) {
			return;
		}
		if (this.looking) {
			this.lookAgain = true;
			return;
		}
		this.nextLook.cancel();
		boolean announced = this.notified;
		boolean list = this.revision == 0 || isListDue();
		long current = this.generation;
		this.looking = true;
		this.lookAgain = false;
		this.notified = false;
		this.lookedAt = this.loop.nanoTime();
		this.feed.changesAfter(list ? 0 : this.revision).whenComplete((changes, failure) -> this.loop.execute(() -> {
			if (this.closed || current != this.generation) {
				return;
			}
			if (failure != null && Failures.isReplacedConnection(failure)) {
				listAnew();
			}
			else if (failure != null) {
				disturb("The elections cannot be read: " + Failures.describe(failure));
			}
			else {
				looked(changes, list, announced);
			}
		}));
	}

	private void looked(Changes changes, boolean list, boolean announced) {
		this.looking = false;
		String evidence = evidenceOfRestore(changes);
		if (evidence != null) {
			nextGeneration();
			this.owner.restored(evidence);
			return;
		}
		this.log.answered();
		this.disturbed = false;
		this.backoff.reset();
		if (!list && !announced && !this.notified && !changes.views().isEmpty()) {
			this.notificationsArrive = false;
		}
		this.revision = changes.revision();
		changes.unreadable()
			.forEach((election, fault) -> logger
				.error("Election '%s' cannot be watched: %s".formatted(election, fault)));
		changes.views().forEach(this::observe);
		if (list) {
			this.listedAt = this.lookedAt;
			deliver(new WatchEvent.CaughtUp(changes.revision()));
		}
		this.sweeping.found(changes);
		if (this.lookAgain) {
			lookSoon();
		}
		else {
			this.nextLook.after(this.timing.interval(this.notificationsArrive));
		}
	}

	/**
	 * An election only ever moves to the latest revision, so one that moved back was
	 * restored, even if the namespace has come past its old revision since.
	 * @param changes what a look found
	 * @return the evidence, or {@code null} if there is none
	 */
	private @Nullable String evidenceOfRestore(Changes changes) {
		for (ElectionView view : changes.views()) {
			Long known = this.seen.get(view.election());
			if (known != null && view.revision() < known) {
				return "election '%s' is at revision %d after it had been at %d".formatted(view.election(),
						view.revision(), known);
			}
		}
		return null;
	}

	private void observe(ElectionView view) {
		this.seen.put(view.election(), view.revision());
		deliver(new WatchEvent.Observed(view));
	}

	// Whoever knows already what there is to see must not be kept by a look from what
	// follows from it.
	private void heard(Announcement announcement) {
		announcement.vacancies().forEach(this::hear);
		if (announcement.author().equals(this.author) || !announcement.vacancies().isEmpty()) {
			lookWithin(WatchTiming.SPACING);
		}
		else {
			lookSoon();
		}
	}

	// A term ends only once, whatever is told how often.
	private void hear(WatchEvent.Vacated vacancy) {
		String election = vacancy.election();
		if (this.seen.containsKey(election) && vacancy.term() > this.vacated.getOrDefault(election, 0L)) {
			this.vacated.put(election, vacancy.term());
			deliver(vacancy);
		}
	}

	private void lookAtSwept() {
		if (this.notificationsArrive) {
			lookWithin(WatchTiming.SPACING);
		}
		else {
			look();
		}
	}

	private boolean isListDue() {
		return this.loop.nanoTime() - this.listedAt >= WatchTiming.LIST_INTERVAL.toNanos();
	}

	private void lookSoon() {
		Duration since = Duration.ofNanos(this.loop.nanoTime() - this.lookedAt);
		Duration wait = WatchTiming.SPACING.minus(since);
		lookWithin(wait.isNegative() ? Duration.ZERO : wait);
	}

	private void lookWithin(Duration delay) {
		if (this.looking) {
			this.lookAgain = true;
		}
		else {
			this.nextLook.within(delay);
		}
	}

	private void disturb(String detail) {
		nextGeneration();
		this.log.failed(detail);
		if (!this.disturbed) {
			this.disturbed = true;
			logger.warn("Lost sight of the elections in the database, which are listed anew: " + detail);
			deliver(new WatchEvent.Silent(detail));
		}
		this.nextLook.after(this.backoff.next());
	}

	private void nextGeneration() {
		this.generation++;
		this.revision = 0;
		this.looking = false;
		this.sweeping.forget();
		this.nextLook.cancel();
	}

	private void deliver(WatchEvent event) {
		if (this.closed) {
			return;
		}
		try {
			this.listener.accept(event);
		}
		catch (Exception ex) {
			logger.error("A listener failed; the watch goes on", ex);
		}
	}

	@Override
	public void close() {
		this.closed = true;
		this.owner.closed(this);
		this.notifications.close();
		this.loop.execute(this::nextGeneration);
	}

	/**
	 * What the owner of a watch has to know of it.
	 */
	interface Owner {

		/**
		 * The watch found proof that the database lost part of its past. It goes on when
		 * it is {@link JdbcWatch#reset reset}.
		 * @param evidence the proof
		 */
		void restored(String evidence);

		/**
		 * The watch was closed.
		 * @param watch the watch
		 */
		void closed(JdbcWatch watch);

	}

	/**
	 * Receiver of notifications, which says that they arrive, if not what they tell.
	 */
	private final class Receiver implements Notifications.Receiver {

		@Override
		public void listening() {
			JdbcWatch.this.loop.execute(() -> {
				JdbcWatch.this.revision = 0;
				lookSoon();
			});
		}

		@Override
		public void changed(Announcement announcement) {
			JdbcWatch.this.loop.execute(() -> {
				JdbcWatch.this.notified = true;
				JdbcWatch.this.notificationsArrive = true;
				heard(announcement);
			});
		}

		@Override
		public void lost(String detail) {
			JdbcWatch.this.loop.execute(() -> {
				JdbcWatch.this.log.failed("Changes are not notified: " + detail);
				JdbcWatch.this.notificationsArrive = false;
				if (!JdbcWatch.this.disturbed) {
					lookSoon();
				}
			});
		}

	}

}
