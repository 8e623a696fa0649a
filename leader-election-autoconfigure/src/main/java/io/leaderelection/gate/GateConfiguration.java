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

package io.leaderelection.gate;

import io.leaderelection.LeaderElections;
import io.leaderelection.context.LeadershipTaskDecorator;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Role;

/**
 * Configuration of the gate, which needs beans of type {@link LeaderElections} and
 * {@link GuardedCalls} in the same context or a parent of it.
 */
@Configuration(proxyBeanMethods = false)
@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
@Import(AutoProxyCreatorRegistrar.class)
public class GateConfiguration {

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static GuardedMethods leaderElectionGuardedMethods(ConfigurableListableBeanFactory beanFactory) {
		return new GuardedMethods(beanFactory);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static DeclaredElections leaderElectionDeclaredElections() {
		return new DeclaredElections();
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static LeaderOnlyAdvisor leaderElectionAdvisor(GuardedMethods methods, ObjectProvider<LeaderElections> elections,
			ObjectProvider<GuardedCalls> calls) {
		return new LeaderOnlyAdvisor(methods, elections::getObject, calls::getObject);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static GuardedBeanInspector leaderElectionGuardedBeanInspector(GuardedMethods methods, DeclaredElections declared,
			DefaultListableBeanFactory beanFactory) {
		return new GuardedBeanInspector(methods, declared, beanFactory);
	}

	@Bean
	GateClosing leaderElectionGateClosing(ApplicationContext context) {
		return new GateClosing(context);
	}

	@Bean
	LeadershipTaskDecorator leadershipTaskDecorator() {
		return new LeadershipTaskDecorator();
	}

}
