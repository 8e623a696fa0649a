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

package io.leaderelection.sample.drill;

import java.time.Clock;

import javax.sql.DataSource;

import io.leaderelection.runs.LeaderRuns;
import io.leaderelection.sample.JobFailureLog;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.util.ErrorHandler;

/**
 * Parts of a worker that takes part in a drill.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty("settlement.drill.enabled")
class DrillConfiguration {

	@Bean
	DrillLog drillLog(Clock clock) {
		return new DrillLog(clock);
	}

	@Bean
	ElectionReporter electionReporter(DrillLog log) {
		return new ElectionReporter(log);
	}

	@Bean
	@Primary
	ErrorHandler refusalReporter(DrillLog log, JobFailureLog failures) {
		return new RefusalReporter(log, failures);
	}

	@Bean
	HoldPoint holdPoint(DrillLog log) {
		return new HoldPoint(log);
	}

	@Bean
	static BeanPostProcessor drilledBeans(ObjectProvider<HoldPoint> holdPoint, ObjectProvider<DrillLog> log) {
		return new BeanPostProcessor() {

			@Override
			public Object postProcessAfterInitialization(Object bean, String name) {
				if (bean instanceof DataSource dataSource && !(bean instanceof HoldingDataSource)) {
					return new HoldingDataSource(dataSource, holdPoint::getObject);
				}
				if (bean instanceof LeaderRuns runs) {
					return new WatchedRuns(runs, holdPoint.getObject(), log.getObject());
				}
				return bean;
			}

		};
	}

}
