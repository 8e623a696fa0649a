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

import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

import io.etcd.jetcd.api.ClusterGrpc;
import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.Member;
import io.etcd.jetcd.api.MemberListRequest;
import io.etcd.jetcd.api.MemberListResponse;
import io.etcd.jetcd.api.StatusRequest;
import io.etcd.jetcd.api.StatusResponse;
import io.grpc.Deadline;
import io.leaderelection.coordinator.ClusterStatus;
import io.leaderelection.coordinator.LineageOutcome;
import io.leaderelection.coordinator.Restored;
import org.jspecify.annotations.Nullable;

/**
 * Members of the cluster. Each is asked on a connection of its own, at the endpoints that
 * were configured and at the addresses that the members advertise, so that one that hangs
 * shows and delays nothing. The connections are made when they are first needed and idle
 * ones end.
 */
final class EtcdMembers implements AutoCloseable {

	private final EtcdSettings settings;

	private final EtcdClient client;

	private final EtcdStore store;

	private final Consumer<StatusResponse> learned;

	private final LongSupplier nanoTime;

	private final Map<URI, EtcdClient> clients = new ConcurrentHashMap<>();

	private volatile List<Member> known = List.of();

	private volatile boolean closed;

	EtcdMembers(EtcdSettings settings, EtcdClient client, EtcdStore store, Consumer<StatusResponse> learned,
			LongSupplier nanoTime) {
		this.settings = settings;
		this.client = client;
		this.store = store;
		this.learned = learned;
		this.nanoTime = nanoTime;
	}

	/**
	 * Ask all members.
	 * @param limit the longest time to wait
	 * @return what they answered, never a failure
	 */
	CompletableFuture<ClusterStatus> ask(Duration limit) {
		Deadline deadline = Deadline.after(limit.toNanos(), TimeUnit.NANOSECONDS);
		Deadline early = Deadline.after(limit.toNanos() / 2, TimeUnit.NANOSECONDS);
		Map<URI, CompletableFuture<MemberAnswer>> asked = new ConcurrentHashMap<>();
		Stream.concat(this.settings.endpoints().stream(), advertised(this.known))
			.forEach((endpoint) -> ask(asked, endpoint, deadline));
		CompletableFuture<@Nullable String> refusal = this.store
			.execute(new Transaction().get(this.store.keys().lineage()), deadline)
			.handle((answer, failure) -> refusal(failure));
		return this.client.call(ClusterGrpc.getMemberListMethod(), MemberListRequest.getDefaultInstance(), early)
			.handle(this::listed)
			.thenCompose((list) -> {
				advertised(list).forEach((endpoint) -> ask(asked, endpoint, deadline));
				return allOf(asked.values()).thenCombine(refusal, (done, error) -> report(asked, list, error));
			});
	}

	private static @Nullable String refusal(@Nullable Throwable failure) {
		if (failure == null || Failures.outcome(LineageOutcome.class, failure) instanceof Restored) {
			return null;
		}
		return Failures.describe(failure);
	}

	private List<Member> listed(@Nullable MemberListResponse response, @Nullable Throwable failure) {
		if (response != null) {
			this.known = response.getMembersList();
		}
		return this.known;
	}

	private void ask(Map<URI, CompletableFuture<MemberAnswer>> asked, URI endpoint, Deadline deadline) {
		asked.computeIfAbsent(endpoint, (added) -> ask(added, deadline));
	}

	private CompletableFuture<MemberAnswer> ask(URI endpoint, Deadline deadline) {
		long begun = this.nanoTime.getAsLong();
		EtcdClient member;
		try {
			member = this.clients.computeIfAbsent(endpoint, this::connect);
		}
		catch (IllegalArgumentException ex) {
			return CompletableFuture.completedFuture(MemberAnswer.failed(ex, Duration.ZERO));
		}
		return member.call(MaintenanceGrpc.getStatusMethod(), StatusRequest.getDefaultInstance(), deadline)
			.handle((status, failure) -> {
				Duration took = Duration.ofNanos(this.nanoTime.getAsLong() - begun);
				if (failure != null) {
					return MemberAnswer.failed(failure, took);
				}
				this.learned.accept(status);
				return new MemberAnswer(status, took, null);
			});
	}

	private EtcdClient connect(URI endpoint) {
		if (this.closed) {
			throw new IllegalArgumentException("The coordinator is closed");
		}
		return EtcdClient.ofMember(this.settings.withEndpoints(List.of(endpoint.toString())), this.nanoTime);
	}

	private static CompletableFuture<Void> allOf(Collection<CompletableFuture<MemberAnswer>> asked) {
		return CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new));
	}

	private static ClusterStatus report(Map<URI, CompletableFuture<MemberAnswer>> asked, List<Member> list,
			@Nullable String error) {
		Map<URI, MemberAnswer> answers = new TreeMap<>();
		asked.forEach((endpoint, answer) -> answers.put(endpoint, answer.join()));
		return new MemberReport(answers, list, error).create();
	}

	private static Stream<URI> advertised(List<Member> members) {
		return members.stream().flatMap((member) -> member.getClientURLsList().stream()).flatMap(EtcdMembers::parse);
	}

	static Stream<URI> parse(String url) {
		try {
			return Stream.of(URI.create(url));
		}
		catch (IllegalArgumentException ex) {
			// What a member advertises is no setting of ours: it is shown as not asked.
			return Stream.empty();
		}
	}

	@Override
	public void close() {
		this.closed = true;
		this.clients.values().forEach(EtcdClient::close);
	}

}
