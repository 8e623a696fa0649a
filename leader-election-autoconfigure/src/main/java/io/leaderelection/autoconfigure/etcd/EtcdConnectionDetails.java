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

import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;
import org.springframework.boot.ssl.SslBundle;

/**
 * Details required to establish a connection to an etcd cluster.
 */
public interface EtcdConnectionDetails extends ConnectionDetails {

	/**
	 * Return the addresses of the members.
	 * @return the addresses, such as {@code http://etcd:2379}
	 */
	List<String> getEndpoints();

	/**
	 * Return the user to authenticate as.
	 * @return the user, or {@code null} if etcd asks for none
	 */
	default @Nullable String getUser() {
		return null;
	}

	/**
	 * Return the password to authenticate with.
	 * @return the password, or {@code null} if etcd asks for none
	 */
	default @Nullable String getPassword() {
		return null;
	}

	/**
	 * Return the certificates for the connection.
	 * @return the SSL bundle, or {@code null} if none was chosen
	 */
	default @Nullable SslBundle getSslBundle() {
		return null;
	}

}
