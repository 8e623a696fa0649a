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
import io.etcd.jetcd.api.WatchCreateRequest;
import io.etcd.jetcd.api.WatchProgressRequest;
import io.etcd.jetcd.api.WatchRequest;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.ClientCall;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;

/**
 * One stream that watches a prefix. It is cancelled, never resumed: jetcd's watch, which
 * resumes by itself, can leave out events and leaks a stream per refusal. Not
 * thread-safe.
 */
final class WatchStream {

	private final ClientCall<WatchRequest, WatchResponse> call;

	private final StreamObserver<WatchRequest> requests;

	/**
	 * Start to watch.
	 * @param call the call
	 * @param answers the receiver of answers
	 * @param prefix the prefix
	 * @param revision the first revision to tell events of
	 */
	WatchStream(ClientCall<WatchRequest, WatchResponse> call, StreamObserver<WatchResponse> answers, ByteString prefix,
			long revision) {
		this.call = call;
		this.requests = ClientCalls.asyncBidiStreamingCall(call, answers);
		this.requests.onNext(WatchRequest.newBuilder()
			.setCreateRequest(WatchCreateRequest.newBuilder()
				.setKey(prefix)
				.setRangeEnd(EtcdKeys.endOf(prefix))
				.setStartRevision(revision))
			.build());
	}

	/**
	 * Ask whether the watch is alive.
	 */
	void requestProgress() {
		this.requests
			.onNext(WatchRequest.newBuilder().setProgressRequest(WatchProgressRequest.getDefaultInstance()).build());
	}

	/**
	 * End the stream here and in the server, which a mere half-close would not do.
	 */
	void cancel() {
		this.call.cancel("the watch is closed", null);
	}

}
