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
import io.leaderelection.actuate.LeaderOrders;
import io.leaderelection.actuate.LeaderReports;
import io.leaderelection.actuate.OrderAudit;
import io.leaderelection.coordinator.Coordinator;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of the reports on elections and of
 * the orders of operators, whichever way they come in.
 */
@AutoConfiguration(after = ElectionEngineAutoConfiguration.class)
@ConditionalOnClass(AuditApplicationEvent.class)
@ConditionalOnBean({ LeaderElections.class, LeaderControl.class })
public final class LeaderReportsAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	LeaderReports leaderReports(LeaderElections elections, ObjectProvider<Coordinator> coordinator) {
		return new LeaderReports(elections, coordinator.getIfAvailable());
	}

	@Bean
	@ConditionalOnMissingBean
	OrderAudit leaderOrderAudit(ApplicationEventPublisher publisher) {
		return new OrderAudit(publisher);
	}

	@Bean
	@ConditionalOnMissingBean
	LeaderOrders leaderOrders(LeaderReports reports, LeaderControl control, ConfiguredElections configuredElections,
			OrderAudit audit) {
		return new LeaderOrders(reports, control, (election) -> configuredElections.apply(election).coolDown(), audit);
	}

}
