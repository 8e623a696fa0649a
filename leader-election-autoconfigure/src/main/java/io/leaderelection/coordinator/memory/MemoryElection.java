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

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

import io.leaderelection.ControlRequest;
import io.leaderelection.RevocationReason;
import io.leaderelection.coordinator.Campaign;
import io.leaderelection.coordinator.CampaignOutcome;
import io.leaderelection.coordinator.ChangeOutcome;
import io.leaderelection.coordinator.Conflict;
import io.leaderelection.coordinator.ControlOutcome;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.Done;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.HistoryEntry;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.PauseRecord;
import io.leaderelection.coordinator.Refused;
import io.leaderelection.coordinator.SessionGone;
import io.leaderelection.coordinator.TermRecord;
import org.jspecify.annotations.Nullable;

/**
 * Records of one election and the transactions on them. Each transaction that changes
 * something takes one revision of the store.
 */
final class MemoryElection {

	private final String name;

	private @Nullable LeaderRecord leader;

	private TermRecord term = TermRecord.NONE;

	private @Nullable PauseRecord pause;

	private @Nullable String successor;

	private final NavigableMap<Long, HistoryEntry> history = new TreeMap<>();

	private final Map<String, Candidacy> candidates = new TreeMap<>();

	MemoryElection(String name) {
		this.name = name;
	}

	MemoryElection copy() {
		MemoryElection copy = new MemoryElection(this.name);
		copy.leader = this.leader;
		copy.term = this.term;
		copy.pause = this.pause;
		copy.successor = this.successor;
		copy.history.putAll(this.history);
		copy.candidates.putAll(this.candidates);
		return copy;
	}

	ElectionView view(long revision) {
		Map<String, Map<String, String>> metadata = new TreeMap<>();
		this.candidates.forEach((instance, candidacy) -> metadata.put(instance, candidacy.metadata()));
		return new ElectionView(this.name, revision, this.leader, this.term, this.pause, this.successor, metadata);
	}

	List<HistoryEntry> history(int limit) {
		List<HistoryEntry> latestFirst = new ArrayList<>(this.history.descendingMap().values());
		return latestFirst.subList(0, Math.min(limit, latestFirst.size()));
	}

	CampaignOutcome campaign(Campaign campaign, MemoryStore store) {
		if (this.leader != null) {
			return new CampaignOutcome.Lost(this.leader, this.term);
		}
		if (this.pause != null) {
			return new CampaignOutcome.Paused(this.pause, this.term);
		}
		if (!this.history.isEmpty() && this.history.lastKey() > this.term.value()) {
			this.term = new TermRecord(this.history.lastKey(), store.change(this.name));
		}
		if (!this.term.equals(campaign.known())) {
			return new CampaignOutcome.Behind(this.term);
		}
		if (!store.isAlive(campaign.session())) {
			return new SessionGone("Session %s does not exist".formatted(campaign.session().id()));
		}
		return new CampaignOutcome.Won(grant(campaign, store));
	}

	private LeaderRecord grant(Campaign campaign, MemoryStore store) {
		long revision = store.change(this.name);
		long granted = this.term.value() + 1;
		LeaderRecord record = new LeaderRecord(this.name, granted, campaign.grantId(), campaign.session().instance(),
				campaign.session().id(), revision, campaign.since(), campaign.metadata());
		this.leader = record;
		this.term = new TermRecord(granted, revision);
		this.successor = null;
		this.history.put(granted, new HistoryEntry(this.name, granted, HistoryEntry.Kind.GRANTED, record.grantId(),
				record.instance(), record.since(), null, null, null, null));
		this.history.headMap(granted - Coordinator.HISTORY_LIMIT, true).clear();
		return record;
	}

	ChangeOutcome enlist(String instance, Candidacy candidacy, MemoryStore store) {
		if (!candidacy.equals(this.candidates.get(instance))) {
			store.change(this.name);
			this.candidates.put(instance, candidacy);
		}
		return new Done();
	}

	ChangeOutcome delist(String instance, String session, MemoryStore store) {
		Candidacy candidacy = this.candidates.get(instance);
		if (candidacy != null && candidacy.session().equals(session)) {
			store.change(this.name);
			this.candidates.remove(instance);
		}
		return new Done();
	}

	ChangeOutcome discard(LeaderRecord record, MemoryStore store) {
		if (!holds(record)) {
			return notHeld(record);
		}
		store.change(this.name);
		this.leader = null;
		return new Done();
	}

	ChangeOutcome resign(LeaderRecord record, RevocationReason reason, ControlRequest request, MemoryStore store) {
		if (!holds(record)) {
			return notHeld(record);
		}
		store.change(this.name);
		this.leader = null;
		noteEnd(record, reason, request, store);
		return new Done();
	}

	private void noteEnd(LeaderRecord record, RevocationReason reason, ControlRequest request, MemoryStore store) {
		this.history.put(record.term(),
				new HistoryEntry(this.name, record.term(), HistoryEntry.Kind.GRANTED, record.grantId(),
						record.instance(), record.since(), store.wallTime(), reason.name(), request.actor(),
						request.reason()));
	}

