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
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import javax.sql.DataSource;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.util.StringUtils;

/**
 * Choice of the database that decides who leads: the one that the properties name, else
 * that of the {@link LeaderElectionDataSource}, else the application's. Its connections
 * never come from the application's pool, so that neither waits for the other.
 */
final class CoordinatorDatabaseChoice {

	static final String URL = "leader-election.jdbc.url";

	private static final String CHOICES = "Set '%s', or annotate a DataSource bean with @LeaderElectionDataSource"
		.formatted(URL);

	private static final Log logger = LogFactory.getLog(CoordinatorDatabaseChoice.class);

	private final ListableBeanFactory beanFactory;

	private final JdbcCoordinatorProperties properties;

	private final DriverDataSources drivers;

	CoordinatorDatabaseChoice(ListableBeanFactory beanFactory, JdbcCoordinatorProperties properties, Duration timeout) {
		this.beanFactory = beanFactory;
		this.properties = properties;
		this.drivers = new DriverDataSources(properties, timeout);
	}

	/**
	 * Choose the database.
	 * @return the database
	 * @throws LeaderElectionConfigurationException if there is none, or if several could
	 * be meant, or if no connection could ever be opened to it
	 */
	CoordinatorDatabase choose() {
		String url = this.properties.url();
		if (StringUtils.hasText(url)) {
			return new CoordinatorDatabase(this.drivers.create(url), "'" + URL + "'");
		}
		List<String> all = Arrays.asList(this.beanFactory.getBeanNamesForType(DataSource.class));
		List<String> annotated = all.stream()
			.filter((name) -> this.beanFactory.findAnnotationOnBean(name, LeaderElectionDataSource.class) != null)
			.toList();
		if (!annotated.isEmpty()) {
			return annotated(annotated);
		}
		DataSource unique = this.beanFactory.getBeanProvider(DataSource.class).getIfUnique();
		if (unique != null) {
			return derived(all, unique);
		}
		if (!all.isEmpty()) {
			throw new LeaderElectionConfigurationException(
					"A database is to decide who leads, but of the DataSources %s none is primary."
						.formatted(quoted(all)),
					CHOICES + ", or make one of them primary.");
		}
		return described();
	}

	private CoordinatorDatabase annotated(List<String> names) {
		if (names.size() > 1) {
			throw new LeaderElectionConfigurationException(
					"A database is to decide who leads, but several DataSources are annotated with @LeaderElectionDataSource: %s."
						.formatted(quoted(names)),
					"Leave the annotation on one of them.");
		}
		DataSource dataSource = this.beanFactory.getBean(names.get(0), DataSource.class);
		if (isRouting(dataSource)) {
			logger.warn("DataSource '%s' picks another one at each call: see to it that leader election, which runs on"
				.formatted(names.get(0)) + " threads of its own, always gets the same primary database");
		}
		return new CoordinatorDatabase(dataSource, "DataSource '" + names.get(0) + "'");
	}

	private CoordinatorDatabase derived(List<String> names, DataSource dataSource) {
		String name = names.stream()
			.filter((candidate) -> this.beanFactory.getBean(candidate) == dataSource)
			.findFirst()
			.orElse("dataSource");
		if (isRouting(dataSource)) {
			throw new LeaderElectionConfigurationException(
					"A database is to decide who leads, but the application's DataSource '%s' picks another one at each call."
						.formatted(name),
					CHOICES + ", so that it is always the same primary database.");
		}
		return new CoordinatorDatabase(this.drivers.derive(name, dataSource), "DataSource '" + name + "'");
	}

	private CoordinatorDatabase described() {
		JdbcConnectionDetails details = this.beanFactory.getBeanProvider(JdbcConnectionDetails.class).getIfUnique();
		if (details == null) {
			throw new LeaderElectionConfigurationException(
					"A database is to decide who leads, but it is not known where it is, and the application has none.",
					CHOICES + ", or 'spring.datasource.url' if the application's own database is to do it.");
		}
		return new CoordinatorDatabase(this.drivers.create(details), "connection details");
	}

	private static boolean isRouting(DataSource dataSource) {
		return DataSourceUnwrapper.unwrap(dataSource, AbstractRoutingDataSource.class) != null;
	}

	private static String quoted(List<String> names) {
		return names.stream().map((name) -> "'" + name + "'").collect(Collectors.joining(", "));
	}

}
