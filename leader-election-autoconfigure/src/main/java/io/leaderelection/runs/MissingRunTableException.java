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

package io.leaderelection.runs;

import io.leaderelection.LeaderElectionException;

/**
 * Exception thrown when a database has no table for the ledger of runs. Its message has
 * the statement that creates it.
 */
public class MissingRunTableException extends LeaderElectionException {

	private final String database;

	private final String ddl;

	/**
	 * Create an exception.
	 * @param database the name of the DataSource
	 * @param ddl the statement that creates the table
	 */
	public MissingRunTableException(String database, String ddl) {
		super("DataSource '%s' has no table of runs; create it with:%n%n%s%n".formatted(database, ddl));
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
	 * Return the statement that creates the table.
	 * @return the statement
	 */
	public String getDdl() {
		return this.ddl;
	}

}
