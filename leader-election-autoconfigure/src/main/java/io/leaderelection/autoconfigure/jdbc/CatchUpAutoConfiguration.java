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

import java.time.Clock;
import java.time.InstantSource;
import java.util.concurrent.Executor;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.runs.FiringLedger;
import io.leaderelection.schedule.CatchUp;
import io.leaderelection.schedule.CatchUpAdvisor;
import io.leaderelection.schedule.CatchUpMethods;
import io.leaderelection.schedule.CatchUpOnGrant;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.scheduling.TaskScheduler;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of what {@link CatchUp} asks for.
 */
@AutoConfiguration(after = LeaderRunsAutoConfiguration.class,
		afterName = "org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration")
@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
@ConditionalOnClass(JdbcTransactionManager.class)
public final class CatchUpAutoConfiguration {

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static CatchUpMethods catchUpMethods(ConfigurableListableBeanFactory beanFactory) {
		return new CatchUpMethods(beanFactory);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static CatchUpAdvisor catchUpAdvisor(CatchUpMethods methods, ObjectProvider<FiringLedger> ledger,
			ObjectProvider<Clock> clock) {
		InstantSource time = () -> clock.getIfUnique(Clock::systemUTC).instant();
		return new CatchUpAdvisor(methods, ledger::getObject, time);
	}

	// What the task throws, it logs itself.
	@Bean
	@SuppressWarnings("FutureReturnValueIgnored")
	CatchUpOnGrant catchUpOnGrant(CatchUpMethods methods, BeanFactory beanFactory,
			ObjectProvider<TaskScheduler> scheduler) {
		TaskScheduler unique = scheduler.getIfUnique();
		return new CatchUpOnGrant(methods, beanFactory,
				(unique != null) ? (task) -> unique.schedule(task, Clock.systemUTC().instant()) : threads());
	}

	private static Executor threads() {
		SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor("leader-election-catch-up-");
		executor.setDaemon(true);
		return executor;
	}

	@Bean
	@Lazy(false)
	SmartInitializingSingleton catchUpLedger(CatchUpMethods methods, ObjectProvider<FiringLedger> ledger) {
		return () -> {
			if (!methods.isEmpty() && ledger.getIfAvailable() == null) {
				throw new LeaderElectionConfigurationException(
						"There are @CatchUp methods, but no single DataSource that could remember their firings.",
						"Remove @CatchUp, or define a bean of type FiringLedger for the database that the elections protect.");
			}
		};
	}

}
