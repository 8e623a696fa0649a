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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.EventLoop.Cancellable;
import io.leaderelection.coordinator.Subscription;
import io.leaderelection.coordinator.Unknown;
import io.leaderelection.coordinator.WatchEvent;
import io.leaderelection.coordinator.memory.MemoryCluster.Watcher;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Watch of one client: lists, follows the changes, and lists again after each disruption,
 * after each missed heartbeat and from time to time. State is owned by the client's loop.
 */
final class MemoryWatch implements Subscription {

	private static final Log logger = LogFactory.getLog(MemoryWatch.class);

	private static final Duration FIRST_BACK_OFF = Duration.ofMillis(50);

	private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(1);

	private final MemoryClient client;

	private final MemoryCoordinator.Settings settings;

	private final Consumer<WatchEvent> listener;

	private final Map<String, Long> applied = new HashMap<>();

	private long listedRevision;

	private long attempt;

	private boolean disrupted;

	private Duration backOff = FIRST_BACK_OFF;

	private @Nullable Cancellable poll;

	private @Nullable Cancellable heartbeat;

	private volatile boolean closed;

	MemoryWatch(MemoryClient client, MemoryCoordinator.Settings settings, Consumer<WatchEvent> listener) {
		this.client = client;
		this.settings = settings;
		this.listener = listener;
	}

	void start() {
		this.client.loop().execute(() -> {
			this.client.add(this);
			list();
		});
	}

	@Override
	public void close() {
		this.closed = true;
		this.client.loop().execute(() -> {
			this.client.remove(this);
			cancelTimers();
			this.client.cluster().loop().execute(() -> this.client.cluster().disconnect(this));
		});
	}

	void disconnected(String detail) {
		if (this.closed || this.disrupted) {
			return;
		}
		this.disrupted = true;
		listAfterBackOff();
		deliver(new WatchEvent.Silent(detail));
	}

	void reset(String detail) {
		this.applied.clear();
		this.listedRevision = 0;
		list();
		deliver(new WatchEvent.Reset(detail));
	}

	private void list() {
		cancelTimers();
		if (this.closed) {
			return;
		}
		this.attempt++;
		long currentAttempt = this.attempt;
		int generation = this.client.generation();
		this.client.call(Object.class, Operation.LIST, this.settings.callTimeout(), (store) -> {
			connect(generation);
			return new Listing(store.views(), store.revision());
		}, (outcome) -> {
			if (currentAttempt == this.attempt && !this.closed) {
				listed(outcome);
			}
		});
	}

	private void connect(int generation) {
		if (generation != this.client.generation() || this.closed) {
			return;
		}
		this.client.cluster().connect(this, this.client.link().watcher(new Watcher() {

			@Override
			public void changed(ElectionView view) {
				if (generation == MemoryWatch.this.client.generation()) {
					MemoryWatch.this.changed(view);
				}
			}

			@Override
			public void disconnected(String detail) {
				MemoryWatch.this.disconnected(detail);
			}

		}));
	}

	private void listed(Object outcome) {
		if (outcome instanceof Listing listing) {
			this.disrupted = false;
			this.backOff = FIRST_BACK_OFF;
			this.listedRevision = Math.max(this.listedRevision, listing.revision());
			this.poll = this.client.loop().schedule(this.settings.pollInterval(), this::list);
			this.heartbeat = this.client.loop().schedule(this.settings.heartbeat(), this::beat);
			listing.views().forEach(this::observe);
			deliver(new WatchEvent.CaughtUp(listing.revision()));
		}
		else if (this.disrupted) {
			listAfterBackOff();
		}
		else {
			disconnected("The list failed: " + outcome);
		}
	}

	private void listAfterBackOff() {
		cancelTimers();
		this.attempt++;
		this.poll = this.client.loop().schedule(this.backOff, this::list);
		Duration doubled = this.backOff.multipliedBy(2);
		this.backOff = (doubled.compareTo(LONGEST_BACK_OFF) < 0) ? doubled : LONGEST_BACK_OFF;
	}

	private void beat() {
		long currentAttempt = this.attempt;
		this.client.call(Object.class, Operation.HEARTBEAT, this.settings.heartbeat(), MemoryStore::revision,
				(outcome) -> {
					if (currentAttempt == this.attempt && !this.closed) {
						beaten(outcome);
					}
				});
	}

	private void beaten(Object outcome) {
		if (outcome instanceof Unknown unknown) {
			disconnected("The heartbeat failed: " + unknown.detail());
		}
		else {
			this.heartbeat = this.client.loop().schedule(this.settings.heartbeat(), this::beat);
		}
	}

	private void changed(ElectionView view) {
		hear(view);
		if (view.revision() > this.listedRevision) {
			observe(view);
		}
	}

	// Hearsay may be old, so that no revision keeps it back.
	private void hear(ElectionView view) {
		if (view.leader() == null && view.pause() == null && view.successor() == null && view.term().value() > 0) {
			deliver(new WatchEvent.Vacated(view.election(), view.term().value()));
		}
	}

	private void observe(ElectionView view) {
		if (view.revision() >= this.applied.getOrDefault(view.election(), 0L)) {
			this.applied.put(view.election(), view.revision());
			deliver(new WatchEvent.Observed(view));
		}
	}

	private void cancelTimers() {
		cancel(this.poll);
		cancel(this.heartbeat);
	}

	private static void cancel(@Nullable Cancellable timer) {
		if (timer != null) {
			timer.cancel();
		}
	}

	private void deliver(WatchEvent event) {
		if (this.closed) {
			return;
		}
		try {
			this.listener.accept(event);
		}
		catch (RuntimeException ex) {
			logger.error("Listener of the watch failed; the watch goes on", ex);
		}
	}

	/**
	 * Everything at one revision.
	 *
	 * @param views the elections
	 * @param revision the revision
	 */
	private record Listing(List<ElectionView> views, long revision) {

	}

}
