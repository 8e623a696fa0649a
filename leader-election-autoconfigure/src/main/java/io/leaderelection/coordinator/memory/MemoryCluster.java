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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.EventLoop;
import io.leaderelection.coordinator.HistoryEntry;
import io.leaderelection.coordinator.Session;

/**
 * Server that {@link MemoryCoordinator} instances are clients of: it holds the records of
 * one namespace in memory. It can be stopped, started and restored from a snapshot, as a
 * real one. Everything, also the methods of this class, happens on its loop's thread.
 */
public final class MemoryCluster {

	private final EventLoop loop;

	private final Settings settings;

	private final Supplier<String> ids;

	private final Map<Object, Watcher> watchers = new LinkedHashMap<>();

	private MemoryStore store;

	private long sessionIds;

	private boolean running = true;

	private boolean collecting;

	/**
	 * Create a cluster with the default settings and random identifiers.
	 * @param loop the server's loop
	 */
	public MemoryCluster(EventLoop loop) {
		this(loop, Settings.DEFAULTS, () -> UUID.randomUUID().toString());
	}

	/**
	 * Create a cluster.
	 * @param loop the server's loop
	 * @param settings the settings
	 * @param ids the source of unique identifiers: of the lineage and of burned terms
	 */
	public MemoryCluster(EventLoop loop, Settings settings, Supplier<String> ids) {
		this.loop = loop;
		this.settings = settings;
		this.ids = ids;
		this.store = new MemoryStore(this);
	}

	/**
	 * Stop the server: connections break, calls fail, and no session ends.
	 */
	public void stop() {
		this.running = false;
		disconnectAll("the server was stopped");
	}

	/**
	 * Start a stopped server. Every session has its full time-to-live ahead, as after a
	 * failover of etcd.
	 */
	public void start() {
		this.running = true;
		this.store = this.store.copy();
		collectExpired();
	}

	/**
	 * Take a snapshot of everything.
	 * @return the snapshot
	 */
	public Snapshot snapshot() {
		return new Snapshot(this.store.copy());
	}

	/**
	 * Restart with the state of a snapshot: sessions and leaders of then are back, and
	 * the revision is the one of then.
	 * @param snapshot the snapshot
	 */
	public void restore(Snapshot snapshot) {
		stop();
		this.store = snapshot.store;
		start();
	}

	/**
	 * Restart with no data at all, as if another cluster had taken the place of this one.
	 */
	public void replace() {
		stop();
		this.store = new MemoryStore(this);
		start();
	}

	/**
	 * Damage the term counter of an election.
	 * @param election the name of the election
	 * @param value the term to store, which may be lower than terms in the history
	 */
	public void overwriteTerm(String election, long value) {
		this.store.election(election).overwriteTerm(value, this.store);
		publish();
	}

	/**
	 * End a session at once, as an operator can.
	 * @param session the identifier of the session
	 */
	public void endSession(String session) {
		this.store.end(session);
		publish();
	}

	/**
	 * Return the state of an election.
	 * @param election the name of the election
	 * @return the state
	 */
	public ElectionView view(String election) {
		return this.store.view(election);
	}

	/**
	 * Return the history of an election.
	 * @param election the name of the election
	 * @return all terms kept, latest first
	 */
	public List<HistoryEntry> history(String election) {
		return this.store.history(election, Integer.MAX_VALUE);
	}

	/**
	 * Return the sessions that did not end yet.
	 * @return the sessions
	 */
	public List<Session> sessions() {
		return this.store.leases().all();
	}

	EventLoop loop() {
		return this.loop;
	}

	Settings settings() {
		return this.settings;
	}

	String newId() {
		return this.ids.get();
	}

	/**
	 * Create an identifier that no session had before, not even one that a restored
	 * snapshot does not know of.
	 * @return the identifier
	 */
	String newSessionId() {
		this.sessionIds++;
		return Long.toHexString(this.sessionIds);
	}

	boolean isRunning() {
		return this.running;
	}

	<O> Answer<O> perform(Function<MemoryStore, O> transaction) {
		O outcome = transaction.apply(this.store);
		publish();
		collectExpired();
		return new Answer<>(outcome, this.store.revision());
	}

	/**
	 * Connect a watcher, in place of the one that the same client connected before.
	 * @param client the identity of the client
	 * @param watcher the watcher
	 */
	void connect(Object client, Watcher watcher) {
		this.watchers.put(client, watcher);
	}

	void disconnect(Object client) {
		this.watchers.remove(client);
	}

	private void disconnectAll(String detail) {
		List<Watcher> disconnected = List.copyOf(this.watchers.values());
		this.watchers.clear();
		disconnected.forEach((watcher) -> watcher.disconnected(detail));
	}

	private void publish() {
		List<ElectionView> changes = this.store.takeChanges();
		changes.forEach((view) -> this.watchers.values().forEach((watcher) -> watcher.changed(view)));
	}

	private void collectExpired() {
		if (this.collecting || this.store.leases().isEmpty()) {
			return;
		}
		this.collecting = true;
		this.loop.schedule(this.settings.expiryGranularity(), () -> {
			this.collecting = false;
			if (this.running) {
				this.store.endExpired();
				publish();
			}
			collectExpired();
		});
	}

	/**
	 * Settings of a cluster.
	 *
	 * @param minimumTtl the least time-to-live of a session
	 * @param expiryGranularity the time between two collections of expired sessions, so
	 * that a session lives for up to this much longer than its time-to-live
	 * @param renewalTellsGrants whether the answer to a renewal tells the grants held
	 */
	public record Settings(Duration minimumTtl, Duration expiryGranularity, boolean renewalTellsGrants) {

		/**
		 * Sessions of any length, collected every 500 ms as etcd does.
		 */
		public static final Settings DEFAULTS = new Settings(Duration.ZERO, Duration.ofMillis(500), false);

		public Settings {
			if (expiryGranularity.isNegative() || expiryGranularity.isZero()) {
				throw new IllegalArgumentException(
						"'expiryGranularity' must be positive, but is %d ms".formatted(expiryGranularity.toMillis()));
			}
		}

	}

	/**
	 * Everything that a cluster held at one moment.
	 */
	public static final class Snapshot {

		private final MemoryStore store;

		private Snapshot(MemoryStore store) {
			this.store = store;
		}

	}

	/**
	 * Answer of the server.
	 *
	 * @param <O> the type of the outcome
	 * @param outcome the outcome
	 * @param revision the revision of the data after the call
	 */
	record Answer<O>(O outcome, long revision) {

	}

	/**
	 * Server's end of a watch.
	 */
	interface Watcher {

		/**
		 * Called when an election changed.
		 * @param view the new state
		 */
		void changed(ElectionView view);

		/**
		 * Called when the server ends the connection.
		 * @param detail why
		 */
		void disconnected(String detail);

	}

}
