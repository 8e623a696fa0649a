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

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import javax.sql.DataSource;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.fencing.jdbc.FencedDatabase;
import io.leaderelection.fencing.jdbc.JdbcFencing;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.ReactiveTransactionManager;
import org.springframework.transaction.TransactionManager;

/**
 * Look at all transaction managers when the application starts: none that works on a
 * protected database may be missed, and what cannot be fenced is refused or named.
 */
final class FencedTransactionManagers implements SmartInitializingSingleton {

	private static final Log logger = LogFactory.getLog(FencedTransactionManagers.class);

	private static final String PROPERTY = "leader-election.jdbc.unfenced-transaction-managers";

	private static final String JTA = "org.springframework.transaction.jta.JtaTransactionManager";

	private final ConfigurableListableBeanFactory beanFactory;

	private final JdbcFencing fencing;

	private final Set<String> unfenced;

	private final TransactionManagerPostProcessor postProcessor;

	private final List<String> fenced = new ArrayList<>();

	FencedTransactionManagers(ConfigurableListableBeanFactory beanFactory, JdbcFencing fencing, Set<String> unfenced,
			TransactionManagerPostProcessor postProcessor) {
		this.beanFactory = beanFactory;
		this.fencing = fencing;
		this.unfenced = new TreeSet<>(unfenced);
		this.postProcessor = postProcessor;
	}

	@Override
	public void afterSingletonsInstantiated() {
		Map<String, ConfigurableListableBeanFactory> managers = managers();
		requireKnown(managers.keySet());
		if (this.fencing.databases().all().isEmpty()) {
			return;
		}
		managers.forEach(this::inspect);
		logger.info(this.fenced.isEmpty()
				? "No transaction manager works on a protected DataSource: of guarded work, only writes of a FencedJdbcTemplate are fenced"
				: "Transactions of guarded work are fenced in " + String.join(", ", this.fenced));
	}

	private Map<String, ConfigurableListableBeanFactory> managers() {
		Map<String, ConfigurableListableBeanFactory> managers = new TreeMap<>();
		BeanFactory current = this.beanFactory;
		while (current instanceof ConfigurableListableBeanFactory listable) {
			for (String name : listable.getBeanNamesForType(TransactionManager.class, true, false)) {
				managers.putIfAbsent(name, listable);
			}
			current = listable.getParentBeanFactory();
		}
		return managers;
	}

	private void requireKnown(Set<String> names) {
		this.unfenced.stream().filter((name) -> !names.contains(name)).findFirst().ifPresent((name) -> {
			throw new LeaderElectionConfigurationException(
					"'%s' names '%s', but there is no such transaction manager.".formatted(PROPERTY, name),
					names.isEmpty() ? "Remove the name." : "Name one of %s.".formatted(quoted(names)), PROPERTY);
		});
	}

	private void inspect(String name, ConfigurableListableBeanFactory owner) {
		if (this.unfenced.contains(name)) {
			logger.info("Transactions of the transaction manager '%s' are not fenced, as '%s' says".formatted(name,
					PROPERTY));
			return;
		}
		Class<?> type = owner.getType(name, false);
		if (type != null && isJta(type)) {
			throw refusal("The transaction manager '%s' is one of JTA (%s).".formatted(name, type.getName())
					+ " Its transactions span resources that commit one after the other, so they cannot be fenced.");
		}
		// One that is lazy is fenced when it is created.
		if (owner.containsSingleton(name) && owner.getBean(name) instanceof TransactionManager manager) {
			inspect(name, manager);
		}
	}

	private void inspect(String name, TransactionManager manager) {
		if (manager instanceof ReactiveTransactionManager) {
			logger.warn("The transaction manager '%s' is reactive: what guarded work writes in its transactions"
				.formatted(name) + " is not fenced");
		}
		else if (manager instanceof ConfigurableTransactionManager configurable) {
			inspect(name, configurable);
		}
		else if (manager instanceof PlatformTransactionManager) {
			logger.warn("The transaction manager '%s' (%s) takes no listeners: transactions that it begins itself"
				.formatted(name, manager.getClass().getName())
					+ " are not fenced, those of other managers that it delegates to are if these are beans");
		}
	}

	private void inspect(String name, ConfigurableTransactionManager manager) {
		ManagedDataSource managed = ManagedDataSource.of(manager);
		if (managed.hidden()) {
			throw refusal("The transaction manager '%s' (%s) does not tell its DataSource,".formatted(name,
					manager.getClass().getName())
					+ " so it cannot be told whether it writes to a database that elections protect.");
		}
		if (this.postProcessor.fence(manager)) {
			logger.info(("The transaction manager '%s' was created before it could be fenced; it is from now on."
					+ " Find out which bean needs it so early, if you wonder")
				.formatted(name));
		}
		FencedDatabase database = reached(managed.dataSource());
		if (database != null) {
			this.fenced.add("'%s' on DataSource '%s'".formatted(name, database.name()));
		}
	}

	private @Nullable FencedDatabase reached(@Nullable DataSource dataSource) {
		return this.fencing.databases()
			.all()
			.stream()
			.filter((database) -> dataSource != null && database.isReachedThrough(dataSource))
			.findFirst()
			.orElse(null);
	}

	private static boolean isJta(Class<?> type) {
		Class<?> current = type;
		while (current != null && !current.getName().equals(JTA)) {
			current = current.getSuperclass();
		}
		return current != null;
	}

	private static LeaderElectionConfigurationException refusal(String problem) {
		return new LeaderElectionConfigurationException(problem,
				("Use a transaction manager of a single DataSource for guarded work; or name it in '%s' if guarded work"
						+ " does not write through it; or set 'leader-election.data-sources' to 'none'.")
					.formatted(PROPERTY));
	}

	private static String quoted(Set<String> names) {
		return names.stream().map((name) -> "'" + name + "'").collect(Collectors.joining(", "));
	}

}
