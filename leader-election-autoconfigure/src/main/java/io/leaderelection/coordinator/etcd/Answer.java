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

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.ResponseOp;
import io.etcd.jetcd.api.TxnResponse;
import org.jspecify.annotations.Nullable;

/**
 * Answer to a transaction.
 */
final class Answer {

	private final TxnResponse response;

	private final Map<ByteString, KeyValue> found = new HashMap<>();

	Answer(TxnResponse response) {
		this.response = response;
		response.getResponsesList()
			.stream()
			.filter(ResponseOp::hasResponseRange)
			.flatMap((operation) -> operation.getResponseRange().getKvsList().stream())
			.forEach((stored) -> this.found.put(stored.getKey(), stored));
	}

	/**
	 * Return whether all compares held.
	 * @return whether the transaction did what it was to do
	 */
	boolean succeeded() {
		return this.response.getSucceeded();
	}

	/**
	 * Return the revision at which the transaction read or wrote.
	 * @return the revision
	 */
	long revision() {
		return this.response.getHeader().getRevision();
	}

	/**
	 * Return what was read of a key.
	 * @param key the key
	 * @return its value, or {@code null} if there is none
	 */
	@Nullable KeyValue find(ByteString key) {
		return this.found.get(key);
	}

	Stream<KeyValue> found() {
		return this.found.values().stream();
	}

}
