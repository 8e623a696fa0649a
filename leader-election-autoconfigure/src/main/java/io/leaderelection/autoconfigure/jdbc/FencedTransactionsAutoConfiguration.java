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

import io.leaderelection.fencing.jdbc.FencingTransactionListener;
import io.leaderelection.fencing.jdbc.JdbcFencing;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of the fencing of transactions, in
 * which guarded work writes by JPA, jOOQ, MyBatis or anything else.
 */
@AutoConfiguration(after = FencingAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
@ConditionalOnBean(JdbcFencing.class)
@EnableConfigurationProperties(FencingProperties.class)
public final class FencedTransactionsAutoConfiguration {

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static TransactionManagerPostProcessor fencingTransactionManagerPostProcessor(ObjectProvider<JdbcFencing> fencing,
			ObjectProvider<FencingProperties> properties) {
		return new TransactionManagerPostProcessor(new FencingTransactionListener(fencing::getObject),
				() -> properties.getObject().unfencedTransactionManagers());
	}

	@Bean
	@Lazy(false)
	FencedTransactionManagers fencedTransactionManagers(ConfigurableListableBeanFactory beanFactory,
			JdbcFencing fencing, FencingProperties properties, TransactionManagerPostProcessor postProcessor) {
		return new FencedTransactionManagers(beanFactory, fencing, properties.unfencedTransactionManagers(),
				postProcessor);
	}

}
