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
import java.util.function.Supplier;

import io.leaderelection.ControlRequest;
import io.leaderelection.ElectionName;
import io.leaderelection.RevocationReason;
import io.leaderelection.coordinator.ChangeOutcome;
import io.leaderelection.coordinator.Conflict;
import io.leaderelection.coordinator.ControlOutcome;
import io.leaderelection.coordinator.Done;
import io.leaderelection.coordinator.HistoryEntry;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.PauseRecord;
import io.leaderelection.coordinator.TermRecord;

/**
 * Operators' orders. They leave expired sessions alone, so that nothing that such a
 * session is locked by can keep an election from being paused.
 */
final class Orders {

	private static final String IF_NOT_PAUSED = "pause_grant IS NULL";

	// The counter may lie behind the history, in which no term may stand twice.
	private static final String NEXT_TERM = "GREATEST(term, COALESCE((SELECT MAX(h.term) FROM leader_history h"
			+ " WHERE h.namespace = ? AND h.election = ?), 0)) + 1";

	private final JdbcStore store;

	private final Supplier<Instant> clock;

	Orders(JdbcStore store, Supplier<Instant> clock) {
		this.store = store;
		this.clock = clock;
	}

	CompletableFuture<ControlOutcome> pause(String election, ControlRequest request) {
		ElectionName.requireValid(election);
		HistoryNotes notes = new HistoryNotes(election, request, this.clock.get());
		String burned = UUID.randomUUID().toString();
		return this.store.change((script) -> {
			String ns = script.namespace();
			script.createElection(election);
			Script.Query<StoredElection> before = script.election(election);
			notes.noteEnd(script, RevocationReason.PAUSED, IF_NOT_PAUSED);
			Script.Update paused = script.update(
					"UPDATE leader_election SET " + StoredElection.NO_LEADER
							+ ", successor = NULL, pause_actor = ?, pause_reason = ?, pause_since = ?, pause_grant = ?,"
							+ " pause_term = " + NEXT_TERM + ", term = " + NEXT_TERM + ", term_revision = "
							+ NamespaceScript.REVISION + ", revision = " + NamespaceScript.REVISION
							+ " WHERE namespace = ? AND election = ? AND " + IF_NOT_PAUSED,
					request.actor(), request.reason(), notes.time().toString(), burned, ns, election, ns, election, ns,
					ns, ns, election);
			notes.noteBurned(script, HistoryEntry.Kind.PAUSED, burned);
			Script.Query<StoredElection> after = script.election(election);
			return (answer, revision) -> {
				StoredElection found = answer.only(after);
				boolean first = answer.count(paused) == 1;
				LeaderRecord ousted = first ? answer.only(before).leader() : null;
				PauseRecord pause = found.pause();
				return (pause != null)
						? new ControlOutcome.Burned(pause.term(), pause.grantId(), ousted, first ? null : pause)
						: new Conflict(found.leader(), "the election could not be paused");
			};
		});
	}

	CompletableFuture<ControlOutcome> raiseTerm(String election, long expectedTerm, long floor,
			ControlRequest request) {
		ElectionName.requireValid(election);
		if (!TermRecord.isPermittedRaise(expectedTerm, floor)) {
			throw new IllegalArgumentException(
					"'floor' must be above term %d by at most 2^32, and at most 2^62, but is %d".formatted(expectedTerm,
							floor));
		}
		return forceOut(election, expectedTerm, HistoryEntry.Kind.RAISED, floor, request);
	}

	CompletableFuture<ControlOutcome> release(String election, long expectedTerm, ControlRequest request) {
		ElectionName.requireValid(election);
		return forceOut(election, expectedTerm, HistoryEntry.Kind.RELEASED, expectedTerm + 1, request);
	}

	private CompletableFuture<ControlOutcome> forceOut(String election, long expectedTerm, HistoryEntry.Kind kind,
			long floor, ControlRequest request) {
		HistoryNotes notes = new HistoryNotes(election, request, this.clock.get());
		String burned = UUID.randomUUID().toString();
		return this.store.change((script) -> {
			String ns = script.namespace();
			script.createElection(election);
			Script.Query<StoredElection> before = script.election(election);
			notes.noteEnd(script, RevocationReason.RELEASED, "term = ?", expectedTerm);
			Script.Update released = script.update(
					"UPDATE leader_election SET " + StoredElection.NO_LEADER + ", successor = NULL, term = GREATEST("
							+ NEXT_TERM + ", ?), term_revision = " + NamespaceScript.REVISION + ", revision = "
							+ NamespaceScript.REVISION + " WHERE namespace = ? AND election = ? AND term = ?",
					ns, election, floor, ns, ns, ns, election, expectedTerm);
			notes.noteBurned(script, kind, burned);
			Script.Query<StoredElection> after = script.election(election);
			return (answer, revision) -> {
				StoredElection found = answer.only(after);
				return (answer.count(released) == 1)
						? new ControlOutcome.Burned(found.term().value(), burned, answer.only(before).leader(),
								found.pause())
						: new Conflict(found.leader(),
								"the term is %d and not %d".formatted(found.term().value(), expectedTerm));
			};
		});
	}

	CompletableFuture<ChangeOutcome> resume(String election, ControlRequest request) {
		ElectionName.requireValid(election);
		String now = this.clock.get().toString();
		return this.store.change((script) -> {
			String ns = script.namespace();
			script.update("UPDATE leader_history SET ended = ?, end_reason = ? WHERE namespace = ? AND election = ?"
					+ " AND term = (SELECT e.pause_term FROM leader_election e WHERE e.namespace = ?"
					+ " AND e.election = ?)", now, resumedBy(request), ns, election, ns, election);
			Script.Update resumed = script.update(
					"UPDATE leader_election SET " + StoredElection.NO_PAUSE + ", revision = " + NamespaceScript.REVISION
							+ " WHERE namespace = ? AND election = ? AND pause_grant IS NOT NULL",
					ns, ns, election);
			Script.Query<StoredElection> after = script.election(election);
			return (answer, revision) -> {
				StoredElection found = answer.first(after);
				return (answer.count(resumed) == 1) ? new Done()
						: new Conflict((found != null) ? found.leader() : null, "the election is not paused");
			};
		});
	}

	private static String resumedBy(ControlRequest request) {
		return "RESUMED by %s: %s".formatted(request.actor(), request.reason());
	}

}
