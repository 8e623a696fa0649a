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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.etcd.jetcd.api.LeaseGrantRequest;
import io.etcd.jetcd.api.LeaseGrpc;
import io.etcd.jetcd.api.LeaseKeepAliveRequest;
import io.etcd.jetcd.api.LeaseRevokeRequest;
import io.grpc.Deadline;
import io.grpc.Status;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.SessionRequest;

/**
 * Leases, which sessions are made of.
 */
final class Leases {

	private static final Duration MAX_RENEWAL = Duration.ofMillis(1500);

	private static final int ATTEMPTS_PER_TTL = 5;

	private final LeaseIds ids = new LeaseIds();

	private final EtcdClient client;

	private final RestoreGuard guard;

	Leases(EtcdClient client, RestoreGuard guard) {
		this.client = client;
		this.guard = guard;
	}

	/**
	 * Open a session. If the answer is lost, the lease that may have been granted ends by
	 * itself.
	 * @param request who opens it, for how long; etcd counts in seconds and may grant
	 * more
	 * @return the session
	 */
	CompletableFuture<Session> open(SessionRequest request) {
		RestoreGuard.Mark sent = this.guard.mark();
		LeaseGrantRequest grant = LeaseGrantRequest.newBuilder()
			.setID(this.ids.next())
			.setTTL(request.ttl().plusSeconds(1).minusNanos(1).toSeconds())
			.build();
		return this.client.call(LeaseGrpc.getLeaseGrantMethod(), grant, this.client.deadline())
			.thenApply((response) -> {
				this.guard.checkCluster(sent, response.getHeader());
				return new Session(LeaseIds.format(response.getID()), request.instance(),
						Duration.ofSeconds(response.getTTL()));
			});
	}

	/**
	 * Renew a lease on a stream of its own: etcd serves a stream one after the other, and
	 * the renewal of an expired lease blocks until it is revoked.
	 * @param session the session
	 * @return the time-to-live from when this was called
	 */
	CompletableFuture<Duration> renew(Session session) {
		RestoreGuard.Mark sent = this.guard.mark();
		LeaseKeepAliveRequest renewal = LeaseKeepAliveRequest.newBuilder().setID(LeaseIds.parse(session.id())).build();
		return this.client.exchange(LeaseGrpc.getLeaseKeepAliveMethod(), renewal, renewalDeadline(session.ttl()))
			.thenApply((response) -> {
				this.guard.checkCluster(sent, response.getHeader());
				if (response.getTTL() <= 0) {
					throw Status.NOT_FOUND.withDescription("requested lease not found").asRuntimeException();
				}
				return Duration.ofSeconds(response.getTTL());
			});
	}

	/**
	 * Revoke a lease.
	 * @param session the session
	 * @return a future that completes when the lease is gone
	 */
	CompletableFuture<Void> close(Session session) {
		RestoreGuard.Mark sent = this.guard.mark();
		LeaseRevokeRequest revocation = LeaseRevokeRequest.newBuilder().setID(LeaseIds.parse(session.id())).build();
		return this.client.call(LeaseGrpc.getLeaseRevokeMethod(), revocation, this.client.deadline())
			.<Void>thenApply((response) -> {
				this.guard.checkCluster(sent, response.getHeader());
				return null;
			})
			.exceptionallyCompose((failure) -> Failures.isLeaseGone(failure) ? CompletableFuture.completedFuture(null)
					: CompletableFuture.failedFuture(failure));
	}

	private static Deadline renewalDeadline(Duration ttl) {
		Duration share = ttl.dividedBy(ATTEMPTS_PER_TTL);
		Duration timeout = (share.compareTo(MAX_RENEWAL) < 0) ? share : MAX_RENEWAL;
		return Deadline.after(timeout.toNanos(), TimeUnit.NANOSECONDS);
	}

}
