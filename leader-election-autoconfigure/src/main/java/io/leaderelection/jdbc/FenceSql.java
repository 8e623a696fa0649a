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

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

import io.leaderelection.FencingToken;
import org.jspecify.annotations.Nullable;

/**
 * Statements about fences and intents in one dialect.
 */
public interface FenceSql {

	/**
	 * Return the query that reads a fence under a lock, which is held until the
	 * transaction ends and keeps the fence from being raised, and the intent, and tells
	 * triggers, if there are any, what the transaction claims. Columns, in this order:
	 * {@code fence_token}, {@code grant_id}, {@code intent}, whether the time that the
	 * transaction may sit idle is limited already, and, where {@link #dropClaim} is
	 * needed, what the session claims from now on, {@code NULL} if nothing.
	 * @param namespace the namespace
	 * @param election the name of the election
	 * @param idleLimit the time that the transaction may sit idle
	 * @param claim what the transaction claims, see {@link GrantClaim}
	 * @return the query
	 */
	BoundSql check(String namespace, String election, Duration idleLimit, String claim);

	/**
	 * Return the statement that limits the time that a transaction may sit idle, for
	 * databases whose {@link #check} cannot.
	 * @param idleLimit the time
	 * @return the statement, or {@code null} if the database has no such limit or the
	 * check sets it
	 */
	@Nullable String limitIdle(Duration idleLimit);

	/**
	 * Return the statement that takes back what {@link #check} made the session claim,
	 * for databases that do not forget it at the end of the transaction.
	 * @return the statement, or {@code null} if the database forgets it by itself or has
	 * no triggers to tell it to
	 */
	@Nullable String dropClaim();

	/**
	 * Return whether the lock that a check takes keeps other checks off as well, so that
	 * writers wait for each other.
	 * @return whether it is exclusive
	 */
	boolean isExclusive();

	/**
	 * Return whether an error of a statement, such as a deadlock, can roll the
	 * transaction back and give up its locks while the connection goes on in a new one,
	 * so that the fence has to be checked again before the commit.
	 * @return whether locks are lost without the transaction having failed
	 */
	default boolean losesLocks() {
		return true;
	}

	/**
	 * Return the query that tells whether the database itself refuses writes in the
	 * current transaction, whose connection was made read-only: drivers may take that for
	 * a hint. Column: a boolean.
	 * @return the query
	 */
	default String refusesWrites() {
		return "SELECT FALSE";
	}

	/**
	 * Return where {@link #embeddedCheck} may be used.
	 * @return where
	 */
	Embedding embedding();

	/**
	 * Return the condition that holds only if the fence stands at the grant, to be
	 * spliced into a statement. It takes the lock as {@link #check} does, and has no
	 * parameters.
	 * @param namespace the namespace
	 * @param token the token
	 * @param idleLimit the time that the transaction may sit idle
	 * @param claim what the transaction claims, see {@link GrantClaim}
	 * @return the condition
	 */
	String embeddedCheck(String namespace, FencingToken token, Duration idleLimit, String claim);

	/**
	 * Return the query that reads fence and intent without any lock. One row; columns:
	 * {@code fence_token}, {@code grant_id}, {@code fence_lineage}, {@code intent},
	 * {@code intent_lineage}, {@code NULL} where there is no row.
	 * @param namespace the namespace
	 * @param election the name of the election
	 * @return the query
	 */
	BoundSql read(String namespace, String election);

	/**
	 * Return the statements that a sealing transaction begins with: it is bounded, even
	 * if this process stops in the middle, and durable once committed.
	 * @param bound the longest time for a statement and for sitting idle
	 * @return the statements
	 */
	List<String> beginSealing(Duration bound);

	/**
	 * Return the statements that give the session its own settings back, after the last
	 * sealing transaction.
	 * @return the statements
	 */
	List<String> endSealing();

	/**
	 * Return whether several statements, joined with semicolons, can be executed as one:
	 * they are sent in one message, each of them has its own result, and the limits that
	 * one of them sets hold for those after it.
	 * @return whether statements can be joined
	 */
	default boolean joinsStatements() {
		return false;
	}

	/**
	 * Return the query for the session that seals and whether a commit of its transaction
	 * is durable. Columns: {@code session}, the identifier of the session, and
	 * {@code problem}, {@code NULL} if commits are durable, else what must be changed.
	 * @return the query
	 */
	String sealer();

	/**
	 * Return the statement that raises intent and fence together if both are lower and of
	 * the same lineage, and no transaction holds the fence, so that nothing has to run
	 * dry first.
	 * @param namespace the namespace
	 * @param token the token
	 * @param lineage the lineage of the coordinator
	 * @param holder the name of the leader
	 * @return the statement, which changes one row or none, or {@code null} if the
	 * database cannot tell without waiting
	 */
	default @Nullable BoundSql raiseUnheld(String namespace, FencingToken token, String lineage, String holder) {
		return null;
	}

	/**
	 * Return the statements that raise the intent if it is lower and of the same lineage.
	 * @param namespace the namespace
	 * @param token the token
	 * @param lineage the lineage of the coordinator
	 * @return the statements
	 */
	List<BoundSql> raiseIntent(String namespace, FencingToken token, String lineage);

	/**
	 * Return the statements that raise the fence if it is lower and of the same lineage.
	 * @param namespace the namespace
	 * @param token the token
	 * @param lineage the lineage of the coordinator
	 * @param holder the name of the leader
	 * @return the statements, the last of which changes one row or none
	 */
	List<BoundSql> raiseFence(String namespace, FencingToken token, String lineage, String holder);

	/**
	 * Return the statements that let fence and intent belong to another lineage, for an
	 * operator who knows why it changed.
	 * @param namespace the namespace
	 * @param election the name of the election
	 * @param lineage the lineage
	 * @return the statements
	 */
	List<BoundSql> adoptLineage(String namespace, String election, String lineage);

	/**
	 * Return the query for the sessions that keep a sealer, or other sealers that it
	 * queues behind, from the row of its fence. Columns: {@code session},
	 * {@code description}, which says to operators whose session it is and what it does.
	 * @param sealer the sealer's session
	 * @return the query
	 */
	BoundSql blockers(long sealer);

	/**
	 * End a session if it still blocks the sealer and neither fence nor intent stand
	 * above the sealer's token, so that it belongs to an older grant.
	 * @param connection a connection in auto-commit mode, of another session
	 * @param sealer the sealer's session
	 * @param session the session to end
	 * @param namespace the namespace
	 * @param token the sealer's token
	 * @return whether it was ended; {@code false} if it was spared
	 * @throws SQLException if the database refuses
	 */
	boolean terminate(Connection connection, long sealer, long session, String namespace, FencingToken token)
			throws SQLException;

	/**
	 * Return what keeps this user from ending the sessions that block a sealer.
	 * @param connection an open connection
	 * @return what must be granted, or {@code null} if nothing is missing
	 * @throws SQLException if the database does not answer
	 */
	@Nullable String terminationProblem(Connection connection) throws SQLException;

}
