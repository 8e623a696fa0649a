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

import io.leaderelection.fencing.jdbc.FenceMeters;
import io.leaderelection.fencing.jdbc.JdbcFencing;
import io.leaderelection.fencing.jdbc.MicrometerFenceMeters;
import io.leaderelection.spi.TransitionListener;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of the metrics of fences.
 */
@AutoConfiguration(
		afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass({ MeterRegistry.class, JdbcTemplate.class })
@ConditionalOnBean(MeterRegistry.class)
public final class FenceMetricsAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(FenceMeters.class)
	MicrometerFenceMeters fenceMeters(MeterRegistry registry) {
		return new MicrometerFenceMeters(registry);
	}

	@Bean
	@ConditionalOnBean(MicrometerFenceMeters.class)
	TransitionListener fenceMetersRegistration(MicrometerFenceMeters meters, ObjectProvider<JdbcFencing> fencing) {
		return (transition) -> fencing.ifAvailable((available) -> available.databases()
			.of(transition.election())
			.forEach((database) -> meters.register(transition.election(), database.name())));
	}

}
