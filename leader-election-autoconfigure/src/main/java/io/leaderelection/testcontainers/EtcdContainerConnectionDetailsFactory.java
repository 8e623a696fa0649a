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

package io.leaderelection.testcontainers;

import java.util.List;

import io.leaderelection.autoconfigure.etcd.EtcdConnectionDetails;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.Container;
import org.testcontainers.containers.GenericContainer;

import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.testcontainers.service.connection.ContainerConnectionDetailsFactory;
import org.springframework.boot.testcontainers.service.connection.ContainerConnectionSource;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;

/**
 * {@link ContainerConnectionDetailsFactory} to create {@link EtcdConnectionDetails} from
 * a {@link ServiceConnection @ServiceConnection}-annotated {@link GenericContainer} that
 * runs one of the usual images of etcd.
 */
class EtcdContainerConnectionDetailsFactory
		extends ContainerConnectionDetailsFactory<Container<?>, EtcdConnectionDetails> {

	private static final int PORT = 2379;

	EtcdContainerConnectionDetailsFactory() {
		super(List.of("etcd", "etcd-development/etcd", "coreos/etcd", "bitnami/etcd", "bitnamilegacy/etcd"));
	}

	@Override
	protected EtcdConnectionDetails getContainerConnectionDetails(ContainerConnectionSource<Container<?>> source) {
		return new EtcdContainerConnectionDetails(source);
	}

	/**
	 * {@link EtcdConnectionDetails} backed by a {@link ContainerConnectionSource}.
	 */
	private static final class EtcdContainerConnectionDetails extends ContainerConnectionDetails<Container<?>>
			implements EtcdConnectionDetails {

		private EtcdContainerConnectionDetails(ContainerConnectionSource<Container<?>> source) {
			super(source);
		}

		@Override
		public List<String> getEndpoints() {
			String scheme = (getSslBundle() != null) ? "https" : "http";
			return List.of(scheme + "://" + getContainer().getHost() + ":" + getContainer().getMappedPort(PORT));
		}

		@Override
		public @Nullable SslBundle getSslBundle() {
			return super.getSslBundle();
		}

	}

}
