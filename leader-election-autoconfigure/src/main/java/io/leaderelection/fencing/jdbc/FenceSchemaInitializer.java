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

package io.leaderelection.fencing.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.leaderelection.fencing.FencedOperation;
import io.leaderelection.fencing.MissingFenceTableException;
import io.leaderelection.jdbc.Dialect;
import io.leaderelection.jdbc.TableScript;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.jdbc.EmbeddedDatabaseConnection;
import org.springframework.boot.sql.init.DatabaseInitializationMode;

/**
 * Initializer that creates the tables of fences where that is wanted, and sees to it that
 * they are there.
 */
public final class FenceSchemaInitializer {

	private static final Log logger = LogFactory.getLog(FenceSchemaInitializer.class);

	private final DatabaseInitializationMode mode;

	private final Set<FencedDatabase> complete = ConcurrentHashMap.newKeySet();

	/**
	 * Create an initializer.
	 * @param mode whether tables are created: always, never, or in embedded databases
	 */
	public FenceSchemaInitializer(DatabaseInitializationMode mode) {
		this.mode = mode;
	}

	/**
	 * Create or look for the tables in each database. One that cannot be reached is no
	 * failure, as the application may run without leading; its tables are looked for
	 * again when its fence is sealed.
	 * @param databases the databases
	 * @throws MissingFenceTableException if a database answers and has no tables
	 * @throws io.leaderelection.jdbc.UnsupportedDatabaseException if a database cannot be
	 * fenced
	 */
	public void initialize(ProtectedDatabases databases) {
		databases.all().forEach(this::initialize);
	}

	private void initialize(FencedDatabase database) {
		try (Connection connection = connect(database)) {
			initialize(database, connection);
			probe(database, connection);
		}
		catch (SQLException ex) {
			logger.warn("Cannot reach DataSource '%s', this instance does not lead until it can: %s"
				.formatted(database.name(), ex.getMessage()));
		}
	}

	/**
	 * Create or look for the tables of one database, unless they were seen before.
	 * @param database the database
	 * @param connection an open connection to it, in auto-commit mode
	 * @throws SQLException if the database does not answer
	 */
	void initialize(FencedDatabase database, Connection connection) throws SQLException {
		if (this.complete.contains(database)) {
			return;
		}
		String missing = createMissing(database, connection, TableScript::ofFences);
		if (missing != null) {
			throw new MissingFenceTableException(database.name(), missing, new FencedOperation(null, null, null));
		}
		this.complete.add(database);
	}

	/**
	 * Look for the tables of a database again, as one of them turned out to be missing.
	 * @param database the database
	 */
	void forget(FencedDatabase database) {
		this.complete.remove(database);
	}

	/**
	 * Create or look for the tables of another script in one database.
	 * @param database the database
	 * @param script the script in the dialect of the database
	 * @return the statements that create what is missing and is not to be created here,
	 * or empty if nothing is
	 * @throws SQLException if the database does not answer
	 */
	public Optional<String> createMissing(FencedDatabase database, Function<Dialect, TableScript> script)
			throws SQLException {
		try (Connection connection = connect(database)) {
			return Optional.ofNullable(createMissing(database, connection, script));
		}
	}

	private @Nullable String createMissing(FencedDatabase database, Connection connection,
			Function<Dialect, TableScript> factory) throws SQLException {
		TableScript script = factory.apply(database.dialect(connection));
		if (script.isApplied(connection)) {
			return null;
		}
		if (!creates(database)) {
			return script.text();
		}
		script.apply(connection);
		return null;
	}

	private void probe(FencedDatabase database, Connection connection) throws SQLException {
		String problem = database.dialect(connection).fence().terminationProblem(connection);
		if (problem != null) {
			logger.warn("The user of DataSource '%s' may not end sessions: a leader that stands still in the middle"
				.formatted(database.name()) + " of a transaction can keep its successor from leading. " + problem);
		}
	}

	private static Connection connect(FencedDatabase database) throws SQLException {
		try {
			return database.dataSource().getConnection();
		}
		catch (RuntimeException ex) {
			// Pools tell so when not even their first connection comes about.
			throw new SQLException(ex.getMessage(), ex);
		}
	}

	private boolean creates(FencedDatabase database) {
		return switch (this.mode) {
			case ALWAYS -> true;
			case NEVER -> false;
			case EMBEDDED -> EmbeddedDatabaseConnection.isEmbedded(database.dataSource());
		};
	}

}
