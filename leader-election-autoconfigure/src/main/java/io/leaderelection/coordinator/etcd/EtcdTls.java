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

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;

import org.jspecify.annotations.Nullable;

/**
 * What TLS to etcd is set up with; both parts fit an SSL bundle of Spring Boot.
 *
 * @param trust whom to trust, or {@code null} for the JVM's default
 * @param keys the client's certificate, or {@code null} for none
 */
public record EtcdTls(@Nullable TrustManagerFactory trust, @Nullable KeyManagerFactory keys) {

	/**
	 * TLS that trusts whom the JVM trusts, without a client certificate.
	 */
	public static final EtcdTls DEFAULT = new EtcdTls(null, null);

}
