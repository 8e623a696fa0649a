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

import java.util.concurrent.TimeUnit;

import javax.net.ssl.SSLException;

import io.grpc.ManagedChannel;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;

/**
 * Factory of the channel to etcd.
 */
final class EtcdChannels {

	/**
	 * A list of everything has to fit into one message.
	 */
	private static final int MAX_MESSAGE_SIZE = 64 * 1024 * 1024;

	/**
	 * The least that etcd tolerates, and only while calls are open: see jetcd's issue
	 * 1075.
	 */
	private static final int KEEP_ALIVE_SECONDS = 10;

	private static final int KEEP_ALIVE_TIMEOUT_SECONDS = 3;

	private EtcdChannels() {
	}

	@SuppressWarnings("deprecation") // the other way is a registry common to all of the
										// JVM
	static ManagedChannel create(EtcdSettings settings) {
		NettyChannelBuilder builder = NettyChannelBuilder.forTarget("etcd:///members")
			.nameResolverFactory(new EndpointResolver.Factory(settings.endpoints()))
			.defaultLoadBalancingPolicy("round_robin")
			// Whether a call is sent again is decided by the election, which knows what
			// an unknown outcome means.
			.disableRetry()
			.maxInboundMessageSize(MAX_MESSAGE_SIZE)
			.keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
			.keepAliveTimeout(KEEP_ALIVE_TIMEOUT_SECONDS, TimeUnit.SECONDS)
			.keepAliveWithoutCalls(false);
		EtcdTls tls = settings.tls();
		return (tls != null) ? builder.sslContext(sslContext(tls)).build() : builder.usePlaintext().build();
	}

	private static SslContext sslContext(EtcdTls tls) {
		try {
			SslContextBuilder builder = GrpcSslContexts.forClient();
			if (tls.trust() != null) {
				builder.trustManager(tls.trust());
			}
			if (tls.keys() != null) {
				builder.keyManager(tls.keys());
			}
			return builder.build();
		}
		catch (SSLException ex) {
			throw new IllegalArgumentException("'tls' cannot be set up: " + ex.getMessage(), ex);
		}
	}

}
