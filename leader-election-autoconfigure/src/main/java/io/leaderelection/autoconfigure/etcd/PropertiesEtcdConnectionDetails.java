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

package io.leaderelection.autoconfigure.etcd;

import java.util.List;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

/**
 * Adapts {@link EtcdProperties} to {@link EtcdConnectionDetails}.
 */
class PropertiesEtcdConnectionDetails implements EtcdConnectionDetails {

	private static final String SSL_BUNDLE = "leader-election.etcd.ssl.bundle";

	private final EtcdProperties properties;

	private final @Nullable SslBundles sslBundles;

	PropertiesEtcdConnectionDetails(EtcdProperties properties, @Nullable SslBundles sslBundles) {
		this.properties = properties;
		this.sslBundles = sslBundles;
	}

	@Override
	public List<String> getEndpoints() {
		return this.properties.endpoints();
	}

	@Override
	public @Nullable String getUser() {
		return this.properties.user();
	}

	@Override
	public @Nullable String getPassword() {
		return this.properties.password();
	}

	@Override
	public @Nullable SslBundle getSslBundle() {
		String bundle = this.properties.ssl().bundle();
		if (bundle == null) {
			return null;
		}
		try {
			return (this.sslBundles != null) ? this.sslBundles.getBundle(bundle) : unknown(bundle);
		}
		catch (NoSuchSslBundleException ex) {
			return unknown(bundle);
		}
	}

	private static SslBundle unknown(String bundle) {
		throw new LeaderElectionConfigurationException(
				"'%s' names the SSL bundle '%s', which does not exist.".formatted(SSL_BUNDLE, bundle),
				"Define it below 'spring.ssl.bundle'.", SSL_BUNDLE);
	}

}
