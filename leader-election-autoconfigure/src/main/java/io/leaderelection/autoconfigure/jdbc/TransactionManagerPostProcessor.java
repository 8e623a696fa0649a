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

import java.util.Set;
import java.util.function.Supplier;

import io.leaderelection.fencing.jdbc.FencingTransactionListener;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.util.function.SingletonSupplier;

/**
 * Post-processor that has all transaction managers fence the transactions of guarded
 * work, whichever database they turn out to write to. A listener that is a bean would
 * reach Spring Boot's own managers only.
 */
final class TransactionManagerPostProcessor implements BeanPostProcessor {

	private final FencingTransactionListener listener;

	private final Supplier<Set<String>> unfenced;

	TransactionManagerPostProcessor(FencingTransactionListener listener, Supplier<Set<String>> unfenced) {
		this.listener = listener;
		this.unfenced = SingletonSupplier.of(unfenced);
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof PlatformTransactionManager && bean instanceof ConfigurableTransactionManager manager
				&& !this.unfenced.get().contains(beanName)) {
			fence(manager);
		}
		return bean;
	}

	/**
	 * Have a manager fence its transactions, unless it does so already.
	 * @param manager the manager
	 * @return whether it did not
	 */
	boolean fence(ConfigurableTransactionManager manager) {
		if (manager.getTransactionExecutionListeners().contains(this.listener)) {
			return false;
		}
		manager.addListener(this.listener);
		return true;
	}

}
