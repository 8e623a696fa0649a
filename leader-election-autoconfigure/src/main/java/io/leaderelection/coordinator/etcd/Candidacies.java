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
		return execute(new Transaction().put(this.store.keys().candidate(election, session.instance()),
				EtcdRecords.candidate(metadata), LeaseIds.parse(session.id())));
	}

	CompletableFuture<ChangeOutcome> delist(Session session, String election) {
		return execute(new Transaction().delete(this.store.keys().candidate(election, session.instance())));
	}

	private CompletableFuture<ChangeOutcome> execute(Transaction transaction) {
		return this.store.execute(transaction, this.store.deadline()).thenApply((answer) -> new Done());
	}

}
