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
import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Settings of the coordinator on etcd.
 *
 * @param endpoints the URLs of the members, all {@code http} or all {@code https}
 * @param prefix what all keys begin with; slashes make levels
 * @param namespace what separates applications under the prefix
 * @param user the user, or {@code null} without authentication
 * @param password the password, or {@code null} without authentication
 * @param tls how TLS is set up, or {@code null} to let the endpoints decide
 * @param callTimeout the deadline of every call but a renewal, whose deadline is min(1.5
 * s, TTL/5)
 * @param heartbeat the time between two questions whether the watch is alive; without any
 * answer for three of them it is set up anew
 * @param pollInterval the time between two lists of everything, lest an event that etcd
 * lost stays unknown
 */
public record EtcdSettings(List<URI> endpoints, String prefix, String namespace, @Nullable String user,
		@Nullable String password, @Nullable EtcdTls tls, Duration callTimeout, Duration heartbeat,
		Duration pollInterval) {

	/**
	 * What keys begin with unless set otherwise.
	 */
	public static final String DEFAULT_PREFIX = "leader-election";

	private static final int DEFAULT_PORT = 2379;

	private static final int HIGHEST_PORT = 65535;

	/**
	 * Create settings.
	 * @throws InvalidEtcdSettingException if a setting is wrong, with a message that
	 * names it
	 */
	public EtcdSettings {
		endpoints = List.copyOf(endpoints);
		if (endpoints.isEmpty()) {
			throw new InvalidEtcdSettingException("endpoints", "must not be empty");
		}
		endpoints.forEach(EtcdSettings::check);
		if (endpoints.stream().map(URI::getScheme).distinct().count() > 1) {
			throw new InvalidEtcdSettingException("endpoints", "must be all http or all https, but are " + endpoints);
		}
		if (tls == null && endpoints.get(0).getScheme().equals("https")) {
			tls = EtcdTls.DEFAULT;
		}
		else if (tls != null && endpoints.get(0).getScheme().equals("http")) {
			throw new InvalidEtcdSettingException("endpoints",
					"must be https URLs when TLS is set up, but are " + endpoints);
		}
		requireText("prefix", prefix);
		requireText("namespace", namespace);
		if ((user == null) != (password == null)) {
			throw new InvalidEtcdSettingException((user != null) ? "user" : "password",
					"is set, but 'user' and 'password' must be set together");
		}
		requirePositive("call-timeout", callTimeout);
		requirePositive("heartbeat", heartbeat);
		requirePositive("poll-interval", pollInterval);
	}

	/**
	 * Return settings with defaults: no authentication, calls of at most 1.5 s, a
	 * heartbeat every second and a list every five seconds.
	 * @param endpoints the URLs of the members
	 * @param namespace what separates applications
	 * @return the settings
	 */
	public static EtcdSettings of(List<String> endpoints, String namespace) {
		return new EtcdSettings(endpoints.stream().map(EtcdSettings::parse).toList(), DEFAULT_PREFIX, namespace, null,
				null, null, Duration.ofMillis(1500), Duration.ofSeconds(1), Duration.ofSeconds(5));
	}

	/**
	 * Return these settings with other endpoints.
	 * @param endpoints the URLs of the members
	 * @return the settings
	 */
	public EtcdSettings withEndpoints(List<String> endpoints) {
		return new EtcdSettings(endpoints.stream().map(EtcdSettings::parse).toList(), this.prefix, this.namespace,
				this.user, this.password, this.tls, this.callTimeout, this.heartbeat, this.pollInterval);
	}

	/**
	 * Return these settings with another prefix.
	 * @param prefix what all keys begin with
	 * @return the settings
	 */
	public EtcdSettings withPrefix(String prefix) {
		return new EtcdSettings(this.endpoints, prefix, this.namespace, this.user, this.password, this.tls,
				this.callTimeout, this.heartbeat, this.pollInterval);
	}

	/**
	 * Return these settings with a user.
	 * @param user the user, or {@code null} without authentication
	 * @param password the password, or {@code null} without authentication
	 * @return the settings
	 */
	public EtcdSettings withCredentials(@Nullable String user, @Nullable String password) {
		return new EtcdSettings(this.endpoints, this.prefix, this.namespace, user, password, this.tls, this.callTimeout,
				this.heartbeat, this.pollInterval);
	}

	/**
	 * Return these settings with TLS.
	 * @param tls how TLS is set up, or {@code null} to let the endpoints decide
	 * @return the settings
	 */
	public EtcdSettings withTls(@Nullable EtcdTls tls) {
		return new EtcdSettings(this.endpoints, this.prefix, this.namespace, this.user, this.password, tls,
				this.callTimeout, this.heartbeat, this.pollInterval);
	}

	/**
	 * Return these settings with other times.
	 * @param callTimeout the deadline of every call but a renewal
	 * @param heartbeat the time between two heartbeats of the watch
	 * @param pollInterval the time between two lists of everything
	 * @return the settings
	 */
	public EtcdSettings withTimes(Duration callTimeout, Duration heartbeat, Duration pollInterval) {
		return new EtcdSettings(this.endpoints, this.prefix, this.namespace, this.user, this.password, this.tls,
				callTimeout, heartbeat, pollInterval);
	}

	/**
	 * Return the port of an endpoint.
	 * @param endpoint the URL
	 * @return the port, 2379 if the URL has none
	 */
	static int port(URI endpoint) {
		return (endpoint.getPort() != -1) ? endpoint.getPort() : DEFAULT_PORT;
	}

	private static URI parse(String endpoint) {
		try {
			return URI.create(endpoint.contains("://") ? endpoint : "http://" + endpoint);
		}
		catch (IllegalArgumentException ex) {
			// Without its cause, which shows the text with any credentials in it.
			throw new InvalidEtcdSettingException("endpoints",
					"must be URLs such as http://etcd:2379, but one of them is malformed");
		}
	}

	private static void check(URI endpoint) {
		if (endpoint.getRawUserInfo() != null || (endpoint.getHost() == null && endpoint.getRawAuthority() != null
				&& endpoint.getRawAuthority().contains("@"))) {
			throw new InvalidEtcdSettingException("endpoints",
					"must not contain credentials, which belong into 'user' and 'password'");
		}
		boolean plain = endpoint.getRawPath() == null || endpoint.getRawPath().isEmpty()
				|| endpoint.getRawPath().equals("/");
		boolean known = "http".equals(endpoint.getScheme()) || "https".equals(endpoint.getScheme());
		if (!known || endpoint.getHost() == null || !plain || endpoint.getRawQuery() != null) {
			throw new InvalidEtcdSettingException("endpoints",
					"must be URLs such as http://etcd:2379, but one is '%s'".formatted(endpoint));
		}
		int port = port(endpoint);
		if (port < 1 || port > HIGHEST_PORT) {
			throw new InvalidEtcdSettingException("endpoints",
					"must have ports from 1 to %d, but one is '%s'".formatted(HIGHEST_PORT, endpoint));
		}
	}

	private static void requireText(String name, String value) {
		if (value.isBlank()) {
			throw new InvalidEtcdSettingException(name, "must not be blank");
		}
	}

	private static void requirePositive(String name, Duration value) {
		if (value.isNegative() || value.isZero()) {
			throw new InvalidEtcdSettingException(name, "must be positive, but is %d ms".formatted(value.toMillis()));
		}
	}

	/**
	 * Return the settings without the password.
	 */
	@Override
	public String toString() {
		return "EtcdSettings[endpoints=%s, prefix=%s, namespace=%s, user=%s, callTimeout=%s]".formatted(this.endpoints,
				this.prefix, this.namespace, this.user, this.callTimeout);
	}

}
