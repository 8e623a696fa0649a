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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.TermRecord;
import io.leaderelection.coordinator.WatchEvent;
import io.leaderelection.coordinator.memory.VirtualTime;
import org.jspecify.annotations.Nullable;

/**
 * Namespace in virtual time, with elections that a test changes and sessions that it lets
 * expire, and notifications that it may withhold.
 */
final class FeedByHand implements ChangeFeed {

	private final VirtualTime time;

	private final Map<String, ElectionView> views = new LinkedHashMap<>();

	private final Map<String, Duration> sessions = new LinkedHashMap<>();

	private final List<Notifications.Receiver> receivers = new ArrayList<>();

	private final List<Long> looks = new ArrayList<>();

	private final List<CompletableFuture<Changes>> held = new ArrayList<>();

	private long revision = 1;

	private int sweeps;

	private boolean notifying = true;

	private boolean holding;

	private boolean replaced;

	private @Nullable String trouble;

	private @Nullable String sweepTrouble;

	FeedByHand(VirtualTime time) {
		this.time = time;
	}

	@Override
	public CompletionStage<Changes> changesAfter(long after) {
		this.looks.add(after);
		if (this.trouble != null) {
			return CompletableFuture.failedFuture(new IllegalStateException(this.trouble));
		}
		if (this.replaced) {
			this.replaced = false;
			return CompletableFuture.failedFuture(new ReplacedConnectionException());
		}
		CompletableFuture<Changes> answer = new CompletableFuture<>();
		if (this.holding) {
			this.held.add(answer);
		}
		else {
			answer.complete(changes(after));
		}
		return answer;
	}

	@Override
	public CompletionStage<?> sweep() {
		this.sweeps++;
		if (this.sweepTrouble != null) {
			return CompletableFuture.failedFuture(new IllegalStateException(this.sweepTrouble));
		}
		List<String> expired = this.sessions.entrySet()
			.stream()
			.filter((session) -> session.getValue().compareTo(this.time.elapsed()) <= 0)
			.map(Map.Entry::getKey)
			.toList();
		expired.forEach((instance) -> {
			this.sessions.remove(instance);
			change("of " + instance);
		});
		return CompletableFuture.completedFuture(null);
	}

	Changes changes(long after) {
		Duration untilSweep = this.sessions.values()
			.stream()
			.min(Duration::compareTo)
			.map((expiry) -> expiry.minus(this.time.elapsed()))
			.orElse(null);
		return new Changes(this.views.values().stream().filter((view) -> view.revision() > after).toList(),
				this.revision, untilSweep, this.sessions.size());
	}

	ElectionView change(String election) {
		this.revision++;
		ElectionView view = new ElectionView(election, this.revision, null,
				new TermRecord(this.revision, this.revision), null, null, Map.of());
		this.views.put(election, view);
		if (this.notifying) {
			announce("somebody", List.of());
		}
		return view;
	}

	void announce(String author, List<WatchEvent.Vacated> vacancies) {
		this.receivers.forEach((receiver) -> receiver.changed(new Announcement("test", author, vacancies)));
	}

	/**
	 * Renew a session that expires unless it is renewed again.
	 */
	void renew(String instance, Duration ttl) {
		this.sessions.put(instance, this.time.elapsed().plus(ttl));
	}

	void restore(String election, long to) {
		this.views.put(election, new ElectionView(election, to, null, new TermRecord(to, to), null, null, Map.of()));
	}

	void setNotifying(boolean notifying) {
		this.notifying = notifying;
	}

	/**
	 * Let every look fail from now on, or none.
	 */
	void setTrouble(@Nullable String trouble) {
		this.trouble = trouble;
	}

	/**
	 * Let somebody else lose the connection before the next look.
	 */
	void replaceConnection() {
		this.replaced = true;
	}

	void setSweepTrouble(@Nullable String sweepTrouble) {
		this.sweepTrouble = sweepTrouble;
	}

	/**
	 * Hold answers back from now on.
	 * @return the answers held back
	 */
	List<CompletableFuture<Changes>> hold() {
		this.holding = true;
		return this.held;
	}

	void resume() {
		this.holding = false;
	}

	/**
	 * Return the revisions that looks asked from.
	 */
	List<Long> looks() {
		return this.looks;
	}

	int sweeps() {
		return this.sweeps;
	}

	Notifications notifications() {
		return new Notifications() {

			private @Nullable Receiver receiver;

			@Override
			public void start(Receiver started) {
				this.receiver = started;
				FeedByHand.this.receivers.add(started);
				started.listening();
			}

			@Override
			public void close() {
				FeedByHand.this.receivers.remove(this.receiver);
			}

		};
	}

	List<Notifications.Receiver> receivers() {
		return this.receivers;
	}

}
