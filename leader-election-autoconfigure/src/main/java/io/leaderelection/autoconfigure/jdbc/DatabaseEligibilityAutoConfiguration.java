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

package io.leaderelection.autoconfigure.jdbc;

import io.leaderelection.LeaderElections;
import io.leaderelection.fencing.jdbc.DatabaseEligibility;
import io.leaderelection.fencing.jdbc.JdbcFencing;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of the judgement that an instance
 * which cannot reach a protected database cannot do the work.
 */
@AutoConfiguration(after = FencingAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
@ConditionalOnBooleanProperty(name = "leader-election.jdbc.check.enabled", matchIfMissing = true)
@ConditionalOnBean(JdbcFencing.class)
@EnableConfigurationProperties(DatabaseCheckProperties.class)
public final class DatabaseEligibilityAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	DatabaseEligibility databaseEligibility(JdbcFencing fencing, ObjectProvider<LeaderElections> elections,
			DatabaseCheckProperties properties) {
		return new DatabaseEligibility(fencing.databases(), elections::getObject, properties.interval(),
				System::nanoTime);
	}

}
