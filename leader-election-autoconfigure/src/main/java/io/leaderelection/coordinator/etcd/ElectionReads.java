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

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import com.google.protobuf.ByteString;
import io.grpc.Deadline;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.HistoryEntry;

/**
 * Linearizable reads.
 */
final class ElectionReads {

	private final EtcdStore store;

	ElectionReads(EtcdStore store) {
		this.store = store;
	}

	/**
	 * Read an election.
	 * @param election the name of the election
	 * @param deadline when to give up
	 * @return its state
	 */
	CompletableFuture<ElectionView> election(String election, Deadline deadline) {
		EtcdKeys keys = this.store.keys();
		Transaction transaction = new Transaction().get(keys.leader(election))
			.get(keys.term(election))
			.get(keys.paused(election))
			.get(keys.successor(election))
			.getAll(keys.candidates(election));
		return this.store.executeWithLineage(transaction, deadline).thenApply((answer) -> {
			StoredElection stored = new StoredElection(election);
			answer.found().forEach((found) -> {
				EtcdKeys.Location location = keys.locate(found.getKey());
				if (location != null) {
					stored.put(location, found);
				}
			});
			return stored.toView(answer.revision());
		});
	}

	/**
	 * Read everything but the history.
	 * @return all elections' keys
	 */
	CompletionStage<Answer> all() {
		EtcdKeys keys = this.store.keys();
		Transaction transaction = new Transaction().getAll(keys.elections());
		return this.store.executeWithLineage(transaction, this.store.deadline());
	}

	/**
	 * Read the latest terms.
	 * @param election the name of the election
	 * @param limit how many at most
	 * @return the terms, latest first
	 */
	CompletableFuture<List<HistoryEntry>> history(String election, int limit) {
		if (limit < 1) {
			throw new IllegalArgumentException("'limit' must be positive, but is " + limit);
		}
		ByteString prefix = this.store.keys().history(election);
		Transaction transaction = new Transaction().getLatest(prefix, Math.min(limit, Coordinator.HISTORY_LIMIT));
		return this.store.execute(transaction, this.store.deadline())
			.thenApply((answer) -> answer.found()
				.map(EtcdRecords::toHistory)
				.sorted((left, right) -> Long.compare(right.term(), left.term()))
				.toList());
	}

}