	ChangeOutcome nominate(LeaderRecord record, String target, MemoryStore store) {
		if (!holds(record)) {
			return notHeld(record);
		}
		if (!this.candidates.containsKey(target)) {
			return new Conflict(this.leader, "'%s' is no candidate".formatted(target));
		}
		store.change(this.name);
		this.successor = target;
		return new Done();
	}

	ControlOutcome pause(ControlRequest request, MemoryStore store) {
		if (this.pause != null) {
			return new ControlOutcome.Burned(this.pause.term(), this.pause.grantId(), null, this.pause);
		}
		ControlOutcome.Burned burned = burn(HistoryEntry.Kind.PAUSED, RevocationReason.PAUSED, this.term.value() + 1,
				request, store);
		this.pause = new PauseRecord(request.actor(), request.reason(), store.wallTime(), burned.term(),
				burned.grantId());
		return burned;
	}

	ChangeOutcome resume(ControlRequest request, MemoryStore store) {
		if (this.pause == null) {
			return new Conflict(this.leader, "The election is not paused");
		}
		store.change(this.name);
		this.history.put(this.pause.term(), HistoryEntry.resumed(this.name, this.pause, store.wallTime(), request));
		this.pause = null;
		return new Done();
	}

	ControlOutcome release(long expectedTerm, ControlRequest request, MemoryStore store) {
		if (this.term.value() != expectedTerm) {
			return new Conflict(this.leader, "The term is %d, not %d".formatted(this.term.value(), expectedTerm));
		}
		return burn(HistoryEntry.Kind.RELEASED, RevocationReason.RELEASED, expectedTerm + 1, request, store);
	}

	ControlOutcome raiseTerm(long expectedTerm, long floor, ControlRequest request, MemoryStore store) {
		if (!TermRecord.isPermittedRaise(expectedTerm, floor)) {
			return notPermitted(expectedTerm, floor);
		}
		if (this.term.value() != expectedTerm) {
			return new Conflict(this.leader, "The term is %d, not %d".formatted(this.term.value(), expectedTerm));
		}
		return burn(HistoryEntry.Kind.RAISED, RevocationReason.RELEASED, floor, request, store);
	}

	ChangeOutcome raise(LeaderRecord record, long floor, ControlRequest request, MemoryStore store) {
		if (!TermRecord.isPermittedRaise(record.term(), floor)) {
			return notPermitted(record.term(), floor);
		}
		if (!holds(record)) {
			return notHeld(record);
		}
		if (this.term.value() != record.term()) {
			return new Conflict(this.leader, "The term is %d, not %d".formatted(this.term.value(), record.term()));
		}
		burn(HistoryEntry.Kind.RAISED, RevocationReason.RESTORED, floor, request, store);
		return new Done();
	}

	/**
	 * Remove what lives under a session.
	 * @param session the session that ended
	 * @param revision the revision of its end
	 * @param store the store
	 */
	void end(String session, long revision, MemoryStore store) {
		boolean removed = this.candidates.values().removeIf((candidacy) -> candidacy.session().equals(session));
		if (this.leader != null && this.leader.sessionId().equals(session)) {
			this.leader = null;
			removed = true;
		}
		if (removed) {
			store.changedAt(this.name, revision);
		}
	}

	void overwriteTerm(long value, MemoryStore store) {
		this.term = new TermRecord(value, store.change(this.name));
	}

	@Nullable LeaderRecord leader() {
		return this.leader;
	}

	private ControlOutcome.Burned burn(HistoryEntry.Kind kind, RevocationReason end, long burned,
			ControlRequest request, MemoryStore store) {
		long revision = store.change(this.name);
		Instant now = store.wallTime();
		LeaderRecord ousted = this.leader;
		String grantId = store.newId();
		if (ousted != null) {
			noteEnd(ousted, end, request, store);
		}
		this.leader = null;
		this.successor = null;
		this.term = new TermRecord(burned, revision);
		this.history.put(burned, new HistoryEntry(this.name, burned, kind, grantId, null, now, null, null,
				request.actor(), request.reason()));
		return new ControlOutcome.Burned(burned, grantId, ousted, this.pause);
	}

	private static Refused notPermitted(long before, long floor) {
		return new Refused(Refused.Kind.INVALID, "Term %d must not be raised to %d".formatted(before, floor));
	}

	private boolean holds(LeaderRecord record) {
		return this.leader != null && this.leader.sameGrant(record);
	}

	private Conflict notHeld(LeaderRecord record) {
		return new Conflict(this.leader, "The grant of term %d is not there any more".formatted(record.term()));
	}

	/**
	 * Announcement of a candidate.
	 *
	 * @param session the session that it lives under
	 * @param metadata what the instance tells about itself
	 */
	record Candidacy(String session, Map<String, String> metadata) {

		Candidacy {
			metadata = Map.copyOf(metadata);
		}

	}

}
