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

package io.leaderelection.docker.compose;

import java.util.List;

import io.leaderelection.autoconfigure.etcd.EtcdConnectionDetails;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.docker.compose.core.RunningService;
import org.springframework.boot.docker.compose.service.connection.DockerComposeConnectionDetailsFactory;
import org.springframework.boot.docker.compose.service.connection.DockerComposeConnectionSource;
import org.springframework.boot.ssl.SslBundle;

/**
 * {@link DockerComposeConnectionDetailsFactory} to create {@link EtcdConnectionDetails}
 * for an {@code etcd} service.
 */
class EtcdDockerComposeConnectionDetailsFactory extends DockerComposeConnectionDetailsFactory<EtcdConnectionDetails> {

	private static final int PORT = 2379;

	EtcdDockerComposeConnectionDetailsFactory() {
		super(new String[] { "etcd", "etcd-development/etcd", "coreos/etcd", "bitnami/etcd", "bitnamilegacy/etcd" });
	}

	@Override
	protected EtcdConnectionDetails getDockerComposeConnectionDetails(DockerComposeConnectionSource source) {
		return new EtcdDockerComposeConnectionDetails(source.getRunningService());
	}

	/**
	 * {@link EtcdConnectionDetails} backed by a {@link RunningService}.
	 */
	static class EtcdDockerComposeConnectionDetails extends DockerComposeConnectionDetails
			implements EtcdConnectionDetails {

		private final String endpoint;

		private final @Nullable SslBundle sslBundle;

		EtcdDockerComposeConnectionDetails(RunningService service) {
			super(service);
			this.sslBundle = getSslBundle(service);
			String scheme = (this.sslBundle != null) ? "https" : "http";
			this.endpoint = scheme + "://" + service.host() + ":" + service.ports().get(PORT);
		}

		@Override
		public List<String> getEndpoints() {
			return List.of(this.endpoint);
		}

		@Override
		public @Nullable SslBundle getSslBundle() {
			return this.sslBundle;
		}

	}

}
