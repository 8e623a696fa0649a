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

package io.leaderelection.servers;

import java.net.URI;

/**
 * Address of a PostgreSQL server as {@code DATABASE_URL} gives it:
 * {@code postgres://user:password@host:port/database?options}, or the JDBC form with the
 * user and password as options.
 *
 * @param url the JDBC URL
 * @param user the user
 * @param password the password
 */
record DatabaseUrl(String url, String user, String password) {

	private static final String JDBC = "jdbc:";

	static DatabaseUrl parse(String text) {
		URI uri = URI.create(text.startsWith(JDBC) ? text.substring(JDBC.length()) : text);
		String scheme = uri.getScheme();
		if (!"postgres".equals(scheme) && !"postgresql".equals(scheme)) {
			throw new IllegalArgumentException(
					"DATABASE_URL must begin with postgres://, postgresql:// or jdbc:postgresql://");
		}
		String[] login = (uri.getUserInfo() != null) ? uri.getUserInfo().split(":", 2) : new String[0];
		String user = (login.length > 0) ? login[0] : option(uri, "user", "postgres");
		String password = (login.length > 1) ? login[1] : option(uri, "password", "");
		String url = JDBC + "postgresql://" + uri.getHost() + ":" + ((uri.getPort() != -1) ? uri.getPort() : 5432)
				+ uri.getPath() + ((uri.getRawQuery() != null) ? "?" + uri.getRawQuery() : "");
		return new DatabaseUrl(url, user, password);
	}

	PostgresServer server() {
		return new PostgresServer(this.url, this.user, this.password);
	}

	private static String option(URI uri, String name, String fallback) {
		String query = (uri.getQuery() != null) ? uri.getQuery() : "";
		for (String option : query.split("&", -1)) {
			if (option.startsWith(name + "=")) {
				return option.substring(name.length() + 1);
			}
		}
		return fallback;
	}

}
