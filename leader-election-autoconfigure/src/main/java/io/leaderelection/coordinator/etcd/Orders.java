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

package io.leaderelection.coordinator.etcd;

import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

import io.grpc.Deadline;
import io.leaderelection.ControlRequest;
import io.leaderelection.RevocationReason;
import io.leaderelection.coordinator.ChangeOutcome;
import io.leaderelection.coordinator.Conflict;
import io.leaderelection.coordinator.ControlOutcome;
import io.leaderelection.coordinator.Done;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.HistoryEntry;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.PauseRecord;
import io.leaderelection.coordinator.TermRecord;
import org.jspecify.annotations.Nullable;

/**
 * Operators' orders. Each reads the election and changes it in one transaction that
 * compares what was read; if it changed meanwhile the order starts over.
 */
final class Orders {

	private static final int MAX_ATTEMPTS = 10;

	private final EtcdStore store;

	private final ElectionReads reads;

	private final Supplier<Instant> clock;

	Orders(EtcdStore store, ElectionReads reads, Supplier<Instant> clock) {
		this.store = store;
		this.reads = reads;
		this.clock = clock;
	}

	CompletableFuture<ControlOutcome> pause(String election, ControlRequest request) {
		return pause(election, request, this.store.deadline(), MAX_ATTEMPTS);
	}

	private CompletableFuture<ControlOutcome> pause(String election, ControlRequest request, Deadline deadline,
			int attempts) {
		return this.reads.election(election, deadline).thenCompose((view) -> {
			PauseRecord pause = view.pause();
			if (pause != null) {
				return completed(new ControlOutcome.Burned(pause.term(), pause.grantId(), null, pause));
			}
			Burn burn = burn(view, HistoryEntry.Kind.PAUSED, view.term().value() + 1, RevocationReason.PAUSED, request);
			PauseRecord record = new PauseRecord(request.actor(), request.reason(), burn.entry.began(),
					burn.entry.term(), burn.entry.grantId());
			burn.transaction.ifAbsent(this.store.keys().paused(election))
				.put(this.store.keys().paused(election), EtcdRecords.pause(record));
			return this.store.execute(burn.transaction, deadline)
				.thenCompose((answer) -> answer.succeeded() ? completed(burn.outcome())
						: (attempts > 1) ? pause(election, request, deadline, attempts - 1) : completed(busy(view)));
		});
	}

	CompletableFuture<ControlOutcome> release(String election, long expectedTerm, ControlRequest request) {
		return forceOut(election, expectedTerm, (view) -> burn(view, HistoryEntry.Kind.RELEASED,
				view.term().value() + 1, RevocationReason.RELEASED, request), this.store.deadline(), MAX_ATTEMPTS);
	}

	CompletableFuture<ControlOutcome> raiseTerm(String election, long expectedTerm, long floor,
			ControlRequest request) {
		if (!TermRecord.isPermittedRaise(expectedTerm, floor)) {
			throw new IllegalArgumentException(
					"'floor' must be above term %d by at most 2^32, and at most 2^62, but is %d".formatted(expectedTerm,
							floor));
		}
		return forceOut(election, expectedTerm,
				(view) -> burn(view, HistoryEntry.Kind.RAISED, floor, RevocationReason.RELEASED, request),
				this.store.deadline(), MAX_ATTEMPTS);
	}

	private CompletableFuture<ControlOutcome> forceOut(String election, long expectedTerm,
			Function<ElectionView, Burn> order, Deadline deadline, int attempts) {
		return this.reads.election(election, deadline).thenCompose((view) -> {
			if (view.term().value() != expectedTerm) {
				return completed(new Conflict(view.leader(),
						"the term is %d and not %d".formatted(view.term().value(), expectedTerm)));
			}
			Burn burn = order.apply(view);
			return this.store.execute(burn.transaction, deadline)
				.thenCompose((answer) -> answer.succeeded() ? completed(burn.outcome()) : (attempts > 1)
						? forceOut(election, expectedTerm, order, deadline, attempts - 1) : completed(busy(view)));
		});
	}

	CompletableFuture<ChangeOutcome> resume(String election, ControlRequest request) {
		Deadline deadline = this.store.deadline();
		return this.reads.election(election, deadline).thenCompose((view) -> {
			PauseRecord pause = view.pause();
			if (pause == null) {
				return CompletableFuture.completedFuture(notPaused(view));
			}
			EtcdKeys keys = this.store.keys();
			HistoryEntry entry = HistoryEntry.resumed(election, pause, this.clock.get(), request);
			Transaction transaction = new Transaction().ifValue(keys.paused(election), EtcdRecords.pause(pause))
				.delete(keys.paused(election))
				.put(keys.history(election, pause.term()), EtcdRecords.history(entry));
			return this.store.execute(transaction, deadline)
				.thenApply((answer) -> answer.succeeded() ? new Done() : notPaused(view));
		});
	}

	private static ChangeOutcome notPaused(ElectionView view) {
		return new Conflict(view.leader(), "the election is not paused");
	}

	private Burn burn(ElectionView view, HistoryEntry.Kind kind, long term, RevocationReason end,
			ControlRequest request) {
		EtcdKeys keys = this.store.keys();
		String election = view.election();
		Instant now = this.clock.get();
		HistoryEntry entry = new HistoryEntry(election, term, kind, UUID.randomUUID().toString(), null, now, null, null,
				request.actor(), request.reason());
		LeaderRecord leader = view.leader();
		Transaction transaction = new Transaction().ifWrittenAt(keys.term(election), view.term().version())
			.ifWrittenAt(keys.leader(election), (leader != null) ? leader.version() : 0)
			.delete(keys.leader(election))
			.delete(keys.successor(election))
			.put(keys.term(election), EtcdRecords.term(entry.term()))
			.put(keys.history(election, entry.term()), EtcdRecords.history(entry));
		if (leader != null) {
			transaction.put(keys.history(election, leader.term()),
					EtcdRecords.history(Holdings.ended(leader, now, end, request)));
		}
		return new Burn(transaction, entry, leader, view.pause());
	}

	private static ControlOutcome busy(ElectionView view) {
		return new Conflict(view.leader(), "the election changed again and again meanwhile");
	}

	private static CompletableFuture<ControlOutcome> completed(ControlOutcome outcome) {
		return CompletableFuture.completedFuture(outcome);
	}

	/**
	 * Transaction that burns a term.
	 */
	private record Burn(Transaction transaction, HistoryEntry entry, @Nullable LeaderRecord ousted,
			@Nullable PauseRecord standing) {

		ControlOutcome outcome() {
			return new ControlOutcome.Burned(this.entry.term(), this.entry.grantId(), this.ousted, this.standing);
		}

	}

}
