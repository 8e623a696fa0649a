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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

import org.springframework.core.io.Resource;
import org.springframework.core.io.support.EncodedResource;
import org.springframework.jdbc.datasource.init.ScriptException;
import org.springframework.jdbc.datasource.init.ScriptUtils;

/**
 * Script that creates tables which belong together.
 */
public final class TableScript {

	private final Dialect dialect;

	private final Resource script;

	private final List<String> tables;

	/**
	 * Create a script.
	 * @param dialect the dialect of the database
	 * @param script the statements, which may be run again
	 * @param tables the names of the tables that they create
	 */
	public TableScript(Dialect dialect, Resource script, List<String> tables) {
		this.dialect = dialect;
		this.script = script;
		this.tables = List.copyOf(tables);
	}

	/**
	 * Return the script of the tables of fences.
	 * @param dialect the dialect of the database
	 * @return the script
	 */
	public static TableScript ofFences(Dialect dialect) {
		return new TableScript(dialect, dialect.schema(), List.of("leader_fence", "leader_fence_intent"));
	}

	/**
	 * Return the script of the table of the run ledger.
	 * @param dialect the dialect of the database
	 * @return the script
	 */
	public static TableScript ofRuns(Dialect dialect) {
		return new TableScript(dialect, dialect.runSchema(), List.of("leader_run"));
	}

	/**
	 * Return whether all tables exist.
	 * @param connection an open connection
	 * @return whether nothing is missing
	 * @throws SQLException if the database refuses
	 */
	public boolean isApplied(Connection connection) throws SQLException {
		for (String table : this.tables) {
			if (!this.dialect.hasTable(connection, table)) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Create the tables that are missing. Instances that start at the same time may do so
	 * at the same time.
	 * @param connection an open connection in auto-commit mode
	 * @throws SQLException if the database refuses
	 */
	public void apply(Connection connection) throws SQLException {
		try {
			ScriptUtils.executeSqlScript(connection, new EncodedResource(this.script, StandardCharsets.UTF_8));
		}
		catch (ScriptException ex) {
			// IF NOT EXISTS does not keep two from creating the same table at once.
			if (!isApplied(connection)) {
				throw (ex.getCause() instanceof SQLException cause) ? cause : new SQLException(ex.getMessage(), ex);
			}
		}
	}

	/**
	 * Return the text of the script.
	 * @return the statements
	 */
	public String text() {
		try {
			return this.script.getContentAsString(StandardCharsets.UTF_8).strip();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
