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
import java.util.Properties;
import java.util.regex.Pattern;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Factory of the DataSources that open a new connection at each call.
 */
final class DriverDataSources {

	private static final String UNNAMED = "jdbc:h2:mem:";

	private static final String USERNAME = "leader-election.jdbc.username";

	private static final String PASSWORD = "leader-election.jdbc.password";

	private static final Pattern LOGIN = Pattern.compile("[?&;](user|password)=", Pattern.CASE_INSENSITIVE);

	private static final Pattern LOGIN_BEFORE_HOST = Pattern.compile("^jdbc:(postgresql|mariadb)://[^?;]*@",
			Pattern.CASE_INSENSITIVE);

	private static final boolean HIKARI = ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource",
			DriverDataSources.class.getClassLoader());

	private final JdbcCoordinatorProperties properties;

	private final Duration timeout;

	DriverDataSources(JdbcCoordinatorProperties properties, Duration timeout) {
		this.properties = properties;
		this.timeout = timeout;
	}

	/**
	 * Create a DataSource as the properties tell.
	 * @param url the URL
	 * @return the DataSource
	 */
	DataSource create(String url) {
		SimpleDriverDataSource dataSource = new SimpleDriverDataSource();
		dataSource.setUrl(url);
		return complete(dataSource, null, CoordinatorDatabaseChoice.URL);
	}

	/**
	 * Create a DataSource from connection details.
	 * @param details the details
	 * @return the DataSource
	 */
	DataSource create(JdbcConnectionDetails details) {
		SimpleDriverDataSource dataSource = new SimpleDriverDataSource();
		dataSource.setUrl(details.getJdbcUrl());
		dataSource.setUsername(details.getUsername());
		dataSource.setPassword(details.getPassword());
		return complete(dataSource, details.getDriverClassName(), null);
	}

	/**
	 * Create a DataSource that connects as another one does, which may be a pool.
	 * @param name the name of the other one
	 * @param original the other one
	 * @return the DataSource
	 */
	DataSource derive(String name, DataSource original) {
		SimpleDriverDataSource dataSource;
		try {
			dataSource = DataSourceBuilder.derivedFrom(original).type(SimpleDriverDataSource.class).build();
		}
		catch (RuntimeException ex) {
			throw notDerivable(name, original);
		}
		if (dataSource.getUrl() == null) {
			throw notDerivable(name, original);
		}
		if (HIKARI) {
			HikariSettings.copy(original, dataSource);
		}
		return complete(dataSource, null, null);
	}

	private SimpleDriverDataSource complete(SimpleDriverDataSource dataSource, @Nullable String driverClassName,
			@Nullable String property) {
		String url = dataSource.getUrl();
		if (url == null || !url.startsWith("jdbc:")) {
			throw new LeaderElectionConfigurationException(
					"The address of the database that decides who leads is no JDBC URL.",
					"Set '%s' to one such as 'jdbc:postgresql://db/payments'.".formatted(CoordinatorDatabaseChoice.URL),
					property);
		}
		requireLoginApart(url, property);
		requireOneLogin(url);
		if (this.properties.username() != null) {
			dataSource.setUsername(this.properties.username());
			dataSource.setPassword(this.properties.password());
		}
		String chosen = StringUtils.hasText(this.properties.driverClassName()) ? this.properties.driverClassName()
				: driverClassName;
		if (chosen != null || dataSource.getDriver() == null) {
			dataSource.setDriver(Drivers.load(chosen, url, property));
		}
		Drivers.requireUnderstood(dataSource.getDriver(), url, property);
		requireShared(url, property);
		Properties settings = DriverSettings.of(url, this.timeout);
		Properties own = dataSource.getConnectionProperties();
		if (own != null) {
			own.forEach(settings::putIfAbsent);
		}
		dataSource.setConnectionProperties(settings);
		return dataSource;
	}

	// These drivers take them for a part of the host.
	private static void requireLoginApart(String url, @Nullable String property) {
		if (LOGIN_BEFORE_HOST.matcher(url).find()) {
			throw new LeaderElectionConfigurationException(
					"%s has a user or a password before the host, which the driver does not read."
						.formatted((property != null) ? "'" + property + "'"
								: "The URL of the database that decides who leads"),
					"Write 'jdbc:%s://host/database', and set '%s' and '%s'.".formatted(url.split(":", 3)[1], USERNAME,
							PASSWORD),
					property);
		}
	}

	// Drivers do not agree on who wins, and the one who loses does so without a word.
	private void requireOneLogin(String url) {
		if (this.properties.username() != null && LOGIN.matcher(url).find()) {
			throw new LeaderElectionConfigurationException(
					"The URL of the database that decides who leads names a user or a password, and so does '%s'."
						.formatted(USERNAME),
					"Remove them from the URL, or remove '%s'.".formatted(USERNAME), USERNAME);
		}
		if (this.properties.username() == null && this.properties.password() != null) {
			throw new LeaderElectionConfigurationException("'%s' is set without a user.".formatted(PASSWORD),
					"Set '%s', too, or remove it.".formatted(USERNAME), PASSWORD);
		}
	}

	private static void requireShared(String url, @Nullable String property) {
		if (url.equals(UNNAMED) || url.startsWith(UNNAMED + ";")) {
			throw new LeaderElectionConfigurationException(
					"'%s' is another database for each connection, so that nobody could be elected.".formatted(UNNAMED),
					"Give the database a name, such as 'jdbc:h2:mem:elections'.", property);
		}
	}

	private static LeaderElectionConfigurationException notDerivable(String name, DataSource original) {
		return new LeaderElectionConfigurationException(
				"A database is to decide who leads, but how the DataSource '%s' (%s) connects cannot be told from it."
					.formatted(name, original.getClass().getName()),
				"Set '%s', or annotate a DataSource bean with @LeaderElectionDataSource that opens a connection at each call."
					.formatted(CoordinatorDatabaseChoice.URL));
	}

	/**
	 * What else than the address a pool of Boot's default kind tells its connections.
	 */
	private static final class HikariSettings {

		private HikariSettings() {
		}

		static void copy(DataSource original, SimpleDriverDataSource dataSource) {
			HikariDataSource pool = DataSourceUnwrapper.unwrap(original, HikariDataSource.class);
			if (pool != null) {
				dataSource.setConnectionProperties(pool.getDataSourceProperties());
				dataSource.setCatalog(pool.getCatalog());
				dataSource.setSchema(pool.getSchema());
			}
		}

	}

}
