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

import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

import io.leaderelection.ControlRequest;
import io.leaderelection.ElectionName;
import io.leaderelection.RevocationReason;
import io.leaderelection.coordinator.ChangeOutcome;
import io.leaderelection.coordinator.Conflict;
import io.leaderelection.coordinator.Done;
import io.leaderelection.coordinator.HistoryEntry;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.TermRecord;
import org.jspecify.annotations.Nullable;

/**
 * What a leader does with the term that it holds.
 */
final class Holdings {

	private static final String IF_HELD = " WHERE namespace = ? AND election = ? AND " + StoredElection.HELD;

	private static final String REMOVE_LEADER = "UPDATE leader_election SET " + StoredElection.NO_LEADER
			+ ", revision = " + NamespaceScript.REVISION;

	private final JdbcStore store;

	private final Supplier<Instant> clock;

	Holdings(JdbcStore store, Supplier<Instant> clock) {
		this.store = store;
		this.clock = clock;
	}

	CompletableFuture<ChangeOutcome> discard(LeaderRecord record) {
		return change(record, (script) -> end(script, record));
	}

	CompletableFuture<ChangeOutcome> resign(LeaderRecord record, RevocationReason reason, ControlRequest request) {
		ElectionName.requireValid(record.election());
		return this.store.changeWithOthers(resignation(record, reason, request, this.clock.get()));
	}

	static Exchange<ChangeOutcome> resignation(LeaderRecord record, RevocationReason reason, ControlRequest request,
			Instant now) {
		HistoryNotes notes = new HistoryNotes(record.election(), request, now);
		return exchange(record, (script) -> {
			notes.noteEnd(script, reason, StoredElection.HELD, record.grantId(), record.version());
			return end(script, record);
		});
	}

	private static Script.Update end(NamespaceScript script, LeaderRecord record) {
		return script.update(REMOVE_LEADER + IF_HELD, script.namespace(), script.namespace(), record.election(),
				record.grantId(), record.version());
	}

	CompletableFuture<ChangeOutcome> nominate(LeaderRecord record, String target) {
		ElectionName.requireValid(record.election());
		return this.store.change((script) -> {
			String ns = script.namespace();
			String election = record.election();
			script.endExpired();
			Script.Update named = script.update(
					"UPDATE leader_election SET successor = ?, revision = " + NamespaceScript.REVISION + IF_HELD
							+ " AND EXISTS (SELECT 1 FROM leader_candidate c WHERE c.namespace = ? AND c.election = ?"
							+ " AND c.instance = ?)",
					target, ns, ns, election, record.grantId(), record.version(), ns, election, target);
			Script.Query<StoredElection> after = script.election(election);
			return (answer, revision) -> {
				LeaderRecord leader = leader(answer.first(after));
				if (answer.count(named) == 1) {
					return new Done();
				}
				return (leader != null && leader.sameGrant(record))
						? new Conflict(leader, "instance '%s' is no candidate".formatted(target))
						: notHeld(record, leader);
			};
		});
	}

	CompletableFuture<ChangeOutcome> raise(LeaderRecord record, long floor, ControlRequest request) {
		if (!TermRecord.isPermittedRaise(record.term(), floor)) {
			throw new IllegalArgumentException(
					"'floor' must be above term %d by at most 2^32, and at most 2^62, but is %d"
						.formatted(record.term(), floor));
		}
		HistoryNotes notes = new HistoryNotes(record.election(), request, this.clock.get());
		String burned = UUID.randomUUID().toString();
		return change(record, (script) -> {
			String ns = script.namespace();
			notes.noteEnd(script, RevocationReason.RESTORED, StoredElection.HELD + " AND term = ?", record.grantId(),
					record.version(), record.term());
			Script.Update raised = script.update(
					REMOVE_LEADER + ", successor = NULL, term_revision = " + NamespaceScript.REVISION + ", term = ?"
							+ IF_HELD + " AND term = ?",
					ns, ns, floor, ns, record.election(), record.grantId(), record.version(), record.term());
			notes.noteBurned(script, HistoryEntry.Kind.RAISED, burned);
			return raised;
		});
	}

	private CompletableFuture<ChangeOutcome> change(LeaderRecord record,
			Function<NamespaceScript, Script.Update> change) {
		ElectionName.requireValid(record.election());
		return this.store.changeWithOthers(exchange(record, change));
	}

	private static Exchange<ChangeOutcome> exchange(LeaderRecord record,
			Function<NamespaceScript, Script.Update> change) {
		return (script) -> {
			Script.Update changed = change.apply(script);
			Script.Query<StoredElection> after = script.election(record.election());
			return (answer, revision) -> (answer.count(changed) == 1) ? new Done()
					: notHeld(record, leader(answer.first(after)));
		};
	}

	private static Conflict notHeld(LeaderRecord record, @Nullable LeaderRecord leader) {
		return new Conflict(leader, "the grant of term %d is not there any more".formatted(record.term()));
	}

	private static @Nullable LeaderRecord leader(@Nullable StoredElection election) {
		return (election != null) ? election.leader() : null;
	}

}
