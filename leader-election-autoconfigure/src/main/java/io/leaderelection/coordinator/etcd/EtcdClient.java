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

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;

import io.etcd.jetcd.api.AuthGrpc;
import io.etcd.jetcd.api.AuthenticateRequest;
import io.etcd.jetcd.api.AuthenticateResponse;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptors;
import io.grpc.ConnectivityState;
import io.grpc.Deadline;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import io.leaderelection.coordinator.ContactLog;
import org.jspecify.annotations.Nullable;

/**
 * Client of etcd: one channel, a deadline on every call, one retry after a refused token
 * and no other.
 */
final class EtcdClient implements AutoCloseable {

	private static final Metadata.Key<String> TOKEN = Metadata.Key.of("token", Metadata.ASCII_STRING_MARSHALLER);

	/**
	 * Lets a member refuse that is cut off from the others, instead of answering from its
	 * memory.
	 */
	private static final Metadata.Key<String> REQUIRE_LEADER = Metadata.Key.of("hasleader",
			Metadata.ASCII_STRING_MARSHALLER);

	private static final Duration RECONNECT_INTERVAL = Duration.ofMillis(500);

	private static final Duration GRACE = Duration.ofMillis(100);

	private final ManagedChannel channel;

	private final Duration callTimeout;

	private final @Nullable AccessToken token;

	private final ContactLog log;

	private final LongSupplier nanoTime;

	private final AtomicLong lastReconnect;

	private final boolean leaderRequired;

	EtcdClient(EtcdSettings settings, ContactLog log, LongSupplier nanoTime) {
		this(settings, log, nanoTime, true);
	}

	private EtcdClient(EtcdSettings settings, ContactLog log, LongSupplier nanoTime, boolean leaderRequired) {
		this.leaderRequired = leaderRequired;
		this.channel = EtcdChannels.create(settings);
		this.callTimeout = settings.callTimeout();
		this.log = log;
		this.nanoTime = nanoTime;
		this.lastReconnect = new AtomicLong(nanoTime.getAsLong());
		String user = settings.user();
		String password = settings.password();
		this.token = (user != null && password != null) ? new AccessToken(() -> authenticate(user, password)) : null;
	}

	/**
	 * Return a client of one member, which answers even if it is cut off from the others.
	 * It proves nobody's identity, as that takes a quorum.
	 * @param settings the settings, with one endpoint
	 * @param nanoTime the monotonic clock
	 * @return the client
	 */
	static EtcdClient ofMember(EtcdSettings settings, LongSupplier nanoTime) {
		return new EtcdClient(settings.withCredentials(null, null), new ContactLog(Instant::now), nanoTime, false);
	}

	/**
	 * Return the deadline of a call, or of several in sequence, that begins now.
	 * @return the deadline
	 */
	Deadline deadline() {
		return Deadline.after(this.callTimeout.toNanos(), TimeUnit.NANOSECONDS);
	}

	/**
	 * Call etcd.
	 * @param method the method
	 * @param request the request
	 * @param deadline when to give up
	 * @param <Q> the type of the request
	 * @param <R> the type of the answer
	 * @return the answer, or how the call failed
	 */
	<Q, R> CompletableFuture<R> call(MethodDescriptor<Q, R> method, Q request, Deadline deadline) {
		return limited(deadline, authorized((channel) -> {
			FirstAnswer<R> answer = new FirstAnswer<>();
			ClientCalls.asyncUnaryCall(channel.newCall(method, options(deadline)), request, answer);
			return answer.future();
		}));
	}

	/**
	 * Send one request on a stream of its own and take the first answer. The stream ends
	 * with it, or at the deadline.
	 * @param method the method
	 * @param request the request
	 * @param deadline when to give up
	 * @param <Q> the type of the request
	 * @param <R> the type of the answer
	 * @return the answer, or how the call failed
	 */
	<Q, R> CompletableFuture<R> exchange(MethodDescriptor<Q, R> method, Q request, Deadline deadline) {
		return limited(deadline, authorized((channel) -> {
			FirstAnswer<R> answer = new FirstAnswer<>();
			StreamObserver<Q> requests = ClientCalls.asyncBidiStreamingCall(channel.newCall(method, options(deadline)),
					answer);
			requests.onNext(request);
			requests.onCompleted();
			return answer.future();
		}));
	}

