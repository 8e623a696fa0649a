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

import java.util.concurrent.CompletableFuture;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KeyValue;
import io.grpc.Deadline;
import io.leaderelection.coordinator.Campaign;
import io.leaderelection.coordinator.CampaignOutcome;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.HistoryEntry;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.TermRecord;

/**
 * Campaigns: one transaction grants a term.
 */
final class Campaigns {

	private final EtcdStore store;

	Campaigns(EtcdStore store) {
		this.store = store;
	}

	CompletableFuture<CampaignOutcome> campaign(Campaign campaign) {
		Deadline deadline = this.store.deadline();
		LeaderRecord record = new LeaderRecord(campaign.election(), campaign.known().value() + 1, campaign.grantId(),
				campaign.session().instance(), campaign.session().id(), 0, campaign.since(), campaign.metadata());
		return this.store.executeWithLineage(transaction(campaign, record), deadline)
			.thenCompose((answer) -> answer.succeeded()
					? CompletableFuture.completedFuture(new CampaignOutcome.Won(granted(record, answer.revision())))
					: explain(campaign, answer, deadline));
	}

	private static LeaderRecord granted(LeaderRecord record, long version) {
		return new LeaderRecord(record.election(), record.term(), record.grantId(), record.instance(),
				record.sessionId(), version, record.since(), record.metadata());
	}

	private Transaction transaction(Campaign campaign, LeaderRecord record) {
		EtcdKeys keys = this.store.keys();
		String election = campaign.election();
		TermRecord known = campaign.known();
		Transaction transaction = new Transaction().ifAbsent(keys.leader(election))
			.ifWrittenAt(keys.term(election), known.version())
			.ifAbsent(keys.paused(election))
			.ifAbsent(keys.history(election, record.term()));
		if (!known.equals(TermRecord.NONE)) {
			// A value cannot be compared with that of a missing key.
			transaction.ifValue(keys.term(election), EtcdRecords.term(known.value()));
		}
		String lineage = this.store.mark().lineage();
		if (lineage != null) {
			transaction.ifValue(keys.lineage(), ByteString.copyFromUtf8(lineage));
		}
		HistoryEntry entry = new HistoryEntry(election, record.term(), HistoryEntry.Kind.GRANTED, record.grantId(),
				record.instance(), record.since(), null, null, null, null);
		return transaction.put(keys.term(election), EtcdRecords.term(record.term()))
			.put(keys.leader(election), EtcdRecords.leader(record), LeaseIds.parse(record.sessionId()))
			.put(keys.history(election, record.term()), EtcdRecords.history(entry))
			.delete(keys.successor(election))
			.deleteRange(keys.history(election),
					keys.history(election, Math.max(0, record.term() - Coordinator.HISTORY_LIMIT + 1)))
			.elseGet(keys.leader(election))
			.elseGet(keys.term(election))
			.elseGet(keys.paused(election))
			.elseGet(keys.history(election, record.term()));
	}

	private CompletableFuture<CampaignOutcome> explain(Campaign campaign, Answer answer, Deadline deadline) {
		EtcdKeys keys = this.store.keys();
		String election = campaign.election();
		KeyValue storedTerm = answer.find(keys.term(election));
		TermRecord term = (storedTerm != null) ? EtcdRecords.toTerm(storedTerm) : TermRecord.NONE;
		KeyValue leader = answer.find(keys.leader(election));
		if (leader != null) {
			return CompletableFuture.completedFuture(new CampaignOutcome.Lost(EtcdRecords.toLeader(leader), term));
		}
		KeyValue paused = answer.find(keys.paused(election));
		if (paused != null) {
			return CompletableFuture.completedFuture(new CampaignOutcome.Paused(EtcdRecords.toPause(paused), term));
		}
		if (term.equals(campaign.known()) && answer.find(keys.history(election, term.value() + 1)) != null) {
			return catchUp(election, term, deadline);
		}
		return CompletableFuture.completedFuture(new CampaignOutcome.Behind(term));
	}

	private CompletableFuture<CampaignOutcome> catchUp(String election, TermRecord term, Deadline deadline) {
		// The counter lies behind the history: going on would hand out a term twice.
		EtcdKeys keys = this.store.keys();
		return this.store.execute(new Transaction().getLatest(keys.history(election), 1), deadline)
			.thenCompose((latest) -> {
				long highest = latest.found().map(EtcdRecords::toHistory).mapToLong(HistoryEntry::term).max().orElse(0);
				Transaction raise = new Transaction().ifWrittenAt(keys.term(election), term.version())
					.put(keys.term(election), EtcdRecords.term(Math.max(highest, term.value())))
					.alwaysGet(keys.term(election));
				return this.store.execute(raise, deadline);
			})
			.thenApply((answer) -> {
				KeyValue raised = answer.find(keys.term(election));
				return new CampaignOutcome.Behind((raised != null) ? EtcdRecords.toTerm(raised) : TermRecord.NONE);
			});
	}

}
