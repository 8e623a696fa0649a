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
import java.time.Duration;

import javax.sql.DataSource;

import io.leaderelection.FencingToken;
import io.leaderelection.fencing.FenceCheckFailedException;
import io.leaderelection.fencing.FenceNotSealedException;
import io.leaderelection.fencing.FencedOperation;
import io.leaderelection.fencing.StaleTokenException;
import io.leaderelection.fencing.StoredGrant;
import io.leaderelection.jdbc.FenceSql;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.TransactionException;

/**
 * Check that the fence of an election stands at a token. In a transaction it cannot be
 * raised from then on until the transaction ends.
 */
final class FenceCheck {

	private final JdbcFencing fencing;

	private final FencedDatabase database;

	private final FenceErrors errors;

	FenceCheck(JdbcFencing fencing, FencedDatabase database) {
		this.fencing = fencing;
		this.database = database;
		this.errors = new FenceErrors(database);
	}

	/**
	 * Check the fence.
	 * @param connection the connection of the transaction
	 * @param dataSource the DataSource that the transaction was begun on
	 * @param token the token
	 * @param claim what the transaction claims
	 * @param sql the statement that follows, or {@code null}
	 * @return whether the session may claim it beyond the end of the transaction
	 * @throws io.leaderelection.fencing.FencingException if the token is refused or
	 * nothing could be found out
	 */
	boolean check(Connection connection, DataSource dataSource, FencingToken token, String claim,
			@Nullable String sql) {
		return check(connection, dataSource, token, claim, sql, true);
	}

	/**
	 * Check the fence of a transaction that holds it, unless the database has given up
	 * the lock. An intent does not matter to it, as it is about to end.
	 * @param connection the connection of the transaction
	 * @param dataSource the DataSource that the transaction was begun on
	 * @param token the token
	 * @param claim what the transaction claims
	 * @return whether the session may claim it beyond the end of the transaction
	 * @throws io.leaderelection.fencing.FencingException if the token is refused or
	 * nothing could be found out
	 */
	boolean confirm(Connection connection, DataSource dataSource, FencingToken token, String claim) {
		return check(connection, dataSource, token, claim, null, false);
	}

	private boolean check(Connection connection, DataSource dataSource, FencingToken token, String claim,
			@Nullable String sql, boolean heedIntent) {
		FencedOperation operation = FencedOperation.of(token, sql);
		try {
			FenceSql fence = this.database.dialect(connection).fence();
			boolean limited;
			boolean claimed;
			try (PreparedStatement statement = fence
				.check(this.fencing.namespace(), token.election(), idleLimit(token), claim)
				.prepare(connection)) {
				DataSourceUtils.applyTransactionTimeout(statement, dataSource);
				try (ResultSet result = statement.executeQuery()) {
					judge(result, operation, token, heedIntent);
					limited = result.getBoolean(4);
					claimed = fence.dropClaim() != null && result.getString(5) != null;
				}
			}
			limitIdle(limited ? null : fence.limitIdle(idleLimit(token)), connection);
			return claimed;
		}
		catch (SQLException ex) {
			throw this.errors.ofCheck(ex, connection, operation);
		}
		catch (TransactionException ex) {
			// Transaction managers may commit what such an exception ends.
			throw new FenceCheckFailedException("The transaction timed out before the fence was checked", operation,
					ex);
		}
	}

	private static void limitIdle(@Nullable String sql, Connection connection) throws SQLException {
		if (sql != null) {
			try (Statement statement = connection.createStatement()) {
				statement.execute(sql);
			}
		}
	}

	private void judge(ResultSet result, FencedOperation operation, FencingToken token, boolean heedIntent)
			throws SQLException {
		if (!result.next()) {
			throw notSealed(operation, token, null);
		}
		StoredGrant stored = new StoredGrant(result.getLong(1), result.getString(2));
		long intent = heedIntent ? result.getLong(3) : 0;
		if (stored.term() > token.term()
				|| (stored.term() == token.term() && !token.grantId().equals(stored.grantId()))) {
			throw new StaleTokenException(operation, stored);
		}
		if (intent > token.term()) {
			throw new StaleTokenException(operation, new StoredGrant(intent, null));
		}
		if (stored.term() < token.term()) {
			throw notSealed(operation, token, stored);
		}
	}

	// The transaction that found it must not seal: it holds the row's lock, and only the
	// engine can ask the coordinator first whether the grant still holds.
	private FenceNotSealedException notSealed(FencedOperation operation, FencingToken token,
			@Nullable StoredGrant stored) {
		this.fencing.repair().sealAgain(token);
		return new FenceNotSealedException(operation, stored);
	}

	/**
	 * Return the condition that makes the check part of a statement.
	 * @param connection the connection
	 * @param token the token
	 * @param claim what the transaction claims
	 * @return the condition
	 * @throws SQLException if the database does not answer
	 */
	String embedded(Connection connection, FencingToken token, String claim) throws SQLException {
		return this.database.texts()
			.condition(this.database.dialect(connection).fence(), this.fencing.namespace(), token, idleLimit(token),
					claim);
	}

	private Duration idleLimit(FencingToken token) {
		return this.fencing.idleLimitOf(token.election());
	}

}
