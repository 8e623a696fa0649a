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
import java.sql.SQLIntegrityConstraintViolationException;
import java.util.List;
import java.util.concurrent.Executor;

import io.leaderelection.LeaderElectionException;
import io.leaderelection.jdbc.BoundSql;
import io.leaderelection.jdbc.FenceSql;
import io.leaderelection.jdbc.SqlFault;
import io.leaderelection.spi.SealOutcome;
import io.leaderelection.spi.SealRequest;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Raising of the fence in one database: at once if no transaction holds it, as far as the
 * database can tell. Otherwise the intent is committed first: from then on checks refuse
 * older tokens, so that the transactions which hold the fence run dry.
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
			SealOutcome outcome;
			FenceSql sql = this.database.dialect(connection).fence();
			try (SealingSession session = new SealingSession(connection, sql)) {
				outcome = sealAsSoonAsTheRowsAreThere(connection, sql, session);
			}
			catch (SQLException ex) {
				if (this.database.dialect(connection).fault(ex) == SqlFault.MISSING_TABLE) {
					this.schema.forget(this.database);
				}
				throw ex;
			}
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

	private SealOutcome sealAsSoonAsTheRowsAreThere(Connection connection, FenceSql sql, SealingSession session)
			throws SQLException {
		while (true) {
			try {
				return seal(connection, sql, session);
			}
			catch (SQLIntegrityConstraintViolationException ex) {
				// Another first seal has just made the row. H2 cannot insert a row unless
				// there is one without failing in that case.
				if (this.deadline.hasPassed()) {
					throw ex;
				}
				connection.rollback();
			}
		}
	}

	private SealOutcome seal(Connection connection, FenceSql sql, SealingSession session) throws SQLException {
		BoundSql raiseUnheld = sql.raiseUnheld(this.fencing.namespace(), this.request.token(), this.request.lineage(),
				this.request.holder());
		int raised;
		try {
			raised = session.begin(this.deadline.remainingForStatement(), raiseUnheld);
		}
		catch (SQLException ex) {
			if (raiseUnheld == null) {
				throw ex;
			}
			return readAfter(ex, connection, sql, session);
		}
		if (raised == 1) {
			connection.commit();
			return new SealOutcome.Sealed(List.of(this.database.name()));
		}
		SealOutcome known = read(connection, sql);
		if (known == null) {
			BoundSql.executeAll(connection,
					sql.raiseIntent(this.fencing.namespace(), this.request.token(), this.request.lineage()));
			known = read(connection, sql);
		}
		if (known != null) {
			return known;
		}
		connection.commit();
		session.begin(this.deadline.remainingForStatement(), null);
		if (raiseFence(connection, sql, session.id()) == 1) {
			connection.commit();
			return new SealOutcome.Sealed(List.of(this.database.name()));
		}
		known = read(connection, sql);
		return (known != null) ? known : failed("the fence did not move");
	}

	// A wish that is decided already needs neither the locks nor the rights that raising
	// takes.
	private SealOutcome readAfter(SQLException refusal, Connection connection, FenceSql sql, SealingSession session)
			throws SQLException {
		try {
			connection.rollback();
			session.begin(this.deadline.remainingForStatement(), null);
			SealOutcome known = read(connection, sql);
			if (known != null) {
				return known;
			}
		}
		catch (SQLException ex) {
			refusal.addSuppressed(ex);
		}
		throw refusal;
	}

	private @Nullable SealOutcome read(Connection connection, FenceSql sql) throws SQLException {
		return StoredFence.read(connection, sql, this.fencing.namespace(), this.request.token().election())
			.judge(this.request, this.database.name());
	}

	private int raiseFence(Connection connection, FenceSql sql, long session) throws SQLException {
		try (Blockers blockers = Blockers.watch(this.fencing, this.database, this.request.token(), this.deadline,
				session, this.watchers)) {
			return raiseFence(connection, sql, blockers);
		}
	}

	private int raiseFence(Connection connection, FenceSql sql, Blockers blockers) throws SQLException {
		try {
			return BoundSql.executeAll(connection, sql.raiseFence(this.fencing.namespace(), this.request.token(),
					this.request.lineage(), this.request.holder()));
		}
		catch (SQLException ex) {
			throw blockers.explain(ex);
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
