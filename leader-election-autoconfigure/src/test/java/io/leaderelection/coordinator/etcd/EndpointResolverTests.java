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
import java.util.ArrayList;
import java.util.List;

import io.grpc.NameResolver;
import io.grpc.NameResolver.ResolutionResult;
import io.grpc.ProxyDetector;
import io.grpc.Status;
import io.grpc.SynchronizationContext;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link EndpointResolver}.
 */
class EndpointResolverTests {

	private final List<ResolutionResult> told = new ArrayList<>();

	private final NameResolver.Listener2 listener = new NameResolver.Listener2() {

		@Override
		public void onResult(ResolutionResult result) {
			EndpointResolverTests.this.told.add(result);
		}

		@Override
		public void onError(Status error) {
			fail("Not used");
		}

	};

	/**
	 * Every failure that gRPC is told it logs as a warning, and it is asked to look again
	 * each second while etcd is away.
	 */
	@Test
	void sameFailureIsToldOnce() {
		EndpointResolver resolver = resolver("http://etcd.invalid:2379");
		resolver.start(this.listener);
		resolver.refresh();
		resolver.refresh();
		assertThat(this.told).hasSize(1);
		assertThat(this.told.get(0).getAddressesOrError().getStatus().getDescription())
			.isEqualTo("unknown host etcd.invalid");
	}

	@Test
	void addressesAreToldWheneverTheyAreAskedFor() {
		EndpointResolver resolver = resolver("http://127.0.0.1:2379");
		resolver.start(this.listener);
		resolver.refresh();
		assertThat(this.told).hasSize(2).allMatch((result) -> result.getAddressesOrError().hasValue());
	}

	private static EndpointResolver resolver(String endpoint) {
		return new EndpointResolver(List.of(URI.create(endpoint)),
				NameResolver.Args.newBuilder()
					.setDefaultPort(2379)
					.setProxyDetector(mock(ProxyDetector.class))
					.setServiceConfigParser(mock(NameResolver.ServiceConfigParser.class))
					.setSynchronizationContext(new SynchronizationContext((thread, failure) -> fail(failure)))
					.setOffloadExecutor(Runnable::run)
					.build());
	}

}
