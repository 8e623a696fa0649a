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
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Executor;

import io.leaderelection.LeaderElectionException;
import io.leaderelection.jdbc.FenceSql;
import io.leaderelection.spi.SealOutcome;
import io.leaderelection.spi.SealRequest;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Raising of the fence in one database. The intent is committed first: from then on
 * checks refuse older tokens, so that the transactions which hold the fence run dry.
 */
final class DatabaseSeal {

	private static final Log logger = LogFactory.getLog(DatabaseSeal.class);

	private final JdbcFencing fencing;

	private final FencedDatabase database;

	private final FenceSchemaInitializer schema;

	private final SealRequest request;

	private final SealDeadline deadline;

	private final Executor watchers;

	DatabaseSeal(JdbcFencing fencing, FencedDatabase database, FenceSchemaInitializer schema, SealRequest request,
			SealDeadline deadline, Executor watchers) {
		this.fencing = fencing;
		this.database = database;
		this.schema = schema;
		this.request = request;
		this.deadline = deadline;
		this.watchers = watchers;
	}

	SealOutcome run() {
		if (this.deadline.hasPassed()) {
			return failed("earlier attempts still wait for this database");
		}
		try (Connection connection = this.database.dataSource().getConnection()) {
			if (this.deadline.hasPassed()) {
				return failed("no connection was to be had in time");
			}
			boolean autoCommit = connection.getAutoCommit();
			connection.setAutoCommit(true);
			this.schema.initialize(this.database, connection);
			connection.setAutoCommit(false);
			SealOutcome outcome = seal(connection);
			connection.rollback();
			connection.setAutoCommit(autoCommit);
			report(outcome);
			return outcome;
		}
		catch (SQLException | LeaderElectionException ex) {
			return failed(String.valueOf(ex.getMessage()));
		}
		catch (RuntimeException ex) {
			// Pools tell so when not even their first connection comes about.
			return failed("no connection: " + ex.getMessage());
		}
	}

	private SealOutcome seal(Connection connection) throws SQLException {
		FenceSql sql = this.database.dialect(connection).fence();
		begin(connection, sql);
		SealOutcome known = read(connection, sql);
		if (known == null) {
			raiseIntent(connection, sql);
			known = read(connection, sql);
		}
		if (known != null) {
			return known;
		}
		connection.commit();
		begin(connection, sql);
		if (raiseFence(connection, sql) == 1) {
			connection.commit();
			return new SealOutcome.Sealed(List.of(this.database.name()));
		}
		known = read(connection, sql);
		return (known != null) ? known : failed("the fence did not move");
	}

	private void begin(Connection connection, FenceSql sql) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			for (String setting : sql.beginSealing(this.deadline.remainingForStatement())) {
				statement.execute(setting);
			}
			try (ResultSet result = statement.executeQuery(sql.durable())) {
				if (!result.next() || !result.getBoolean("durable")) {
					throw new SQLException("commits are not durable, synchronous_commit must be on");
				}
			}
		}
	}

	private @Nullable SealOutcome read(Connection connection, FenceSql sql) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(sql.read())) {
			statement.setString(1, this.fencing.namespace());
			statement.setString(2, this.request.token().election());
			statement.setString(3, this.fencing.namespace());
			statement.setString(4, this.request.token().election());
			try (ResultSet result = statement.executeQuery()) {
				result.next();
				return StoredFence.of(result).judge(this.request, this.database.name());
			}
		}
	}

	private void raiseIntent(Connection connection, FenceSql sql) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(sql.raiseIntent())) {
			statement.setString(1, this.fencing.namespace());
			statement.setString(2, this.request.token().election());
			statement.setLong(3, this.request.token().term());
			statement.setString(4, this.request.lineage());
			statement.executeUpdate();
		}
	}

	private int raiseFence(Connection connection, FenceSql sql) throws SQLException {
		try (Blockers blockers = Blockers.watch(this.fencing, this.database, this.request.token(), this.deadline,
				session(connection, sql), this.watchers);
				PreparedStatement statement = connection.prepareStatement(sql.raiseFence())) {
			statement.setString(1, this.fencing.namespace());
			statement.setString(2, this.request.token().election());
			statement.setLong(3, this.request.token().term());
			statement.setString(4, this.request.token().grantId());
			statement.setString(5, this.request.lineage());
			statement.setString(6, this.request.holder());
			return execute(statement, blockers);
		}
	}

	private static int execute(PreparedStatement statement, Blockers blockers) throws SQLException {
		try {
			return statement.executeUpdate();
		}
		catch (SQLException ex) {
			throw blockers.explain(ex);
		}
	}

	private static int session(Connection connection, FenceSql sql) throws SQLException {
		try (Statement statement = connection.createStatement();
				ResultSet result = statement.executeQuery(sql.session())) {
			result.next();
			return result.getInt("session");
		}
	}

	private void report(SealOutcome outcome) {
		if (outcome instanceof SealOutcome.Sealed) {
			this.fencing.meters()
				.sealed(this.request.token().election(), this.database.name(), this.deadline.elapsed());
		}
		else if (outcome instanceof SealOutcome.ForeignLineage foreign) {
			logger.error(
					"The fence of election '%s' in DataSource '%s' belongs to lineage %s, but the coordinator's is %s:"
						.formatted(this.request.token().election(), this.database.name(), foreign.lineage(),
								this.request.lineage())
							+ " was the coordinator's data lost, or is this another environment's database?"
							+ " Nothing is written until an operator lets the present lineage adopt the fence");
		}
	}

	private SealOutcome failed(String detail) {
		return new SealOutcome.Failed(List.of(this.database.name()), this.database.name() + ": " + detail);
	}

}
