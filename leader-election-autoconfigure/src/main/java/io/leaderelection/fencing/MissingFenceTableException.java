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

package io.leaderelection.fencing;

/**
 * Exception thrown when a database that an election protects has no table of fences. Its
 * message has the statements that create it.
 */
public class MissingFenceTableException extends FencingException {

	private final String database;

	private final String ddl;

	/**
	 * Create an exception.
	 * @param database the name of the DataSource
	 * @param ddl the statements that create the tables
	 * @param operation the operation, without an election at start-up
	 */
	public MissingFenceTableException(String database, String ddl, FencedOperation operation) {
		super("DataSource '%s' has no table of fences; create it with:%n%n%s%n".formatted(database, ddl), operation,
				null);
		this.database = database;
		this.ddl = ddl;
	}

	/**
	 * Return the name of the DataSource.
	 * @return the name
	 */
	public String getDatabase() {
		return this.database;
	}

	/**
	 * Return the statements that create the tables.
	 * @return the statements
	 */
	public String getDdl() {
		return this.ddl;
	}

}
