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

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of the coordinator on etcd.
 *
 * @param endpoints Addresses of the members of the cluster, such as http://etcd:2379.
 * @param user User to authenticate as.
 * @param password Password to authenticate with.
 * @param prefix First element of every key.
 * @param callTimeout Longest time that a call may take before its outcome counts as
 * unknown. By default 1500ms, but at most three quarters of the shortest time-to-live.
 * @param ssl Settings of the connection's encryption.
 */
@ConfigurationProperties("leader-election.etcd")
public record EtcdProperties(@DefaultValue List<String> endpoints, @Nullable String user, @Nullable String password,
		@DefaultValue("leader-election") String prefix, @Nullable Duration callTimeout, @DefaultValue Ssl ssl) {

	public EtcdProperties {
		endpoints = List.copyOf(endpoints);
	}

	/**
	 * Return a description without the password.
	 */
	@Override
	public String toString() {
		return "EtcdProperties[endpoints=%s, user=%s, prefix=%s, callTimeout=%s, ssl=%s]".formatted(this.endpoints,
				this.user, this.prefix, this.callTimeout, this.ssl);
	}

	/**
	 * Settings of the connection's encryption.
	 *
	 * @param bundle Name of the SSL bundle with the certificates.
	 */
	public record Ssl(@Nullable String bundle) {

	}

}
