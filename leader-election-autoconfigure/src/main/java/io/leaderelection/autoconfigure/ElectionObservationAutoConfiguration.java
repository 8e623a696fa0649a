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

import io.leaderelection.observation.CallObservationConvention;
import io.leaderelection.observation.CallObservations;
import io.leaderelection.observation.CampaignObservationConvention;
import io.leaderelection.observation.CampaignObservations;
import io.leaderelection.observation.ObservationRehearsal;
import io.leaderelection.observation.ObservationThread;
import io.leaderelection.spi.CallObserver;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.observation.ObservationRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of the observations of campaigns and
 * guarded calls, which become metrics and traces.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class,
		afterName = {
				"org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
				"org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration" })
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
public final class ElectionObservationAutoConfiguration {

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBean(ObservationRegistry.class)
	static class ObservedConfiguration {

		@Bean
		@ConditionalOnMissingBean
		ObservationThread electionObservationThread() {
			return new ObservationThread();
		}

		@Bean
		@ConditionalOnMissingBean
		CampaignObservations campaignObservations(ObservationRegistry registry,
				ObjectProvider<CampaignObservationConvention> convention, ObservationThread thread) {
			return new CampaignObservations(registry, convention.getIfAvailable(), thread);
		}

		@Bean
		@ConditionalOnMissingBean(CallObserver.class)
		CallObservations guardedCallObservations(ObservationRegistry registry,
				ObjectProvider<CallObservationConvention> convention) {
			return new CallObservations(registry, convention.getIfAvailable());
		}

		@Configuration(proxyBeanMethods = false)
		@ConditionalOnClass(DefaultMeterObservationHandler.class)
		static class RehearsedConfiguration {

			@Bean
			ApplicationListener<ApplicationStartedEvent> observationRehearsal(ObservationThread thread) {
				return (event) -> thread.execute(new ObservationRehearsal());
			}

		}

	}

}
