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

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.Compare;
import io.etcd.jetcd.api.DeleteRangeRequest;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RequestOp;
import io.etcd.jetcd.api.TxnRequest;

/**
 * Builder of a transaction. Compares read the state before it, operations apply in their
 * order.
 */
final class Transaction {

	private final TxnRequest.Builder request = TxnRequest.newBuilder();

	Transaction ifAbsent(ByteString key) {
		return compare(Compare.newBuilder()
			.setKey(key)
			.setTarget(Compare.CompareTarget.CREATE)
			.setResult(Compare.CompareResult.EQUAL)
			.setCreateRevision(0));
	}

	Transaction ifPresent(ByteString key) {
		return compare(Compare.newBuilder()
			.setKey(key)
			.setTarget(Compare.CompareTarget.CREATE)
			.setResult(Compare.CompareResult.GREATER)
			.setCreateRevision(0));
	}

	/**
	 * Compare the revision at which a key was last written.
	 * @param key the key
	 * @param revision the revision, zero if the key is to be absent
	 * @return this
	 */
	Transaction ifWrittenAt(ByteString key, long revision) {
		return compare(Compare.newBuilder()
			.setKey(key)
			.setTarget(Compare.CompareTarget.MOD)
			.setResult(Compare.CompareResult.EQUAL)
			.setModRevision(revision));
	}

	/**
	 * Compare a value, for equality only: byte order makes "8" greater than "60".
	 * @param key the key, which has to exist
	 * @param value the value
	 * @return this
	 */
	Transaction ifValue(ByteString key, ByteString value) {
		return compare(Compare.newBuilder()
			.setKey(key)
			.setTarget(Compare.CompareTarget.VALUE)
			.setResult(Compare.CompareResult.EQUAL)
			.setValue(value));
	}

	Transaction put(ByteString key, ByteString value) {
		return put(key, value, 0);
	}

	Transaction put(ByteString key, ByteString value, long lease) {
		PutRequest put = PutRequest.newBuilder().setKey(key).setValue(value).setLease(lease).build();
		this.request.addSuccess(RequestOp.newBuilder().setRequestPut(put));
		return this;
	}

	Transaction delete(ByteString key) {
		return delete(DeleteRangeRequest.newBuilder().setKey(key));
	}

	/**
	 * Delete a range of keys.
	 * @param from the first key
	 * @param to the first key behind the range
	 * @return this
	 */
	Transaction deleteRange(ByteString from, ByteString to) {
		return delete(DeleteRangeRequest.newBuilder().setKey(from).setRangeEnd(to));
	}

	Transaction get(ByteString key) {
		this.request.addSuccess(range(RangeRequest.newBuilder().setKey(key)));
		return this;
	}

	Transaction getAll(ByteString prefix) {
		this.request.addSuccess(range(RangeRequest.newBuilder().setKey(prefix).setRangeEnd(EtcdKeys.endOf(prefix))));
		return this;
	}

	/**
	 * Read the last keys with a prefix.
	 * @param prefix the prefix
	 * @param limit how many keys at most
	 * @return this
	 */
	Transaction getLatest(ByteString prefix, int limit) {
		this.request.addSuccess(range(RangeRequest.newBuilder()
			.setKey(prefix)
			.setRangeEnd(EtcdKeys.endOf(prefix))
			.setSortTarget(RangeRequest.SortTarget.KEY)
			.setSortOrder(RangeRequest.SortOrder.DESCEND)
			.setLimit(limit)));
		return this;
	}

	Transaction elseGet(ByteString key) {
		this.request.addFailure(range(RangeRequest.newBuilder().setKey(key)));
		return this;
	}

	/**
	 * Read a key whether or not the compares hold.
	 * @param key the key
	 * @return this
	 */
	Transaction alwaysGet(ByteString key) {
		return get(key).elseGet(key);
	}

	TxnRequest build() {
		return this.request.build();
	}

	private Transaction compare(Compare.Builder compare) {
		this.request.addCompare(compare);
		return this;
	}

	private Transaction delete(DeleteRangeRequest.Builder delete) {
		this.request.addSuccess(RequestOp.newBuilder().setRequestDeleteRange(delete));
		return this;
	}

	private static RequestOp.Builder range(RangeRequest.Builder range) {
		return RequestOp.newBuilder().setRequestRange(range);
	}

}
