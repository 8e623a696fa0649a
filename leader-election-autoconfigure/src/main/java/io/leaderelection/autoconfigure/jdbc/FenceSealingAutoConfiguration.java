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

import io.leaderelection.fencing.jdbc.FenceLineage;
import io.leaderelection.fencing.jdbc.FenceSchemaInitializer;
import io.leaderelection.fencing.jdbc.JdbcFenceSealer;
import io.leaderelection.fencing.jdbc.JdbcFencing;
import io.leaderelection.spi.FenceSealer;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of the raising of fences, which only
 * an application needs that may lead; slices of tests do without.
 */
@AutoConfiguration(after = FencingAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
@ConditionalOnBean(JdbcFencing.class)
@EnableConfigurationProperties(FencingProperties.class)
public final class FenceSealingAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	FenceSchemaInitializer fenceSchemaInitializer(FencingProperties properties) {
		return new FenceSchemaInitializer(properties.initializeSchema());
	}

	@Bean
	@Lazy(false)
	@DependsOnDatabaseInitialization
	InitializingBean fenceSchema(FenceSchemaInitializer initializer, JdbcFencing fencing) {
		return () -> initializer.initialize(fencing.databases());
	}

	@Bean
	@ConditionalOnMissingBean(FenceSealer.class)
	JdbcFenceSealer jdbcFenceSealer(JdbcFencing fencing, FenceSchemaInitializer initializer) {
		return new JdbcFenceSealer(fencing, initializer);
	}

	@Bean
	@ConditionalOnMissingBean
	FenceLineage fenceLineage(JdbcFencing fencing) {
		return new FenceLineage(fencing);
	}

}
