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

import java.time.Duration;
import java.util.List;

/**
 * Statements about fences and intents in one dialect. Parameters are given as positions
 * in the order of the description.
 */
public interface FenceSql {

	/**
	 * Return the query that reads a fence under a shared lock, which is held until the
	 * transaction ends, and the intent, limits the time that the transaction may sit
	 * idle, and tells triggers what the transaction claims. Parameters: namespace,
	 * election, idle limit in milliseconds as text, claim, namespace, election. Columns:
	 * {@code fence_token}, {@code grant_id}, {@code intent}.
	 * @return the query
	 */
	String check();

	/**
	 * Return the condition that holds only if the fence stands at the grant, to be
	 * spliced into a statement. It takes the lock, sets the limit and tells the claim as
	 * {@link #check()} does, and has no parameters.
	 * @param namespace the namespace
	 * @param election the name of the election
	 * @param term the term of the grant
	 * @param grantId the identifier of the grant
	 * @param idleLimit the time that the transaction may sit idle
	 * @param claim what the transaction claims, see {@link GrantClaim}
	 * @return the condition
	 */
	String embeddedCheck(String namespace, String election, long term, String grantId, Duration idleLimit,
			String claim);

	/**
	 * Return the query that reads fence and intent without any lock. Parameters:
	 * namespace, election, namespace, election. One row; columns: {@code fence_token},
	 * {@code grant_id}, {@code fence_lineage}, {@code intent}, {@code intent_lineage},
	 * {@code NULL} where there is no row.
	 * @return the query
	 */
	String read();

	/**
	 * Return the statements that a sealing transaction begins with: it is bounded, even
	 * if this process stops in the middle, marked as that of a sealer, and durable once
	 * committed.
	 * @param bound the longest time for a statement and for sitting idle
	 * @return the statements
	 */
	List<String> beginSealing(Duration bound);

	/**
	 * Return the query that tells whether a commit of this transaction is durable.
	 * Column: {@code durable}.
	 * @return the query
	 */
	String durable();

	/**
	 * Return the statement that raises the intent. Parameters: namespace, election,
	 * token, lineage.
	 * @return the statement, which changes one row or none
	 */
	String raiseIntent();

	/**
	 * Return the statement that raises the fence. Parameters: namespace, election, token,
	 * grant id, lineage, holder.
	 * @return the statement, which changes one row or none
	 */
	String raiseFence();

	/**
	 * Return the statement that lets fence and intent belong to another lineage, for an
	 * operator who knows why it changed. Parameters: lineage, namespace, election; to be
	 * executed for each table.
	 * @return the statements
	 */
	List<String> adoptLineage();

	/**
	 * Return the query for the identifier of this session. Column: {@code session}.
	 * @return the query
	 */
	String session();

	/**
	 * Return the query for the sessions that keep a sealer, or other sealers that it
	 * queues behind, from the row of its fence. Parameter: the sealer's session. Columns:
	 * {@code session}, {@code description}, which says to operators whose session it is
	 * and what it does.
	 * @return the query
	 */
	String blockers();

	/**
	 * Return the query that ends a session if it still blocks the sealer and neither
	 * fence nor intent stand above the sealer's token, so that it belongs to an older
	 * grant. Parameters: sealer's session, session to end, namespace, election, token,
	 * namespace, election, token. Column: {@code terminated}; no row if the session was
	 * spared.
	 * @return the query
	 */
	String terminate();

	/**
	 * Return the query that tells whether this user may end other sessions of its own.
	 * Column: {@code may_terminate}.
	 * @return the query
	 */
	String mayTerminate();

}
