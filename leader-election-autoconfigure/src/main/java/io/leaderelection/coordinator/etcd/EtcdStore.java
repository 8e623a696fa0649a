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

import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.TxnResponse;
import io.grpc.Deadline;
import org.jspecify.annotations.Nullable;

/**
 * Linearizable store of a namespace: every access is a transaction, also one that only
 * reads, and every answer is checked for a restore.
 */
final class EtcdStore {

	private final EtcdClient client;

	private final EtcdKeys keys;

	private final RestoreGuard guard;

	EtcdStore(EtcdClient client, EtcdKeys keys, RestoreGuard guard) {
		this.client = client;
		this.keys = keys;
		this.guard = guard;
	}

	EtcdKeys keys() {
		return this.keys;
	}

	Deadline deadline() {
		return this.client.deadline();
	}

	/**
	 * Return what is known of the cluster, to be kept from before a request is sent.
	 * @return the mark
	 */
	RestoreGuard.Mark mark() {
		return this.guard.mark();
	}

	/**
	 * Execute a transaction.
	 * @param transaction the transaction
	 * @param deadline when to give up
	 * @return the answer, or how it failed
	 */
	CompletableFuture<Answer> execute(Transaction transaction, Deadline deadline) {
		RestoreGuard.Mark sent = this.guard.mark();
		return this.client.call(KVGrpc.getTxnMethod(), transaction.build(), deadline)
			.thenApply((response) -> checked(sent, response));
	}

	/**
	 * Execute a transaction that reads the lineage in every case.
	 * @param transaction the transaction
	 * @param deadline when to give up
	 * @return the answer, or how it failed
	 */
	CompletableFuture<Answer> executeWithLineage(Transaction transaction, Deadline deadline) {
		RestoreGuard.Mark sent = this.guard.mark();
		Transaction complete = transaction.alwaysGet(this.keys.lineage());
		return this.client.call(KVGrpc.getTxnMethod(), complete.build(), deadline).thenApply((response) -> {
			Answer answer = checked(sent, response);
			this.guard.checkLineage(sent, response.getHeader(), lineage(answer));
			return answer;
		});
	}

	/**
	 * Read the lineage, and create it if there is none and none was known.
	 * @return the lineage, or how the read failed
	 */
	CompletableFuture<String> lineage() {
		RestoreGuard.Mark sent = this.guard.mark();
		String known = sent.lineage();
		if (known != null) {
			return executeWithLineage(new Transaction(), deadline()).thenApply((answer) -> known);
		}
		ByteString key = this.keys.lineage();
		String proposed = UUID.randomUUID().toString();
		Transaction transaction = new Transaction().ifAbsent(key)
			.put(key, ByteString.copyFromUtf8(proposed))
			.elseGet(key);
		return this.client.call(KVGrpc.getTxnMethod(), transaction.build(), deadline()).thenApply((response) -> {
			Answer answer = checked(sent, response);
			String found = lineage(answer);
			String lineage = (found != null) ? found : proposed;
			this.guard.checkLineage(sent, response.getHeader(), lineage);
			return lineage;
		});
	}

	private @Nullable String lineage(Answer answer) {
		KeyValue stored = answer.find(this.keys.lineage());
		return (stored != null) ? stored.getValue().toStringUtf8() : null;
	}

	private Answer checked(RestoreGuard.Mark sent, TxnResponse response) {
		this.guard.check(sent, response.getHeader());
		return new Answer(response);
	}

}
