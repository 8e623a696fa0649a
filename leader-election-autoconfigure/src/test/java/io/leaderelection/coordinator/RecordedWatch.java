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
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * Watch whose events are kept, and the view of the elections that they add up to.
 */
final class RecordedWatch implements AutoCloseable {

	private static final Duration LONGEST_DISRUPTION = Duration.ofSeconds(20);

	private static final Duration LONGEST_DELAY = Duration.ofSeconds(5);

	private final CoordinatorHarness harness;

	private final List<WatchEvent> events = new CopyOnWriteArrayList<>();

	private final Map<String, ElectionView> views = new ConcurrentHashMap<>();

	private final Subscription subscription;

	RecordedWatch(CoordinatorHarness harness, Coordinator client) {
		this.harness = harness;
		this.subscription = client.watch(this::received);
	}

	private void received(WatchEvent event) {
		if (event instanceof WatchEvent.Reset) {
			this.views.clear();
		}
		if (event instanceof WatchEvent.Observed observed) {
			this.views.put(observed.view().election(), observed.view());
		}
		this.events.add(event);
	}

	List<WatchEvent> events() {
		return List.copyOf(this.events);
	}

	/**
	 * Return the revisions in which an election was observed, in order.
	 */
	List<Long> revisions(String election) {
		return this.events.stream()
			.filter(WatchEvent.Observed.class::isInstance)
			.map((event) -> ((WatchEvent.Observed) event).view())
			.filter((view) -> view.election().equals(election))
			.map(ElectionView::revision)
			.toList();
	}

	@Nullable ElectionView view(String election) {
		return this.views.get(election);
	}

	/**
	 * Wait until an event of the type arrived that is none of the first ones.
	 */
	void awaitEvent(Class<? extends WatchEvent> type, int after) {
		this.harness.passUntil(LONGEST_DISRUPTION, () -> this.events.stream().skip(after).anyMatch(type::isInstance));
	}

	void awaitCaughtUp() {
		awaitEvent(WatchEvent.CaughtUp.class, 0);
	}

	/**
	 * Wait until the election looks like this, for less time than a poll needs.
	 */
	void awaitView(String election, Predicate<ElectionView> condition) {
		awaitView(LONGEST_DELAY, election, condition);
	}

	/**
	 * Wait until nobody leads the election because the leader's session is over.
	 */
	void awaitExpiry(String election) {
		awaitView(this.harness.longestLife().plus(LONGEST_DELAY), election, (view) -> view.leader() == null);
	}

	private void awaitView(Duration atMost, String election, Predicate<ElectionView> condition) {
		this.harness.passUntil(atMost, () -> {
			ElectionView view = view(election);
			return view != null && condition.test(view);
		});
	}

	void awaitLeader(LeaderRecord leader) {
		awaitView(leader.election(), (view) -> leader.equals(view.leader()));
	}

	@Override
	public void close() {
		this.subscription.close();
	}

}
