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

package io.leaderelection.servers;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import com.google.protobuf.InvalidProtocolBufferException;
import io.etcd.jetcd.api.WatchGrpc;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.HandlerRegistry;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;

/**
 * Proxy in front of etcd that knows its protocol and may forge what a watch is told.
 */
public final class EtcdProxy implements AutoCloseable {

	private final ManagedChannel etcd;

	private final Server server;

	private final AtomicInteger watches = new AtomicInteger();

	private final AtomicInteger openWatches = new AtomicInteger();

	private volatile Function<WatchResponse, List<WatchResponse>> forgery = List::of;

	/**
	 * Create a proxy.
	 * @param etcdPort the port of etcd on the loopback address
	 */
	public EtcdProxy(int etcdPort) {
		this.etcd = NettyChannelBuilder.forAddress("127.0.0.1", etcdPort).usePlaintext().build();
		try {
			this.server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
				.fallbackHandlerRegistry(new Registry())
				.build()
				.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Return the address for clients.
	 * @return the URL
	 */
	public String endpoint() {
		return "http://127.0.0.1:" + this.server.getPort();
	}

	/**
	 * Replace what watches are told from now on.
	 * @param forgery the answers to pass instead of one
	 */
	public void forge(Function<WatchResponse, List<WatchResponse>> forgery) {
		this.forgery = forgery;
	}

	/**
	 * Return how many watches were opened.
	 * @return the number
	 */
	public int watches() {
		return this.watches.get();
	}

	/**
	 * Return how many watches are open.
	 * @return the number
	 */
	public int openWatches() {
		return this.openWatches.get();
	}

	private boolean isWatch(MethodDescriptor<?, ?> method) {
		return method.getFullMethodName().equals(WatchGrpc.getWatchMethod().getFullMethodName());
	}

	private List<byte[]> answers(MethodDescriptor<?, ?> method, byte[] answer) {
		if (!isWatch(method)) {
			return List.of(answer);
		}
		try {
			return this.forgery.apply(WatchResponse.parseFrom(answer))
				.stream()
				.map(WatchResponse::toByteArray)
				.toList();
		}
		catch (InvalidProtocolBufferException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		this.server.shutdownNow();
		this.etcd.shutdownNow();
	}

	private final class Registry extends HandlerRegistry {

		@Override
		public ServerMethodDefinition<?, ?> lookupMethod(String name, String authority) {
			MethodDescriptor<byte[], byte[]> method = MethodDescriptor.<byte[], byte[]>newBuilder()
				.setType(MethodDescriptor.MethodType.UNKNOWN)
				.setFullMethodName(name)
				.setRequestMarshaller(new Bytes())
				.setResponseMarshaller(new Bytes())
				.build();
			return ServerMethodDefinition.create(method, this::relay);
		}

		private ServerCall.Listener<byte[]> relay(ServerCall<byte[], byte[]> client, Metadata headers) {
			MethodDescriptor<byte[], byte[]> method = client.getMethodDescriptor();
			ClientCall<byte[], byte[]> call = EtcdProxy.this.etcd.newCall(method, CallOptions.DEFAULT);
			if (isWatch(method)) {
				EtcdProxy.this.watches.incrementAndGet();
				EtcdProxy.this.openWatches.incrementAndGet();
			}
			call.start(new Answers(client, call), headers);
			call.request(1);
			client.request(1);
			return new Requests(client, call);
		}

	}

	private final class Requests extends ServerCall.Listener<byte[]> {

		private final ServerCall<byte[], byte[]> client;

		private final ClientCall<byte[], byte[]> call;

		private Requests(ServerCall<byte[], byte[]> client, ClientCall<byte[], byte[]> call) {
			this.client = client;
			this.call = call;
		}

		@Override
		public void onMessage(byte[] request) {
			this.call.sendMessage(request);
			this.client.request(1);
		}

		@Override
		public void onHalfClose() {
			this.call.halfClose();
		}

		@Override
		public void onCancel() {
			ended();
			this.call.cancel("the client cancelled", null);
		}

		@Override
		public void onComplete() {
			ended();
		}

		private void ended() {
			if (isWatch(this.client.getMethodDescriptor())) {
				EtcdProxy.this.openWatches.decrementAndGet();
			}
		}

	}

	private final class Answers extends ClientCall.Listener<byte[]> {

		private final ServerCall<byte[], byte[]> client;

		private final ClientCall<byte[], byte[]> call;

		private Answers(ServerCall<byte[], byte[]> client, ClientCall<byte[], byte[]> call) {
			this.client = client;
			this.call = call;
		}

		@Override
		public void onHeaders(Metadata headers) {
			this.client.sendHeaders(headers);
		}

		@Override
		public void onMessage(byte[] answer) {
			answers(this.client.getMethodDescriptor(), answer).forEach(this.client::sendMessage);
			this.call.request(1);
		}

		@Override
		public void onClose(Status status, Metadata trailers) {
			this.client.close(status, trailers);
		}

	}

	private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {

		@Override
		public InputStream stream(byte[] value) {
			return new ByteArrayInputStream(value);
		}

		@Override
		public byte[] parse(InputStream stream) {
			try {
				return stream.readAllBytes();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

	}

}
