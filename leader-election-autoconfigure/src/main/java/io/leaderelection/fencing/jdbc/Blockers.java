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
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import io.leaderelection.FencingToken;
import io.leaderelection.jdbc.FenceSql;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Watch over the sessions that keep a sealer from its fence. Those of older grants that
 * do not end by themselves are terminated: the process behind may stand still in the
 * middle of a transaction.
 */
final class Blockers implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(Blockers.class);

	private final JdbcFencing fencing;

	private final FencedDatabase database;

	private final FencingToken token;

	private final SealDeadline deadline;

	private final long sealer;

	private final CountDownLatch sealed = new CountDownLatch(1);

	// Those that could not be ended, with what is known of them and why.
	private final Map<Long, String> remaining = new ConcurrentHashMap<>();

	private Blockers(JdbcFencing fencing, FencedDatabase database, FencingToken token, SealDeadline deadline,
			long sealer) {
		this.fencing = fencing;
		this.database = database;
		this.token = token;
		this.deadline = deadline;
		this.sealer = sealer;
	}

	/**
	 * Begin to watch.
	 * @param fencing the fencing
	 * @param database the database
	 * @param token the token that the fence is raised to
	 * @param deadline the time until which it must be raised
	 * @param sealer the session of the sealer
	 * @param executor the executor for the watch
	 * @return the watch, to be closed when the sealer waits no longer
	 */
	static Blockers watch(JdbcFencing fencing, FencedDatabase database, FencingToken token, SealDeadline deadline,
			long sealer, Executor executor) {
		Blockers blockers = new Blockers(fencing, database, token, deadline, sealer);
		try {
			executor.execute(blockers::run);
		}
		catch (RejectedExecutionException ex) {
			logger.warn("No thread is free to watch the sealing of election '%s'".formatted(token.election()));
		}
		return blockers;
	}

	@Override
	public void close() {
		this.sealed.countDown();
	}

	/**
	 * Return why the fence was not raised.
	 * @param error the error of the sealer
	 * @return the same error if nobody is known to be in the way
	 */
	SQLException explain(SQLException error) {
		if (this.remaining.isEmpty()) {
			return error;
		}
		return new SQLException(error.getMessage() + "; in the way: " + String.join("; ", this.remaining.values()),
				error.getSQLState(), error);
	}

	private void run() {
		try {
			if (isSealedWithin(this.deadline.grace().toMillis())) {
				return;
			}
			this.fencing.meters().intentNeeded(this.token.election(), this.database.name());
			try (Connection connection = this.database.dataSource().getConnection()) {
				connection.setAutoCommit(true);
				FenceSql sql = this.database.dialect(connection).fence();
				while (!this.deadline.hasPassed()) {
					Duration wait = this.database.looks().begin();
					if (wait.isZero()) {
						look(connection, sql);
						wait = BlockerLooks.ROUND;
					}
					if (isSealedWithin(wait.plusMillis(1).toMillis())) {
						return;
					}
				}
			}
		}
		catch (SQLException ex) {
			logger.warn("Cannot see what blocks the sealing of election '%s' in DataSource '%s': %s"
				.formatted(this.token.election(), this.database.name(), ex.getMessage()));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private boolean isSealedWithin(long millis) throws InterruptedException {
		return this.sealed.await(millis, TimeUnit.MILLISECONDS);
	}

	private void look(Connection connection, FenceSql sql) throws SQLException {
		boolean found = false;
		try {
			found = terminate(connection, sql);
		}
		finally {
			this.database.looks().end(found);
		}
	}

	private boolean terminate(Connection connection, FenceSql sql) throws SQLException {
		// First who blocks, then whether the fence is still below: a session of a newer
		// grant can only block after its fence was committed.
		Map<Long, String> blockers = find(connection, sql);
		for (Map.Entry<Long, String> blocker : blockers.entrySet()) {
			terminate(connection, sql, blocker.getKey(), blocker.getValue());
		}
		return !blockers.isEmpty();
	}

	private void terminate(Connection connection, FenceSql sql, long session, String description) {
		try {
			if (sql.terminate(connection, this.sealer, session, this.fencing.namespace(), this.token)) {
				this.remaining.remove(session);
				this.fencing.meters().sessionTerminated(this.token.election(), this.database.name());
				logger.warn(
						"Terminated a session in DataSource '%s': its transaction, of a grant before %s, did not end (%s)"
							.formatted(this.database.name(), this.token, description));
			}
		}
		catch (SQLException ex) {
			if (this.remaining.put(session, description + ", not ended: " + ex.getMessage()) == null) {
				this.fencing.meters().sessionNotTerminated(this.token.election(), this.database.name());
				logger.error(
						"Cannot terminate a session in DataSource '%s' that keeps the fence of %s from being raised (%s): %s"
							.formatted(this.database.name(), this.token, description, ex.getMessage()));
			}
		}
	}

	private Map<Long, String> find(Connection connection, FenceSql sql) throws SQLException {
		Map<Long, String> sessions = new LinkedHashMap<>();
		try (PreparedStatement statement = sql.blockers(this.sealer).prepare(connection);
				ResultSet result = statement.executeQuery()) {
			while (result.next()) {
				sessions.put(result.getLong("session"), result.getString("description"));
			}
		}
		return sessions;
	}

}
