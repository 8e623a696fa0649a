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

import io.leaderelection.LeaderControl;
import io.leaderelection.LeaderElections;
import io.leaderelection.actuate.LeaderEndpoint;
import io.leaderelection.actuate.LeaderEndpointJmxExtension;
import io.leaderelection.actuate.LeaderEndpointRuntimeHints;
import io.leaderelection.actuate.LeaderEndpointWebExtension;
import io.leaderelection.actuate.LeaderOrders;
import io.leaderelection.actuate.LeaderReports;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the {@link LeaderEndpoint}.
 */
@AutoConfiguration(after = LeaderReportsAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnAvailableEndpoint(LeaderEndpoint.class)
@ConditionalOnBean({ LeaderElections.class, LeaderControl.class })
@ImportRuntimeHints(LeaderEndpointRuntimeHints.class)
public final class LeaderEndpointAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	LeaderEndpoint leaderEndpoint(LeaderReports reports) {
		return new LeaderEndpoint(reports);
	}

	@Bean
	@ConditionalOnMissingBean
	LeaderEndpointWebExtension leaderEndpointWebExtension(LeaderReports reports, LeaderOrders orders) {
		return new LeaderEndpointWebExtension(reports, orders);
	}

	@Bean
	@ConditionalOnMissingBean
	LeaderEndpointJmxExtension leaderEndpointJmxExtension(LeaderReports reports, LeaderOrders orders) {
		return new LeaderEndpointJmxExtension(reports, orders);
	}

}
