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

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.grpc.Attributes;
import io.grpc.EquivalentAddressGroup;
import io.grpc.NameResolver;
import io.grpc.Status;
import io.grpc.StatusOr;
import org.jspecify.annotations.Nullable;

/**
 * Resolver of the endpoints. Other than jetcd's it asks the DNS on a thread of its own,
 * as a caller must not wait for it, takes every address of a name as a member, and says
 * which name is unknown.
 */
final class EndpointResolver extends NameResolver {

	private final List<URI> endpoints;

	private final Args context;

	private @Nullable Listener2 listener;

	private boolean resolving;

	private @Nullable Status failure;

	EndpointResolver(List<URI> endpoints, Args context) {
		this.endpoints = endpoints;
		this.context = context;
	}

	@Override
	public String getServiceAuthority() {
		return "etcd";
	}

	@Override
	public void start(Listener2 listener) {
		this.listener = listener;
		resolve();
	}

	@Override
	public void refresh() {
		resolve();
	}

	/**
	 * Called in the channel's synchronization context, in which all state lives.
	 */
	private void resolve() {
		if (this.resolving || this.listener == null || this.context.getOffloadExecutor() == null) {
			return;
		}
		this.resolving = true;
		this.context.getOffloadExecutor().execute(() -> {
			StatusOr<List<EquivalentAddressGroup>> resolved = lookUp();
			this.context.getSynchronizationContext().execute(() -> resolved(resolved));
		});
	}

	private void resolved(StatusOr<List<EquivalentAddressGroup>> resolved) {
		this.resolving = false;
		Status known = this.failure;
		this.failure = resolved.hasValue() ? null : resolved.getStatus();
		if (this.listener != null && !isRepeated(known, this.failure)) {
			this.listener.onResult2(ResolutionResult.newBuilder().setAddressesOrError(resolved).build());
		}
	}

	// gRPC logs each failure that it is told as a warning. To look again it is asked by
	// calls that fail.
	private static boolean isRepeated(@Nullable Status known, @Nullable Status failure) {
		return known != null && failure != null && Objects.equals(known.getDescription(), failure.getDescription());
	}

	private StatusOr<List<EquivalentAddressGroup>> lookUp() {
		List<EquivalentAddressGroup> members = new ArrayList<>();
		List<String> unknown = new ArrayList<>();
		for (URI endpoint : this.endpoints) {
			int port = EtcdSettings.port(endpoint);
			try {
				for (InetAddress address : InetAddress.getAllByName(endpoint.getHost())) {
					members.add(member(new InetSocketAddress(address, port), endpoint.getHost() + ":" + port));
				}
			}
			catch (UnknownHostException ex) {
				unknown.add(endpoint.getHost());
			}
		}
		return members.isEmpty()
				? StatusOr.fromStatus(Status.UNAVAILABLE.withDescription("unknown host " + String.join(", ", unknown)))
				: StatusOr.fromValue(members.stream().distinct().toList());
	}

	private static EquivalentAddressGroup member(InetSocketAddress address, String authority) {
		return new EquivalentAddressGroup(address,
				Attributes.newBuilder().set(EquivalentAddressGroup.ATTR_AUTHORITY_OVERRIDE, authority).build());
	}

	@Override
	public void shutdown() {
		this.listener = null;
	}

	/**
	 * Factory that a channel takes its resolver from.
	 */
	static final class Factory extends NameResolver.Factory {

		private final List<URI> endpoints;

		Factory(List<URI> endpoints) {
			this.endpoints = endpoints;
		}

		@Override
		public NameResolver newNameResolver(URI target, Args context) {
			return new EndpointResolver(this.endpoints, context);
		}

		@Override
		public String getDefaultScheme() {
			return "etcd";
		}

	}

}
