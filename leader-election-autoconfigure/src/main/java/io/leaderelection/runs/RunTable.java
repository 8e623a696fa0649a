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

import java.sql.SQLException;

import io.leaderelection.fencing.jdbc.FenceSchemaInitializer;
import io.leaderelection.fencing.jdbc.FencedDatabase;
import io.leaderelection.jdbc.TableScript;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.dao.DataAccessResourceFailureException;

/**
 * Table of the ledger in one database, which is created where that is wanted and
 * otherwise has to be there. May be used by any thread.
 */
public final class RunTable {

	private static final Log logger = LogFactory.getLog(RunTable.class);

	private final FencedDatabase database;

	private final FenceSchemaInitializer initializer;

	private volatile boolean present;

	/**
	 * Create a table.
	 * @param database the database
	 * @param initializer who creates the table where that is wanted
	 */
	public RunTable(FencedDatabase database, FenceSchemaInitializer initializer) {
		this.database = database;
		this.initializer = initializer;
	}

	/**
	 * Create or look for the table. A database that cannot be reached is no failure, as
	 * the application may run without leading: its table is looked for before the first
	 * run.
	 * @throws MissingRunTableException if the database answers and has no table
	 */
	public void prepare() {
		try {
			lookFor();
		}
		catch (SQLException ex) {
			logger.warn("Cannot reach DataSource '%s', its table of runs is looked for before the first run: %s"
				.formatted(this.database.name(), ex.getMessage()));
		}
	}

	/**
	 * Require that the table is there.
	 * @throws MissingRunTableException if it is not
	 * @throws DataAccessResourceFailureException if the database does not answer
	 */
	void require() {
		if (!this.present) {
			try {
				lookFor();
			}
			catch (SQLException ex) {
				throw new DataAccessResourceFailureException("The table of runs could not be looked for", ex);
			}
		}
	}

	private void lookFor() throws SQLException {
		this.initializer.createMissing(this.database, TableScript::ofRuns).ifPresent((ddl) -> {
			throw new MissingRunTableException(this.database.name(), ddl);
		});
		this.present = true;
	}

}
