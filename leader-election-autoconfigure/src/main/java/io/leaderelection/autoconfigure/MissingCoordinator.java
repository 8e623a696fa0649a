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

package io.leaderelection.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Explanation of why there is no coordinator.
 *
 * @param properties the properties
 * @param environment the environment
 * @param classLoader the class loader that would know the coordinators' libraries
 */
record MissingCoordinator(LeaderElectionProperties properties, Environment environment,
		@Nullable ClassLoader classLoader) {

	private static final String PROPERTY = "leader-election.coordinator";

	private static final String ENDPOINTS = "leader-election.etcd.endpoints";

	private static final String JDBC_URL = "leader-election.jdbc.url";

	private static final String DATABASE_SUPPORT = "org.springframework.boot.jdbc.DataSourceBuilder";

	private static final String ETCD_CLIENT = "io.etcd.jetcd.api.KVGrpc";

	LeaderElectionConfigurationException explain() {
		if (this.properties.coordinator() == CoordinatorType.JDBC
				&& !ClassUtils.isPresent(DATABASE_SUPPORT, this.classLoader)) {
			return new LeaderElectionConfigurationException(
					"A database is to decide who leads, but the support for databases is not on the class path.",
					"Depend on 'leader-election-starter' or 'spring-boot-starter-jdbc', and on the driver of the database.",
					PROPERTY);
		}
		boolean endpoints = StringUtils.hasText(this.environment.getProperty(ENDPOINTS))
				|| this.environment.containsProperty(ENDPOINTS + "[0]");
		boolean etcd = this.properties.coordinator() == CoordinatorType.ETCD
				|| (this.properties.coordinator() == null && endpoints);
		if (etcd && !ClassUtils.isPresent(ETCD_CLIENT, this.classLoader)) {
			return new LeaderElectionConfigurationException(
					"etcd is to decide who leads, but its client library is not on the class path.",
					"Depend on 'leader-election-starter', or on 'io.etcd:jetcd-core'.");
		}
		if (etcd && !endpoints) {
			return new LeaderElectionConfigurationException(
					"etcd is to decide who leads, but it is not known where it is.", "Set '%s'.".formatted(ENDPOINTS),
					PROPERTY);
		}
		String hint = this.environment.containsProperty(JDBC_URL)
				? " '%s' alone does not choose the database.".formatted(JDBC_URL) : "";
		return new LeaderElectionConfigurationException(
				"No coordinator was chosen that decides who leads, and none is taken silently." + hint,
				"Set '%s', or '%s' to 'jdbc' if a database is to decide; for tests set it to 'memory', or '%s' to 'false' if no guarded work is to run here."
					.formatted(ENDPOINTS, PROPERTY, "leader-election.enabled"));
	}

}
