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

import org.springframework.boot.jdbc.DatabaseDriver;

/**
 * Settings that drivers need for connections of the coordinator. Those of the URL win.
 */
final class DriverSettings {

	private static final String PROGRAM = "leader-election";

	private DriverSettings() {
	}

	/**
	 * Return the settings: no connection may stand still unnoticed, each says whose it
	 * is, and none leads to a server that only reads.
	 * @param url the URL, which tells the driver
	 * @param timeout how long the database may be silent
	 * @return the settings
	 */
	static Properties of(String url, Duration timeout) {
		Properties settings = new Properties();
		switch (DatabaseDriver.fromJdbcUrl(url)) {
			case POSTGRESQL -> {
				String seconds = String.valueOf(Math.max(1, (timeout.toMillis() + 999) / 1000));
				settings.setProperty("ApplicationName", PROGRAM);
				settings.setProperty("connectTimeout", seconds);
				settings.setProperty("socketTimeout", seconds);
				settings.setProperty("tcpKeepAlive", "true");
				// What a standby answers may be old.
				settings.setProperty("targetServerType", "primary");
			}
			case MARIADB, MYSQL -> {
				String millis = String.valueOf(Math.max(1, timeout.toMillis()));
				settings.setProperty("allowMultiQueries", "true");
				settings.setProperty("connectionAttributes", "program_name:" + PROGRAM);
				settings.setProperty("connectTimeout", millis);
				settings.setProperty("socketTimeout", millis);
				settings.setProperty("tcpKeepAlive", "true");
			}
			default -> {
				// The others need none, or would refuse what they do not know.
			}
		}
		return settings;
	}

}
