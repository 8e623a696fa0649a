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

package io.leaderelection.coordinator.jdbc;

import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * What a process has to know to reach a database.
 *
 * @param url the JDBC URL, with timeouts that let no thread wait for long
 * @param user the name of the user
 * @param password that user's password
 */
record DatabaseAddress(String url, String user, String password) {

	/**
	 * Return a DataSource that makes a new connection each time.
	 * @return the DataSource
	 */
	DataSource dataSource() {
		return new DriverManagerDataSource(this.url, this.user, this.password);
	}

}
