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

package io.leaderelection.jdbc;

import io.leaderelection.LeaderElectionException;

/**
 * Exception thrown when a database is none of those that this library can fence.
 */
public class UnsupportedDatabaseException extends LeaderElectionException {

	private final String product;

	public UnsupportedDatabaseException(String product) {
		super("Database '" + product
				+ "' is not supported. Fences are kept in PostgreSQL, MariaDB from 10.5, MySQL from"
				+ " 8.0 and H2 from 2; for another database implement " + Dialect.class.getName()
				+ " and name the class in META-INF/spring.factories, or set data-sources to none");
		this.product = product;
	}

	/**
	 * Return the name that the database gives itself, with its version.
	 * @return the name of the product
	 */
	public String getProduct() {
		return this.product;
	}

}
