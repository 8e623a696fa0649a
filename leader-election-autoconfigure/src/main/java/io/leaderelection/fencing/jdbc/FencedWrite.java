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

import io.leaderelection.FencingToken;
import io.leaderelection.fencing.FencedOperation;
import io.leaderelection.fencing.FencingException;
import io.leaderelection.fencing.NewerRowException;
import io.leaderelection.fencing.StoredGrant;
import io.leaderelection.fencing.jdbc.sql.Guard;
import io.leaderelection.fencing.jdbc.sql.GuardedStatement;
import io.leaderelection.fencing.jdbc.sql.NewerRowQuery;
import io.leaderelection.fencing.jdbc.sql.SqlStatement;
import io.leaderelection.jdbc.FenceColumn;
import org.jspecify.annotations.Nullable;

/**
 * Statement that writes, as the fence lets it pass.
 */
final class FencedWrite {

	private final ConnectionFence fence;

	private final @Nullable GuardedStatement guarded;

	private final String sql;

	FencedWrite(ConnectionFence fence, SqlStatement statement, String sql) {
		this.fence = fence;
		this.guarded = (statement instanceof GuardedStatement guardedStatement) ? guardedStatement : null;
		this.sql = sql;
	}

	String sql() {
		return this.sql;
	}

	/**
	 * Return whether the check of the fence is to be part of the statement: it can be and
	 * the transaction has not done it yet.
	 * @param token the token
	 * @return whether to embed
	 * @throws SQLException if the connection fails
	 */
	boolean embeds(FencingToken token) throws SQLException {
		return this.guarded != null && this.guarded.isEmbedding() && this.fence.mayEmbed()
				&& !this.fence.isChecked(token);
	}

	/**
	 * Return the text to execute.
	 * @param token the token
	 * @param embedded whether the check is part of it
	 * @return the text
	 * @throws SQLException if the connection fails
	 */
	String render(FencingToken token, boolean embedded) throws SQLException {
		if (this.guarded == null) {
			return this.sql;
		}
		FenceColumn column = this.fence.database().fenceColumn(this.fence.connection(), this.guarded.table());
		return this.guarded.render(new Guard(token.term(), column, embedded ? this.fence.embeddedCheck(token) : null));
	}

	/**
	 * Execute the statement.
	 * @param token the token
	 * @param embedded whether the check is part of its text
	 * @param execution the execution of the text
	 * @return the result
	 * @throws Throwable whatever the execution throws, or the refusal
	 */
	@Nullable Object execute(FencingToken token, boolean embedded, Execution execution) throws Throwable {
		Object result;
		if (embedded) {
			result = run(token, execution);
			if (execution.hasChanged(result)) {
				this.fence.markChecked(token);
			}
			else {
				this.fence.check(token, this.sql);
				refuseNewerRows(token, execution.parameters());
			}
		}
		else if (this.fence.isAutoCommit()) {
			execution.prepareForTransaction();
			result = ShortTransaction.execute(this.fence, () -> checkAndRun(token, execution));
		}
		else {
			result = checkAndRun(token, execution);
		}
		this.fence.accepted(token);
		return result;
	}

	private @Nullable Object checkAndRun(FencingToken token, Execution execution) throws Throwable {
		this.fence.check(token, this.sql);
		// The check may have waited.
		this.fence.requireToken(this.sql);
		Object result = run(token, execution);
		if (!execution.hasChanged(result)) {
			refuseNewerRows(token, execution.parameters());
		}
		return result;
	}

	private @Nullable Object run(FencingToken token, Execution execution) throws Throwable {
		try {
			return execution.run();
		}
		catch (SQLException ex) {
			throw translate(ex, token);
		}
	}

	/**
	 * Return what an error of the execution means.
	 * @param error the error
	 * @param token the token
	 * @return the refusal, or the error itself
	 * @throws SQLException if the connection fails
	 */
	Exception translate(SQLException error, FencingToken token) throws SQLException {
		this.fence.forget();
		String table = (this.guarded != null) ? this.guarded.table() : null;
		FencingException refusal = new FenceErrors(this.fence.database()).ofWrite(error, this.fence.connection(), table,
				FencedOperation.of(token, this.sql));
		return (refusal != null) ? this.fence.veto(refusal) : error;
	}

	/**
	 * Refuse that a write has found nothing because the row bears a newer term.
	 * @param token the token
	 * @param parameters the parameters of the statement
	 * @throws SQLException if the database refuses
	 */
	void refuseNewerRows(FencingToken token, StatementParameters parameters) throws SQLException {
		NewerRowQuery query = (this.guarded != null) ? this.guarded.newerRows() : null;
		Connection connection = this.fence.connection();
		if (this.guarded == null || query == null
				|| !this.fence.database().fenceColumn(connection, this.guarded.table()).isPresent()) {
			return;
		}
		try (PreparedStatement statement = connection.prepareStatement(query.sql(token.term()))) {
			statement.setMaxRows(1);
			parameters.apply(statement, query.parameters());
			try (ResultSet result = statement.executeQuery()) {
				if (result.next()) {
					throw this.fence.veto(new NewerRowException(this.guarded.table(),
							FencedOperation.of(token, this.sql), new StoredGrant(result.getLong(1), null)));
				}
			}
		}
	}

}
