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
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import io.leaderelection.FencingToken;
import io.leaderelection.coordinator.ChangeOutcome;
import io.leaderelection.coordinator.Done;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.HistoryEntry;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.LineageOutcome;
import io.leaderelection.coordinator.RenewalOutcome;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.SessionGone;
import io.leaderelection.coordinator.SessionOutcome;
import io.leaderelection.coordinator.SessionRequest;
import org.jspecify.annotations.Nullable;

/**
 * Data of one namespace: sessions, elections and the revision, which grows with every
 * transaction that changes something, as in etcd.
 */
final class MemoryStore {

	private final MemoryCluster cluster;

	private final MemoryLeases leases;

	private final Map<String, MemoryElection> elections = new TreeMap<>();

	private final Map<String, Long> changes = new LinkedHashMap<>();

	private @Nullable String lineage;

	private long revision;

	MemoryStore(MemoryCluster cluster) {
		this(cluster, new MemoryLeases(cluster.loop()::nanoTime));
	}

	private MemoryStore(MemoryCluster cluster, MemoryLeases leases) {
		this.cluster = cluster;
		this.leases = leases;
	}

	/**
	 * Copy the data, with the full time-to-live ahead of every session.
	 * @return the copy
	 */
	MemoryStore copy() {
		MemoryStore copy = new MemoryStore(this.cluster, this.leases.renewedCopy());
		this.elections.forEach((name, election) -> copy.elections.put(name, election.copy()));
		copy.lineage = this.lineage;
		copy.revision = this.revision;
		return copy;
	}

	LineageOutcome lineage() {
		if (this.lineage == null) {
			this.lineage = newId();
			this.revision++;
		}
		return new LineageOutcome.Known(this.lineage);
	}

	SessionOutcome open(SessionRequest request) {
		Duration minimum = this.cluster.settings().minimumTtl();
		Duration ttl = (request.ttl().compareTo(minimum) >= 0) ? request.ttl() : minimum;
		Session session = new Session(this.cluster.newSessionId(), request.instance(), ttl);
		this.leases.add(session);
		return new SessionOutcome.Opened(session);
	}

	RenewalOutcome renew(Session session) {
		if (this.leases.isExpired(session.id())) {
			end(session.id());
		}
		if (!this.leases.contains(session.id())) {
			return new SessionGone("Session %s does not exist".formatted(session.id()));
		}
		this.leases.renew(session.id(), session.ttl());
		Set<FencingToken> held = null;
		if (this.cluster.settings().renewalTellsGrants()) {
			held = grantsUnder(session);
		}
		return new RenewalOutcome.Renewed(session.ttl(), held);
	}

	private Set<FencingToken> grantsUnder(Session session) {
		Set<FencingToken> grants = new LinkedHashSet<>();
		for (MemoryElection election : this.elections.values()) {
			LeaderRecord leader = election.leader();
			if (leader != null && leader.sessionId().equals(session.id())) {
				grants.add(leader.token());
			}
		}
		return grants;
	}

	ChangeOutcome close(Session session) {
		end(session.id());
		return new Done();
	}

	ChangeOutcome enlist(Session session, String election, Map<String, String> metadata) {
		if (!isAlive(session)) {
			return new SessionGone("Session %s does not exist".formatted(session.id()));
		}
		return election(election).enlist(session.instance(), new MemoryElection.Candidacy(session.id(), metadata),
				this);
	}

	ElectionView view(String election) {
		MemoryElection found = this.elections.get(election);
		return (found != null) ? found.view(this.revision) : ElectionView.empty(election, this.revision);
	}

	List<ElectionView> views() {
		return this.elections.values().stream().map((election) -> election.view(this.revision)).toList();
	}

	List<HistoryEntry> history(String election, int limit) {
		MemoryElection found = this.elections.get(election);
		return (found != null) ? found.history(limit) : List.of();
	}

	MemoryElection election(String name) {
		return this.elections.computeIfAbsent(name, MemoryElection::new);
	}

	/**
	 * End a session and remove everything under it, all at one revision.
	 * @param session the identifier of the session
	 */
	void end(String session) {
		if (this.leases.remove(session)) {
			long next = this.revision + 1;
			this.elections.values().forEach((election) -> election.end(session, next, this));
		}
	}

	void endExpired() {
		this.leases.expired().forEach(this::end);
	}

	MemoryLeases leases() {
		return this.leases;
	}

	boolean isAlive(Session session) {
		return this.leases.contains(session.id());
	}

	long revision() {
		return this.revision;
	}

	Instant wallTime() {
		return this.cluster.loop().wallTime();
	}

	String newId() {
		return this.cluster.newId();
	}

	/**
	 * Note a change of an election.
	 * @param election the name of the election
	 * @return the revision of the change
	 */
	long change(String election) {
		changedAt(election, this.revision + 1);
		return this.revision;
	}

	void changedAt(String election, long changedAt) {
		this.revision = changedAt;
		this.changes.put(election, changedAt);
	}

	/**
	 * Take the elections changed since the last call.
	 * @return the elections as they are now
	 */
	List<ElectionView> takeChanges() {
		List<ElectionView> views = this.changes.keySet().stream().map(this::view).toList();
		this.changes.clear();
		return views;
	}

}
