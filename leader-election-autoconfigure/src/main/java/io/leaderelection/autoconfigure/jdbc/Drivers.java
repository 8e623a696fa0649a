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

import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanUtils;
import org.springframework.boot.jdbc.DatabaseDriver;
import org.springframework.util.ClassUtils;

/**
 * Drivers of databases that may decide who leads.
 */
final class Drivers {

	private static final String PROPERTY = "leader-election.jdbc.driver-class-name";

	private static final String CORRECT = "or correct '%s' or '%s'.".formatted(CoordinatorDatabaseChoice.URL, PROPERTY);

	private Drivers() {
	}

	/**
	 * Load a driver.
	 * @param className the name of its class, or {@code null} to take the one that the
	 * URL tells
	 * @param url the URL
	 * @param property the property that has the URL, or {@code null}
	 * @return the driver
	 * @throws LeaderElectionConfigurationException if there is none
	 */
	static Driver load(@Nullable String className, String url, @Nullable String property) {
		String known = (className != null) ? className : DatabaseDriver.fromJdbcUrl(url).getDriverClassName();
		if (known != null) {
			return load(known);
		}
		try {
			return DriverManager.getDriver(url);
		}
		catch (SQLException ex) {
			throw new LeaderElectionConfigurationException(
					"No driver on the class path understands '%s'.".formatted(withoutSecrets(url)),
					"Depend on the driver, " + CORRECT, property);
		}
	}

	private static Driver load(String className) {
		try {
			Class<?> type = ClassUtils.forName(className, ClassUtils.getDefaultClassLoader());
			return (Driver) BeanUtils.instantiateClass(type);
		}
		catch (ClassNotFoundException | LinkageError | RuntimeException ex) {
			throw new LeaderElectionConfigurationException(
					"The driver '%s' of the database that decides who leads cannot be loaded.".formatted(className),
					"Depend on the driver, " + CORRECT, PROPERTY);
		}
	}

	/**
	 * See to it that a driver understands a URL.
	 * @param driver the driver
	 * @param url the URL
	 * @param property the property that has the URL, or {@code null}
	 * @throws LeaderElectionConfigurationException if it does not
	 */
	static void requireUnderstood(@Nullable Driver driver, String url, @Nullable String property) {
		try {
			if (driver != null && driver.acceptsURL(url)) {
				return;
			}
		}
		catch (SQLException ex) {
			// Says no more than that the URL is not understood, and shows it whole.
		}
		throw new LeaderElectionConfigurationException(
				"The driver '%s' does not understand '%s'."
					.formatted((driver != null) ? driver.getClass().getName() : "none", withoutSecrets(url)),
				"Take another driver, " + CORRECT, property);
	}

	private static String withoutSecrets(String url) {
		return url.replaceFirst("//.*@", "//").replaceFirst("[?;].*", "");
	}

}
