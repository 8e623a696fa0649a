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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import javax.sql.DataSource;

import io.leaderelection.FencingToken;
import io.leaderelection.NotLeaderException;
import io.leaderelection.context.GuardedCall;
import io.leaderelection.fencing.FenceCheckFailedException;
import io.leaderelection.fencing.FencedOperation;
import io.leaderelection.fencing.FencingException;
import io.leaderelection.fencing.PinnedTransactionException;
import io.leaderelection.fencing.UnsupportedStatementException;
import io.leaderelection.fencing.jdbc.sql.SqlStatement;
import io.leaderelection.jdbc.FenceSql;
import org.jspecify.annotations.Nullable;

/**
 * Fence in front of one connection: who may write, and what the current transaction has
 * proven already.
 */
final class ConnectionFence {

	private final JdbcFencing fencing;

	private final FencedDatabase database;

	private final TokenResolver tokens;

	private final FenceCheck check;

	private final DataSource dataSource;

	private final Connection connection;

	private final FencedTransaction unmanaged = new FencedTransaction();

	ConnectionFence(JdbcFencing fencing, FencedDatabase database, TokenResolver tokens, Connection connection) {
		this(fencing, database, tokens, database.dataSource(), connection);
	}

	/**
	 * Create a fence in front of a connection that belongs to a transaction on another
	 * DataSource which leads to the database.
	 * @param fencing the fencing
	 * @param database the database
	 * @param tokens the resolver of tokens
	 * @param dataSource the DataSource that the transaction was begun on
	 * @param connection the connection
	 */
	ConnectionFence(JdbcFencing fencing, FencedDatabase database, TokenResolver tokens, DataSource dataSource,
			Connection connection) {
		this.fencing = fencing;
		this.database = database;
		this.dataSource = dataSource;
		this.tokens = tokens;
		this.check = new FenceCheck(fencing, database);
		this.connection = connection;
	}

	Connection connection() {
		return this.connection;
	}

	FencedDatabase database() {
		return this.database;
	}

	/**
	 * Return how a statement can be fenced.
	 * @param sql the statement
	 * @return the analyzed statement, which is none that is refused
	 * @throws SQLException if the database does not answer
	 */
	SqlStatement analyze(String sql) throws SQLException {
		SqlStatement statement = this.database.analyzer(this.connection).analyze(sql);
		if (statement instanceof SqlStatement.Refused refused) {
			throw refuse(refused.reason(), sql);
		}
		return statement;
	}

	/**
	 * Refuse an operation.
	 * @param problem what is wrong
	 * @param sql the statement, or {@code null}
	 * @return the exception to throw
	 * @throws SQLException if the connection fails
	 */
	RuntimeException refuse(String problem, @Nullable String sql) throws SQLException {
		return veto(new UnsupportedStatementException("The statement cannot be fenced: " + problem,
				new FencedOperation(null, null, sql)));
	}

	/**
	 * Return the token that the current thread may write with at this moment.
	 * @param sql the statement
	 * @return the token
	 * @throws FencingException if the thread has none that fits the transaction
	 * @throws NotLeaderException if its leadership does not hold
	 * @throws SQLException if the connection fails
	 */
	FencingToken requireToken(@Nullable String sql) throws SQLException {
		FencedTransactions.throwKept(transaction().refusalAtBegin());
		try {
			GuardedCall call = this.tokens.resolve(sql);
			pin(call.token(), sql);
			call.leadership().ensureValid();
			return call.token();
		}
		catch (FencingException | NotLeaderException ex) {
			throw veto(ex);
		}
	}

	/**
	 * Pin the current transaction to a grant and check its fence at once.
	 * @param token the token
	 * @throws FencingException if the token is refused
	 * @throws SQLException if the connection fails
	 */
	void enter(FencingToken token) throws SQLException {
		try {
			pin(token, null);
		}
		catch (FencingException ex) {
			throw veto(ex);
		}
		check(token, null);
	}

	/**
	 * Pin a transaction that has just begun to the grant of a call and check its fence.
	 * @param call the call
	 * @throws FencingException if the token is refused
	 * @throws NotLeaderException if its leadership does not hold
	 * @throws SQLException if the connection fails
	 */
	void begin(GuardedCall call) throws SQLException {
		try {
			call.leadership().ensureValid();
		}
		catch (NotLeaderException ex) {
			throw veto(ex);
		}
		enter(call.token());
	}

	private void pin(FencingToken token, @Nullable String sql) throws SQLException {
		FencingToken pinned = isAutoCommit() ? token : transaction().pin(token);
		if (!pinned.equals(token)) {
			throw new PinnedTransactionException(FencedOperation.of(token, sql), pinned);
		}
	}

	/**
	 * Check the fence, unless this transaction has done so.
	 * @param token the token
	 * @param sql the statement that follows
	 * @throws SQLException if the connection fails
	 */
	void check(FencingToken token, @Nullable String sql) throws SQLException {
		if (isChecked(token)) {
			return;
		}
		try {
			refuseToWaitForItself(token, sql);
			checkAndClaim(token, sql);
		}
		catch (FencingException ex) {
			throw veto(ex);
		}
		markChecked(token);
	}

