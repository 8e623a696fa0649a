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

import java.util.Map;
import java.util.concurrent.CompletableFuture;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KeyValue;
import io.grpc.Deadline;
import io.leaderelection.coordinator.ChangeOutcome;
import io.leaderelection.coordinator.Done;
import io.leaderelection.coordinator.Session;

/**
 * Announcements of candidates, which vanish with their session.
 */
final class Candidacies {

	private final EtcdStore store;

	Candidacies(EtcdStore store) {
		this.store = store;
	}

	CompletableFuture<ChangeOutcome> enlist(Session session, String election, Map<String, String> metadata) {
		Transaction transaction = new Transaction().put(this.store.keys().candidate(election, session.instance()),
				EtcdRecords.candidate(metadata), LeaseIds.parse(session.id()));
		return this.store.execute(transaction, this.store.deadline()).thenApply((answer) -> new Done());
	}

	/**
	 * Withdraw a candidacy, unless a later session has announced it anew. The lease of a
	 * key cannot be compared within a transaction, therefore it is read first.
	 * @param session the session
	 * @param election the name of the election
	 * @return the outcome
	 */
	CompletableFuture<ChangeOutcome> delist(Session session, String election) {
		Deadline deadline = this.store.deadline();
		ByteString key = this.store.keys().candidate(election, session.instance());
		long lease = LeaseIds.parse(session.id());
		return this.store.execute(new Transaction().get(key), deadline).thenCompose((answer) -> {
			KeyValue stored = answer.find(key);
			if (stored == null || stored.getLease() != lease) {
				return CompletableFuture.completedFuture(new Done());
			}
			Transaction transaction = new Transaction().ifWrittenAt(key, stored.getModRevision()).delete(key);
			return this.store.execute(transaction, deadline).thenApply((deleted) -> new Done());
		});
	}

}