	/**
	 * Open a stream that lasts. It fails at once if there is no connection.
	 * @param method the method
	 * @param <Q> the type of the requests
	 * @param <R> the type of the answers
	 * @return the call to start, or why there is none
	 */
	<Q, R> CompletionStage<ClientCall<Q, R>> stream(MethodDescriptor<Q, R> method) {
		return authorized((channel) -> CompletableFuture.completedFuture(channel.newCall(method, CallOptions.DEFAULT)));
	}

	/**
	 * Forget the token, which etcd refused on a stream.
	 */
	void refuseToken() {
		if (this.token != null) {
			this.token.forget();
		}
	}

	private static CallOptions options(Deadline deadline) {
		return CallOptions.DEFAULT.withDeadline(deadline).withWaitForReady();
	}

	private <R> CompletableFuture<R> limited(Deadline deadline, CompletableFuture<R> call) {
		// The deadline of the call itself comes first, unless a token was refused
		// meanwhile.
		long limit = Math.max(0, deadline.timeRemaining(TimeUnit.NANOSECONDS)) + GRACE.toNanos();
		return call.orTimeout(limit, TimeUnit.NANOSECONDS).whenComplete((answer, failure) -> {
			if (failure != null) {
				this.log.failed(Failures.describe(failure));
			}
			else {
				this.log.answered();
			}
		});
	}

	private <R> CompletableFuture<R> authorized(Function<Channel, CompletableFuture<R>> call) {
		reconnect();
		AccessToken source = this.token;
		return (source != null) ? authorized(source, call) : call.apply(with(null));
	}

	private <R> CompletableFuture<R> authorized(AccessToken source, Function<Channel, CompletableFuture<R>> call) {
		CompletableFuture<String> first = source.get();
		return first.thenCompose((value) -> call.apply(with(value))).exceptionallyCompose((failure) -> {
			if (!Failures.isTokenRefused(failure)) {
				return CompletableFuture.failedFuture(failure);
			}
			source.refuse(first);
			return source.get().thenCompose((value) -> call.apply(with(value)));
		});
	}

	private Channel with(@Nullable String accessToken) {
		Metadata headers = new Metadata();
		if (this.leaderRequired) {
			headers.put(REQUIRE_LEADER, "true");
		}
		if (accessToken != null && !accessToken.isEmpty()) {
			headers.put(TOKEN, accessToken);
		}
		return ClientInterceptors.intercept(this.channel, MetadataUtils.newAttachHeadersInterceptor(headers));
	}

	private CompletableFuture<String> authenticate(String user, String password) {
		AuthenticateRequest request = AuthenticateRequest.newBuilder().setName(user).setPassword(password).build();
		FirstAnswer<AuthenticateResponse> answer = new FirstAnswer<>();
		ClientCalls.asyncUnaryCall(this.channel.newCall(AuthGrpc.getAuthenticateMethod(), options(deadline())), request,
				answer);
		// As etcd's own client does: without authentication there is nothing to prove.
		return answer.future()
			.thenApply(AuthenticateResponse::getToken)
			.exceptionallyCompose((failure) -> isAuthenticationOff(failure) ? CompletableFuture.completedFuture("")
					: CompletableFuture.failedFuture(failure));
	}

	private static boolean isAuthenticationOff(Throwable failure) {
		Status status = Status.fromThrowable(failure);
		return status.getCode() == Status.Code.FAILED_PRECONDITION;
	}

	/**
	 * After an outage gRPC waits up to two minutes before it connects again, in which
	 * nobody could lead.
	 */
	private void reconnect() {
		if (this.channel.getState(false) != ConnectivityState.TRANSIENT_FAILURE) {
			return;
		}
		long last = this.lastReconnect.get();
		long now = this.nanoTime.getAsLong();
		if (now - last >= RECONNECT_INTERVAL.toNanos() && this.lastReconnect.compareAndSet(last, now)) {
			this.channel.resetConnectBackoff();
		}
	}

	/**
	 * End all calls and release the connections. Calls in flight fail.
	 */
	@Override
	public void close() {
		this.channel.shutdownNow();
	}

}
