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

import io.etcd.jetcd.api.KVGrpc;
import io.leaderelection.autoconfigure.CallTimeout;
import io.leaderelection.autoconfigure.ConfiguredElections;
import io.leaderelection.autoconfigure.CoordinatorType;
import io.leaderelection.autoconfigure.ElectionNamespace;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.etcd.EtcdCoordinator;
import io.leaderelection.coordinator.etcd.EtcdSettings;
import io.leaderelection.coordinator.etcd.EtcdTls;
import io.leaderelection.coordinator.etcd.InvalidEtcdSettingException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of the coordinator on etcd.
 */
@AutoConfiguration(after = { LeaderElectionAutoConfiguration.class, SslAutoConfiguration.class })
@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
@ConditionalOnClass(KVGrpc.class)
@ConditionalOnMissingBean(Coordinator.class)
@Conditional(OnEtcdCondition.class)
@EnableConfigurationProperties(EtcdProperties.class)
public final class EtcdCoordinatorAutoConfiguration {

	private static final String PREFIX = "leader-election.etcd.";

	private static final String ENDPOINTS = PREFIX + "endpoints";

	@Bean
	@ConditionalOnMissingBean(EtcdConnectionDetails.class)
	PropertiesEtcdConnectionDetails etcdConnectionDetails(EtcdProperties properties,
			ObjectProvider<SslBundles> sslBundles) {
		return new PropertiesEtcdConnectionDetails(properties, sslBundles.getIfAvailable());
	}

	@Bean
	EtcdCoordinator etcdCoordinator(EtcdConnectionDetails details, EtcdProperties properties,
			ElectionNamespace namespace, ConfiguredElections elections) {
		elections.forEachTtl(CoordinatorType.ETCD::requireTtl);
		Duration callTimeout = CallTimeout.resolve(PREFIX + "call-timeout", properties.callTimeout(), elections);
		if (details.getEndpoints().isEmpty()) {
			throw new LeaderElectionConfigurationException(
					"etcd is to decide who leads, but it is not known where it is.", "Set '%s'.".formatted(ENDPOINTS),
					ENDPOINTS);
		}
		try {
			EtcdSettings settings = EtcdSettings.of(details.getEndpoints(), namespace.value());
			return new EtcdCoordinator(settings.withPrefix(properties.prefix())
				.withCredentials(details.getUser(), details.getPassword())
				.withTls(tls(details.getSslBundle()))
				.withTimes(callTimeout, settings.heartbeat(), settings.pollInterval()));
		}
		catch (InvalidEtcdSettingException ex) {
			throw new LeaderElectionConfigurationException(
					"Settings below 'leader-election.etcd': %s.".formatted(ex.getMessage()),
					"Correct '%s%s'.".formatted(PREFIX, ex.getSetting()), PREFIX + ex.getSetting());
		}
	}

	private static @Nullable EtcdTls tls(@Nullable SslBundle bundle) {
		return (bundle != null) ? new EtcdTls(bundle.getManagers().getTrustManagerFactory(),
				bundle.getManagers().getKeyManagerFactory()) : null;
	}

}
