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
import java.util.function.Supplier;

import io.etcd.jetcd.api.KeyValue;
import io.leaderelection.ControlRequest;
import io.leaderelection.RevocationReason;
import io.leaderelection.coordinator.ChangeOutcome;
import io.leaderelection.coordinator.Conflict;
import io.leaderelection.coordinator.Done;
import io.leaderelection.coordinator.HistoryEntry;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.TermRecord;

/**
 * What a leader does with the term that it holds. Each change compares the revision
 * <em>and</em> the whole value of the leader record, thus the grant id too: after a
 * restore another grant may have been written at the same revision.
 */
final class Holdings {

	private final EtcdStore store;

	private final Supplier<Instant> clock;

	Holdings(EtcdStore store, Supplier<Instant> clock) {
		this.store = store;
		this.clock = clock;
	}

	CompletableFuture<ChangeOutcome> discard(LeaderRecord record) {
		return change(record, ifHeld(record).delete(this.store.keys().leader(record.election())),
				"the leader record is another one");
	}

	CompletableFuture<ChangeOutcome> resign(LeaderRecord record, RevocationReason reason, ControlRequest request) {
		EtcdKeys keys = this.store.keys();
		Transaction transaction = ifHeld(record).delete(keys.leader(record.election()))
			.put(keys.history(record.election(), record.term()),
					EtcdRecords.history(ended(record, this.clock.get(), reason, request)));
		return change(record, transaction, "the term has ended already");
	}

	CompletableFuture<ChangeOutcome> nominate(LeaderRecord record, String target) {
		EtcdKeys keys = this.store.keys();
		Transaction transaction = ifHeld(record).ifPresent(keys.candidate(record.election(), target))
			.put(keys.successor(record.election()), EtcdRecords.successor(target))
			.elseGet(keys.candidate(record.election(), target));
		return this.store.execute(transaction.elseGet(keys.leader(record.election())), this.store.deadline())
			.thenApply((answer) -> {
				if (answer.succeeded()) {
					return new Done();
				}
				boolean candidate = answer.find(keys.candidate(record.election(), target)) != null;
				return conflict(record, answer,
						candidate ? "the term has ended already" : "instance '%s' is no candidate".formatted(target));
			});
	}

	CompletableFuture<ChangeOutcome> raise(LeaderRecord record, long floor, ControlRequest request) {
		if (!TermRecord.isPermittedRaise(record.term(), floor)) {
			throw new IllegalArgumentException(
					"'floor' must be above term %d by at most 2^32, and at most 2^62, but is %d"
						.formatted(record.term(), floor));
		}
		EtcdKeys keys = this.store.keys();
		String election = record.election();
		Instant now = this.clock.get();
		HistoryEntry raised = new HistoryEntry(election, floor, HistoryEntry.Kind.RAISED, UUID.randomUUID().toString(),
				null, now, null, null, request.actor(), request.reason());
		Transaction transaction = ifHeld(record).ifValue(keys.term(election), EtcdRecords.term(record.term()))
			.delete(keys.leader(election))
			.delete(keys.successor(election))
			.put(keys.term(election), EtcdRecords.term(floor))
			.put(keys.history(election, record.term()),
					EtcdRecords.history(ended(record, now, RevocationReason.RESTORED, request)))
			.put(keys.history(election, floor), EtcdRecords.history(raised));
		return change(record, transaction, "the leader or the term is another one");
	}

	private Transaction ifHeld(LeaderRecord record) {
		return new Transaction().ifWrittenAt(this.store.keys().leader(record.election()), record.version())
			.ifValue(this.store.keys().leader(record.election()), EtcdRecords.leader(record));
	}

	private CompletableFuture<ChangeOutcome> change(LeaderRecord record, Transaction transaction, String conflict) {
		return this.store
			.execute(transaction.elseGet(this.store.keys().leader(record.election())), this.store.deadline())
			.thenApply((answer) -> answer.succeeded() ? new Done() : conflict(record, answer, conflict));
	}

	private Conflict conflict(LeaderRecord record, Answer answer, String detail) {
		KeyValue leader = answer.find(this.store.keys().leader(record.election()));
		return new Conflict((leader != null) ? EtcdRecords.toLeader(leader) : null, detail);
	}

	/**
	 * Return the entry of a term that ends.
	 * @param record the record of the term
	 * @param when when it ends
	 * @param reason why it ends
	 * @param request who ends it and why
	 * @return the entry
	 */
	static HistoryEntry ended(LeaderRecord record, Instant when, RevocationReason reason, ControlRequest request) {
		return new HistoryEntry(record.election(), record.term(), HistoryEntry.Kind.GRANTED, record.grantId(),
				record.instance(), record.since(), when, reason.name(), request.actor(), request.reason());
	}

}
