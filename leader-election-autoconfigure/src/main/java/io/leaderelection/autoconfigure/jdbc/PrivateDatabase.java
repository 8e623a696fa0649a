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

import java.sql.SQLException;
import java.util.Locale;

import javax.sql.DataSource;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.boot.jdbc.DatabaseDriver;
import org.springframework.boot.jdbc.EmbeddedDatabaseConnection;
import org.springframework.jdbc.datasource.AbstractDriverBasedDataSource;

/**
 * Databases that no other process can open, so that they decide for one instance only.
 */
final class PrivateDatabase {

	/**
	 * Setting of H2 by which the process that opened a file first serves it to others.
	 */
	static final String SHARED = ";AUTO_SERVER=TRUE";

	private static final Log logger = LogFactory.getLog(PrivateDatabase.class);

	private static final int ALREADY_OPEN = 90020;

	private static final String H2 = "jdbc:h2:";

	private PrivateDatabase() {
	}

	/**
	 * Return whether a database lives in the memory of this process.
	 * @param url the URL of a connection
	 * @return whether it does
	 */
	static boolean isInMemory(String url) {
		return EmbeddedDatabaseConnection.isEmbedded(DatabaseDriver.fromJdbcUrl(url).getDriverClassName(), url);
	}

	/**
	 * Warn if no other process can open the database that decides who leads.
	 * @param database the database
	 * @param url the URL of a connection to it, which may lack settings
	 */
	static void report(CoordinatorDatabase database, String url) {
		if (isInMemory(url)) {
			logger.warn(
					"The database that decides who leads (%s) lives in the memory of this process, where no other sees it, so every instance leads: use it for tests"
						.formatted(database.origin()));
		}
		else if (isUnsharedFile(url(database.dataSource()))) {
			logger.warn(
					"The database that decides who leads (%s) is a file of H2 that one process alone can open, so no other instance can take over: add '%s' to its URL, on each instance"
						.formatted(database.origin(), SHARED));
		}
	}

	/**
	 * Return whether a database is a file that another process has opened for itself.
	 * @param error the error of an attempt to open it
	 * @return whether that is the reason
	 */
	static boolean isHeld(SQLException error) {
		return error.getErrorCode() == ALREADY_OPEN && error.getClass().getName().startsWith("org.h2.");
	}

	/**
	 * Return what mends an error of an attempt to open a database.
	 * @param error the error
	 * @return the advice to be added to its message, empty if there is none
	 */
	static String advice(SQLException error) {
		return isHeld(error) ? ". Another process has opened the file for itself: add '%s' to the URL on each instance"
			.formatted(SHARED) : "";
	}

	private static @Nullable String url(DataSource dataSource) {
		AbstractDriverBasedDataSource known = DataSourceUnwrapper.unwrap(dataSource,
				AbstractDriverBasedDataSource.class);
		return (known != null) ? known.getUrl() : null;
	}

	/**
	 * Return whether a database is a file that one process alone can open.
	 * @param url the complete URL, or {@code null} if it is not known
	 * @return whether it is
	 */
	static boolean isUnsharedFile(@Nullable String url) {
		if (url == null || !url.startsWith(H2)) {
			return false;
		}
		String path = url.substring(H2.length()).toLowerCase(Locale.ROOT);
		return !path.startsWith("mem:") && !path.startsWith("tcp:") && !path.startsWith("ssl:")
				&& !(path + ";").contains(SHARED.toLowerCase(Locale.ROOT) + ";");
	}

}