	private void checkAndClaim(FencingToken token, @Nullable String sql) throws SQLException {
		// Claimed outside of a transaction, it would outlive the check.
		boolean claiming = !isAutoCommit();
		try {
			claiming &= this.check.check(this.connection, this.dataSource, token, claiming ? claim(token) : "", sql);
		}
		finally {
			// A grant that was refused is claimed as well, and may become current.
			String drop = claiming ? this.database.dialect(this.connection).fence().dropClaim() : null;
			if (drop != null) {
				transaction().claimed(this.connection, drop);
			}
		}
	}

	/**
	 * Check the fence of a transaction that is about to be committed once more, if the
	 * database may have given up the lock and nobody knows.
	 * @param token the token
	 * @param ending the transaction, or {@code null} if nothing is known of it
	 * @throws FencingException if the token is refused
	 * @throws SQLException if the connection fails
	 */
	void confirm(FencingToken token, @Nullable FencedTransaction ending) throws SQLException {
		FenceSql sql = this.database.dialect(this.connection).fence();
		if (!sql.losesLocks()) {
			return;
		}
		boolean claiming = ending != null;
		try {
			// What is flushed by the commit itself needs the claim as well.
			claiming &= this.check.confirm(this.connection, this.dataSource, token,
					(ending != null) ? claim(new LinkedHashSet<>(ending.pinned())) : "");
		}
		catch (FencingException ex) {
			FenceRejections.count(this.fencing.meters(), this.database, ex);
			FencedTransactions.markRollbackOnly(this.dataSource);
			throw ex;
		}
		finally {
			String drop = sql.dropClaim();
			if (ending != null && claiming && drop != null) {
				ending.claimed(this.connection, drop);
			}
		}
	}

	// Waiting would last until the lock timeout, as only this thread can end the other.
	private void refuseToWaitForItself(FencingToken token, @Nullable String sql) throws SQLException {
		if (this.database.dialect(this.connection).fence().isExclusive()
				&& FencedTransactions.isCheckedElsewhere(this.database, this.dataSource)) {
			throw new FenceCheckFailedException(
					"Another transaction of this thread, which is suspended or was begun on another DataSource, holds the lock on the fence,"
							+ " which this database cannot share: write in that transaction instead of one of its own",
					FencedOperation.of(token, sql));
		}
	}

	/**
	 * Return whether the check of the fence may be part of a statement at this moment.
	 * @return whether it holds the lock as it has to
	 * @throws SQLException if the connection fails
	 */
	boolean mayEmbed() throws SQLException {
		return switch (this.database.dialect(this.connection).fence().embedding()) {
			case ALWAYS -> true;
			case AUTO_COMMIT -> isAutoCommit();
			case NEVER -> false;
		};
	}

	String embeddedCheck(FencingToken token) throws SQLException {
		return this.check.embedded(this.connection, token, claim(token));
	}

	// A check replaces what the one before it told, so it tells all grants.
	private String claim(FencingToken token) throws SQLException {
		Set<FencingToken> tokens = new LinkedHashSet<>(List.of(token));
		if (!isAutoCommit()) {
			tokens.addAll(transaction().pinned());
		}
		return claim(tokens);
	}

	private String claim(Set<FencingToken> tokens) {
		return this.database.texts().claim(this.fencing.namespace(), tokens);
	}

	boolean isChecked(FencingToken token) throws SQLException {
		return !isAutoCommit() && transaction().isChecked(token, this.connection);
	}

	void markChecked(FencingToken token) throws SQLException {
		if (!isAutoCommit()) {
			transaction().checked(token, this.connection);
		}
	}

	boolean isAutoCommit() throws SQLException {
		return this.connection.getAutoCommit();
	}

	/**
	 * Forget which locks are held.
	 */
	void forget() {
		transaction().forget();
	}

	/**
	 * Begin anew after a transaction that was ended on the connection itself.
	 */
	void end() {
		transaction().end();
	}

	/**
	 * Take back what the session claims towards triggers, after the end of the
	 * transaction.
	 */
	void dropClaim() {
		transaction().dropClaim();
	}

	/**
	 * Take back what the session claims, before the connection is given back by whoever
	 * got it for themselves.
	 */
	void release() {
		this.unmanaged.dropClaim();
	}

	/**
	 * Return what keeps the current transaction from being committed.
	 * @return the refusal, or {@code null}
	 */
	@Nullable RuntimeException vetoed() {
		return transaction().veto();
	}

	/**
	 * Count a refusal and keep the transaction from being committed.
	 * @param refusal the refusal
	 * @return the same refusal
	 * @throws SQLException if the connection fails
	 */
	RuntimeException veto(RuntimeException refusal) throws SQLException {
		FenceRejections.count(this.fencing.meters(), this.database, refusal);
		if (!isAutoCommit()) {
			FencedTransactions.markRollbackOnly(this.dataSource);
			transaction().veto(refusal);
		}
		return refusal;
	}

	void accepted(FencingToken token) {
		this.fencing.meters().writeFenced(token.election(), this.database.name());
	}

	private FencedTransaction transaction() {
		FencedTransaction managed = FencedTransactions.managed(this.database, this.dataSource, this.connection);
		return (managed != null) ? managed : this.unmanaged;
	}

}
