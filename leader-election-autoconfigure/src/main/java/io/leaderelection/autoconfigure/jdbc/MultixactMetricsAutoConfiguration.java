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

import java.time.Duration;

import io.leaderelection.fencing.jdbc.JdbcFencing;
import io.leaderelection.fencing.jdbc.MultixactMeters;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of the metrics of multixact ids in
 * protected databases.
 */
@AutoConfiguration(after = FencingAutoConfiguration.class,
		afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({ MeterRegistry.class, JdbcFencing.class })
@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
public final class MultixactMetricsAutoConfiguration {

	private static final Duration SAMPLE_AGE = Duration.ofMinutes(1);

	@Bean
	@ConditionalOnMissingBean
	MultixactMeters multixactMeters(JdbcFencing fencing) {
		return new MultixactMeters(fencing.databases().all(), SAMPLE_AGE, System::nanoTime);
	}

}
